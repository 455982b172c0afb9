// Prepares another version's Python beside the one that answers, so that nobody waits for it when that
// version is taken. It is that version's own, and named after it and its static files; the service worker
// shows its files below versions/<mark>/.
import { PythonMemory } from "./python_memory.js";

const FILES = new URL("./", self.location.href).href;
const SCOPE = new URL("../../", self.location.href).href;

const [mark, staticMark] = self.name.split(" ");

new PythonMemory(SCOPE, mark, () => staticMark, FILES).prepare().then(
  () => postMessage({ prepared: true }),
  (error) => postMessage({ failed: String(error) }),
);
