// The phone's Python in Node, without a browser, as a phone has it from its second start on:
// node in_node.mjs <runtime folder> <Python file> [folder mounted at /shared]
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, file, shared] = process.argv.slice(2);
const read = (name) => fs.readFileSync(`${runtime}/${name}`);
try {
  const { awake, made, restored } = await import(pathToFileURL(`${runtime}/boot.mjs`));
  const { memory } = await import(pathToFileURL(`${runtime}/memory_snapshot.mjs`));
  const archives = JSON.parse(read("archives.json")).map((name) => [name, read(name)]);
  const once = await made(`${runtime}/`, Object.fromEntries(archives), [
    "/shared/new",
    "/phone",
    "https://localhost",
  ]);
  const py = await restored(`${runtime}/`, memory(once).arrayBuffer());
  globalThis.opened_later = false;
  awake(py, () => ((globalThis.opened_later = true), read("later.zst"))).destroy();
  if (shared) {
    py.FS.mkdirTree("/shared");
    py.FS.mount(py.FS.filesystems.NODEFS, { root: shared }, "/shared");
  }
  py.runPython(fs.readFileSync(file, "utf8"));
} catch (error) {
  process.stderr.write(`${(error.message ?? String(error)).slice(-4000)}\n`);
  process.exitCode = 1;
}
