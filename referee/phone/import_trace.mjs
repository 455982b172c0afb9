// Runs in Node when the phone's folder is built: the application is opened in the very Python that the phone
// has, and what its pages import is compiled by it. node import_trace.mjs <a JSON file: pyodide, mounts
// {where: folder}, path, arguments>
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const { loadPyodide } = await import(pathToFileURL(path.join(job.pyodide, "pyodide.mjs")));
const py = await loadPyodide({
  indexURL: job.pyodide,
  env: { HOME: "/", PYTHONPYCACHEPREFIX: "/compiled", PYTHONHASHSEED: "0" },
});
const before = py.runPython("import sys; sorted(sys.modules)").toJs();
for (const [where, root] of Object.entries(job.mounts)) {
  py.FS.mkdirTree(where);
  py.FS.mount(py.FS.filesystems.NODEFS, { root }, where);
}
py.globals.set("job", py.toPy({ ...job, before }));
try {
  py.runPython(`
import sys
sys.path[:0] = job["path"]
from referee.phone.import_trace import trace
trace(job)
`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
