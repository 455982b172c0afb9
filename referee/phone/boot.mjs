// Python in a worker, with the application's modules in their archives; in Node too.
import { loadPyodide } from "./pyodide.mjs";

// base: where this folder lies. first: the bytes of first.zst, or a promise of them. later(): those of later.zst, at once.
export async function python(base, first, later) {
  const py = await loadPyodide({ indexURL: base, packageBaseUrl: base });
  const boot = py.pyimport("referee_boot");
  boot.boot(new Uint8Array(await first), () => new Uint8Array(later()));
  boot.destroy();
  return { py, runtime: py.pyimport("referee.phone.runtime") };
}
