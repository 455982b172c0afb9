// Python with the application prepared, before it has seen any data. Its memory is kept in the cache of its
// version: by the worker that answers, or before that version is taken by one beside it (snapshot_worker.js).
import { made, restored } from "./runtime/boot.mjs";
import { memory } from "./runtime/memory_snapshot.mjs";

const DATA = "/data";
const MEMORY = "runtime/memory";

export class PythonMemory {
  // scope: the address of the folder; staticMark: gives that of the static files; files: where those of this
  // version are to be had, the folder itself where it runs.
  constructor(scope, mark, staticMark, files = scope) {
    this.scope = new URL(scope);
    this.staticMark = staticMark;
    this.runtime = `${files}runtime/`;
    this.kept = caches.open(`phone ${this.scope.pathname} ${mark}`);
  }

  // As it was kept, or else made and kept.
  async python() {
    const cache = await this.kept;
    const image = await cache.match(this.scope.href + MEMORY);
    try {
      if (image) return await restored(this.runtime, image.arrayBuffer());
    } catch (error) {
      console.warn("not restored", error);
      await cache.delete(this.scope.href + MEMORY);
    }
    const python = await this.made();
    this.keep(python).catch((error) => console.warn("not kept", error));
    return python;
  }

  // Made and kept, where it is not kept yet.
  async prepare() {
    const cache = await this.kept;
    if (!(await cache.match(this.scope.href + MEMORY))) await this.keep(await this.made());
  }

  async made() {
    const [names, staticMark] = await Promise.all([this.file("archives.json", "json"), this.staticMark()]);
    const archives = await Promise.all(
      names.map(async (name) => [name, await this.file(name, "arrayBuffer")]),
    );
    const prepared = [DATA, this.scope.pathname.slice(0, -1), this.scope.origin, staticMark];
    return made(this.runtime, Object.fromEntries(archives), prepared);
  }

  async file(name, as) {
    const answer = await fetch(this.runtime + name);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer[as]();
  }

  keep = async (python) => (await this.kept).put(this.scope.href + MEMORY, new Response(memory(python)));
}
