// What a Python that was made once is: its memory and its files, kept as one file of bytes and put back from
// it. First the pages of the memory that are not empty, then the files, then what is to be known of both, and
// how long that is.
const FOLDER = "/app";
const PAGE = 65536;

export function memory(py) {
  const {
    FS,
    _module: { HEAPU8: heap },
    _api: api,
  } = py;
  const pages = filledPages(heap);
  const files = filesBelow(FS, FOLDER).map((path) => [path, FS.readFile(path)]);
  const sizes = files.map(([path, { length }]) => [path, length]);
  const about = JSON.stringify({
    size: heap.length,
    pages,
    files: sizes,
    refers: api.serializeHiwireState(),
  });
  const head = new TextEncoder().encode(about);
  return new Blob([
    ...pages.map(([from, to]) => heap.subarray(from, to)),
    ...files.map(([, bytes]) => bytes),
    head,
    Uint32Array.of(head.length),
  ]);
}

function filledPages(heap) {
  const filled = [];
  for (let from = 0; from < heap.length; from += PAGE) {
    if (new Uint32Array(heap.buffer, from, PAGE / 4).every((word) => !word)) continue;
    const last = filled.at(-1);
    last?.[1] === from ? (last[1] += PAGE) : filled.push([from, from + PAGE]);
  }
  return filled;
}

function filesBelow(FS, folder) {
  const paths = FS.readdir(folder)
    .filter((name) => !/^\.\.?$/.test(name))
    .map((name) => `${folder}/${name}`);
  return paths.flatMap((path) => (FS.isDir(FS.stat(path).mode) ? filesBelow(FS, path) : [path]));
}

// Into a Pyodide that has not begun; what it wants to know of those of its own things that Python refers to.
export function putBack(module, kept) {
  const end = kept.byteLength - 4;
  const [length] = new Uint32Array(kept.slice(end));
  const { size, pages, files, refers } = JSON.parse(
    new TextDecoder().decode(new Uint8Array(kept, end - length, length)),
  );
  const fresh = module.HEAPU8.length;
  if (size > fresh) module.growMemory(size);
  let at = 0;
  let empty = 0;
  for (const [from, to] of [...pages, [size, size]]) {
    if (empty < fresh) module.HEAPU8.fill(0, empty, Math.min(from, fresh));
    module.HEAPU8.set(new Uint8Array(kept, at, to - from), from);
    at += to - from;
    empty = to;
  }
  for (const [path, bytes] of files) {
    module.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    module.FS.writeFile(path, new Uint8Array(kept, at, bytes));
    at += bytes;
  }
  return refers;
}
