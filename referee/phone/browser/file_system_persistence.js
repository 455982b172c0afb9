// The files of one folder of Python's file system, kept in IndexedDB by blocks: what a request has written is
// there, whole and on the disk, before its answer is given. A worker whose place another has taken can write
// nothing any more; nor can who found no room at its start: it shows what there is, until there is room
// again.
import { asked, opened, over } from "./indexeddb.js";

const BLOCK = 4096;
const NO_ROOM = 51;
const ANSWERS = 8;
const SOON = 100;
const LEAST = 256 * 1024; // bytes: with less room nothing is begun

const all = (name) => IDBKeyRange.bound([name, 0], [name, Infinity]);
const blocksOf = (size) => Math.ceil(size / BLOCK);

export class Lost extends Error {}
export class Erased extends Error {}
export const isFull = (error) => error?.name === "QuotaExceededError";

export class Storage {
  constructor(name, database, holder) {
    this.name = name;
    this.database = database;
    this.holder = holder;
    this.answers = new Map();
    this.stored = new Map();
    this.written = new Map();
    this.full = false;
    this.readOnly = false;
    this.unchanged = null;
    this.onclose = () => {};
  }

  // Whoever opens it last holds it.
  static async open(name) {
    const storage = new Storage(name, null, crypto.randomUUID());
    await storage.connect();
    storage.readOnly = !(await storage.claims(0));
    return storage;
  }

  // A browser closes the connection when it erases what is kept, and opens none meanwhile; and sometimes when
  // a tab has slept.
  async connect(tries = 10) {
    try {
      this.database = await opened(this.name);
      this.database.onclose = () => this.onclose();
    } catch (error) {
      if (error.name !== "AbortError" || !tries) throw error;
      await new Promise((done) => setTimeout(done, SOON));
      await this.connect(tries - 1);
    }
  }

  async isErased() {
    await this.connect();
    return (await asked(this.database.transaction("state").objectStore("state").get("holder"))) === undefined;
  }

  // All that is in memory, where what was kept of it has been erased.
  async keepAgain() {
    await this.connect();
    if (!(await this.claims(0))) throw new DOMException("no room", "QuotaExceededError");
    this.stored.clear();
    await this.commit(this.changes());
  }

  // Whether this worker may write from now on: there is room for its name and this many bytes.
  async claims(bytes) {
    try {
      for (const room of [new Uint8Array(bytes), new Uint8Array(0)]) {
        const transaction = this.database.transaction("state", "readwrite", { durability: "strict" });
        transaction.objectStore("state").put(this.holder, "holder");
        if (bytes) transaction.objectStore("state").put(room, "room");
        await over(transaction);
      }
      return true;
    } catch (error) {
      if (isFull(error)) return false;
      throw error;
    }
  }

  // The files as the application has made them at its start; where there is no room for that they stay so in
  // memory.
  async begin() {
    try {
      if (!this.readOnly) return await this.commit(this.changes());
    } catch (error) {
      if (!isFull(error)) throw error;
      this.readOnly = true;
    }
    if (!this.stored.size) throw new DOMException("no room", "QuotaExceededError");
    const files = [...this.files()];
    this.unchanged = new Map(files.map(([name]) => [name, this.FS.readFile(`${this.folder}/${name}`)]));
    this.stored = new Map(files.map(([name, node]) => [name, { node, size: node.usedBytes }]));
    this.written.clear();
  }

  hasRoom = () => this.claims(LEAST);

  // The files as they were kept, in a folder that is watched from now on.
  async fill(FS, folder) {
    this.FS = FS;
    this.folder = folder;
    FS.mkdirTree(folder);
    await this.restore();
    this.watch();
    const answers = this.database.transaction("answers").objectStore("answers");
    const [ids, given] = await Promise.all([asked(answers.getAllKeys()), asked(answers.getAll())]);
    ids.forEach((id, at) => this.answers.set(id, given[at]));
  }

  // Every write to a file of the folder notes its blocks; where there is no room a database is told so. Only
  // the functions of the file system know of a write, and all files share them.
  watch() {
    const probe = `${this.folder}/probe`;
    const stream = this.FS.open(probe, "w");
    const functions = stream.stream_ops;
    const parent = stream.node.parent;
    this.FS.close(stream);
    this.FS.unlink(probe);
    const { write } = functions;
    functions.write = (to, bytes, offset, length, position, own) => {
      if (to.node.parent === parent) this.note(to.node, position, length);
      return write(to, bytes, offset, length, position, own);
    };
  }

  note(node, position, length) {
    if (this.full && !node.name.endsWith(".json")) throw new this.FS.ErrnoError(NO_ROOM);
    const blocks = this.written.get(node) || new Set();
    for (let block = Math.floor(position / BLOCK); block * BLOCK < position + length; block += 1)
      blocks.add(block);
    this.written.set(node, blocks);
  }

  // The files of the folder by their names; what lies in a folder of its own is not kept.
  files() {
    const nodes = this.FS.readdir(this.folder).map((name) => [
      name,
      this.FS.lookupPath(`${this.folder}/${name}`).node,
    ]);
    return new Map(nodes.filter(([, node]) => this.FS.isFile(node.mode)));
  }

  // What is not kept yet: of each file its node, its size and the blocks to be kept.
  changes() {
    const now = this.files();
    const gone = [...this.stored.keys()]
      .filter((name) => !now.has(name))
      .map((name) => ({ name, size: 0, blocks: [] }));
    const changed = [...now].map(([name, node]) => {
      const same = this.stored.get(name)?.node === node;
      const blocks = same ? [...(this.written.get(node) || [])] : [...Array(blocksOf(node.usedBytes)).keys()];
      return {
        name,
        node,
        size: node.usedBytes,
        blocks: blocks.filter((block) => block * BLOCK < node.usedBytes),
      };
    });
    return [
      ...gone,
      ...changed.filter(({ name, size, blocks }) => blocks.length || size !== this.stored.get(name)?.size),
    ];
  }

  // Keep all of it at once, with the answer to who asked for it and the page that shows it.
  async commit(changes, id, answer, page) {
    const write = () => this.transaction(changes, id, answer, page);
    try {
      await write();
    } catch (error) {
      if (error instanceof Lost || error instanceof Erased || isFull(error)) throw error;
      await this.connect(); // the browser may have dropped the connection
      await write();
    }
    this.written.clear();
    for (const { name, node, size } of changes)
      node ? this.stored.set(name, { node, size }) : this.stored.delete(name);
    if (id) this.answers.set(id, answer);
    if (this.answers.size > ANSWERS) this.answers.delete(this.answers.keys().next().value);
  }

  async transaction(changes, id, answer, page) {
    const transaction = this.database.transaction(["state", "blocks", "answers"], "readwrite", {
      durability: "strict",
    });
    const [state, blocks, answers] = ["state", "blocks", "answers"].map((name) =>
      transaction.objectStore(name),
    );
    const done = over(transaction);
    let why;
    const stop = (error) => {
      why = error;
      transaction.abort();
    };
    state.get("holder").onsuccess = ({ target: { result } }) => {
      if (result === undefined) stop(new Erased("what was kept is gone"));
      else if (result !== this.holder) stop(new Lost("another worker has taken over"));
    };
    try {
      changes.forEach((change) => this.put(change, state, blocks));
      if (id) answers.put(answer, id);
      if (id && this.answers.size >= ANSWERS) answers.delete(this.answers.keys().next().value);
      if (page) state.put(page, "page");
    } catch (error) {
      stop(error);
    }
    await done.catch((error) => {
      throw why || error;
    });
  }

  put({ name, node, size, blocks: numbers }, state, blocks) {
    const before = this.stored.get(name)?.size || 0;
    if (size < before) blocks.delete(IDBKeyRange.bound([name, blocksOf(size)], [name, Infinity]));
    for (const block of numbers)
      blocks.put(node.contents.slice(block * BLOCK, Math.min(size, (block + 1) * BLOCK)), [name, block]);
    node ? state.put(size, ["size", name]) : state.delete(["size", name]);
  }

  // A page that changed nothing: nobody waits until it is kept.
  remember(page) {
    try {
      const transaction = this.database.transaction("state", "readwrite", { durability: "relaxed" });
      transaction.objectStore("state").put(page, "page");
      over(transaction).catch(() => {});
    } catch (error) {
      console.warn("page not kept", error);
    }
  }

  // The folder as it is kept: nothing that was not acknowledged stays. A file that is open stays the same
  // file.
  async restore() {
    const wanted = this.unchanged || (await this.kept());
    [...this.files().keys()]
      .filter((name) => !wanted.has(name))
      .forEach((name) => this.FS.unlink(`${this.folder}/${name}`));
    this.stored.clear();
    for (const [name, bytes] of wanted) {
      this.FS.writeFile(`${this.folder}/${name}`, bytes);
      this.stored.set(name, { node: this.FS.lookupPath(`${this.folder}/${name}`).node, size: bytes.length });
    }
    this.written.clear();
  }

  async kept() {
    const transaction = this.database.transaction(["state", "blocks"]);
    const [state, blocks] = ["state", "blocks"].map((name) => transaction.objectStore(name));
    const sizes = IDBKeyRange.bound(["size"], ["size", []]);
    const [keys, values] = await Promise.all([asked(state.getAllKeys(sizes)), asked(state.getAll(sizes))]);
    const files = await Promise.all(
      keys.map(([, name]) =>
        Promise.all([asked(blocks.getAllKeys(all(name))), asked(blocks.getAll(all(name)))]),
      ),
    );
    return new Map(keys.map(([, name], at) => [name, whole(values[at], ...files[at])]));
  }
}

function whole(size, keys, blocks) {
  const bytes = new Uint8Array(size);
  keys.forEach(([, block], at) => bytes.set(blocks[at], block * BLOCK));
  return bytes;
}
