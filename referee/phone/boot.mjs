// Python in a worker, with the application prepared for its folder; in Node too. It is made once: its memory
// is kept as it is then, before it has seen any data, and from the next time on it goes on from there.
import { putBack } from "./memory_snapshot.mjs";
import create from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

// base: where this folder lies. archives: their bytes by name. prepared: what `runtime.prepare` wants to
// know.
export async function made(base, archives, prepared) {
  const py = await loadPyodide({ indexURL: base, packageBaseUrl: base, _makeSnapshot: true });
  py.FS.mkdir("/archives");
  for (const [name, bytes] of Object.entries(archives))
    py.FS.writeFile(`/archives/${name}`, new Uint8Array(bytes));
  called(py, "archive_importer", "boot", "/archives");
  called(py, "referee.phone.worker_application", "prepare", ...prepared);
  called(py, "referee.phone.worker_application", "rehearse");
  called(py, "archive_importer", "settle");
  return py;
}

// The same Python again; kept: a promise of the bytes that were kept of its memory.
export async function restored(base, kept) {
  const createPyodideModule = async (settings) => {
    const [module, bytes] = await Promise.all([create(settings), kept]);
    const refers = putBack(module, bytes);
    settings.API.restoreSnapshot = () => refers;
    return module;
  };
  return loadPyodide({
    indexURL: base,
    packageBaseUrl: base,
    createPyodideModule,
    _loadSnapshot: new Uint8Array(),
  });
}

// later(): the bytes of later.zst, at once.
export function awake(py, later) {
  called(py, "archive_importer", "wake", () => new Uint8Array(later()));
  return py.pyimport("referee.phone.worker_application");
}

// Nothing of JavaScript's may stay behind in Python's memory.
function called(py, name, what, ...given) {
  const module = py.pyimport(name);
  module[what](...given);
  module.destroy();
}
