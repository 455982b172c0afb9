// What was recorded on the server since a match was taken along is kept where the app of this phone finds it (exchange.js),
// so that the match goes on there as it stood when the server was last heard.
import { drop, keep, recalled } from "./memory.js";

export async function keepUp(id) {
  const { root, ids } = recalled("taken") || {};
  if (!(id in (ids || {}))) return;
  const kept = recalled("log:" + id);
  const log = kept?.at === ids[id] ? kept : { at: ids[id], records: [] };
  const answer = await fetch(`${root}/sync/records?match=${id}&from=${log.at + log.records.length}`, { cache: "no-store" });
  if (!answer.ok) return;
  const more = await answer.json();
  const whole = { at: log.at, length: more.length, mark: more.mark, records: [...log.records, ...more.records] };
  if (!keep("log:" + id, JSON.stringify(whole))) drop("log:" + id);
}
