// The one database of IndexedDB: files by blocks, what is known of them, and answers that may be asked for
// again.
export function opened(name) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () =>
    ["state", "blocks", "answers"].forEach((store) => opening.result.createObjectStore(store));
  return asked(opening);
}

export function asked(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

export function over(transaction) {
  return new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onabort = () => fail(transaction.error || new DOMException("aborted", "AbortError"));
  });
}

// The last page that was shown, with the mark of the version that made it.
export async function lastPage(name) {
  const database = await opened(name);
  const page = await asked(database.transaction("state").objectStore("state").get("page"));
  database.close();
  return page;
}
