// For the page and the service worker alike, which is no module: a file of a version as it is kept. `X.gz`
// becomes `X`, which is what has come already where a host declares the packing as an encoding; a file that
// is not the announced one is none, so that two versions never mix.
self.keptName = (name) => name.replace(/\.gz$/, "");

self.fileToKeep = async (name, blob, { hashes = {}, unpacked = {} }) => {
  const digest = await self.digest(blob);
  const comesUnpacked = digest === unpacked[name];
  if (digest !== hashes[name] && !comesUnpacked) return null;
  const packed = name.endsWith(".gz") && !comesUnpacked;
  return self.keptAnswer(
    packed ? blob.stream().pipeThrough(new DecompressionStream("gzip")) : blob,
    self.keptName(name),
  );
};

self.keptAnswer = (body, name) =>
  new Response(body, {
    headers: { "Content-Type": self.TYPES[name.split(".").pop()] || "application/octet-stream" },
  });

self.TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  mjs: "text/javascript",
  css: "text/css",
  json: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

self.digest = async (blob) => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};
