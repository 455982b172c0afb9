// The phone's Python in Node, without a browser: node in_node.mjs <runtime folder> <Python file> [folder mounted at /shared]
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, file, shared] = process.argv.slice(2);
const read = (name) => fs.readFileSync(`${runtime}/${name}`);
try {
  const { python } = await import(pathToFileURL(`${runtime}/boot.mjs`));
  globalThis.opened_later = false;
  const later = () => ((globalThis.opened_later = true), read("later.zst"));
  const { py } = await python(`${runtime}/`, read("first.zst"), later);
  if (shared) {
    py.FS.mkdirTree("/shared");
    py.FS.mount(py.FS.filesystems.NODEFS, { root: shared }, "/shared");
  }
  py.runPython(fs.readFileSync(file, "utf8"));
} catch (error) {
  process.stderr.write(`${error.message ?? error}\n`);
  process.exitCode = 1;
}
