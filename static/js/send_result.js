// Sends a result: the picture that the server draws is made a PNG here, and shared with the text; where
// nothing can be shared from, the text is copied and the picture is saved. Without this script the link leads
// to both.
const FONTS = [
  ["Arbitre Serif", "../fonts/arbitre-serif.woff2"],
  ["Arbitre Serif More", "../fonts/arbitre-serif-other-letters.woff2"],
];

export function attach(link) {
  let busy = false;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    const { send, name, done, part, failed } = link.dataset;
    const words = document.querySelector("[data-sent-text]");
    const text = words.textContent;
    try {
      const picture = new File([await png(send)], name, { type: "image/png" });
      if (await shared({ text, files: [picture] })) return;
      save(picture);
      tell((await copied(words, text)) ? done : part);
    } catch {
      tell(failed);
    } finally {
      busy = false;
    }
  });
}

// A picture drawn on a canvas twice its size, so that it is sharp on a phone; the content policy lets data:
// in, not blob:.
async function png(address) {
  const [drawing, ...faces] = await Promise.all([text(address), ...FONTS.map(face)]);
  const style = `<style>${faces.join("")}</style>`;
  const image = new Image();
  const dressed = drawing.replace("</title>", `$&${style}`);
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(dressed);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

async function text(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

// A picture fetches nothing: its typeface stands in it. Without the file the letters are those of the phone.
async function face([family, file]) {
  try {
    const answer = await fetch(new URL(file, import.meta.url));
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const source = `url("data:font/woff2;base64,${packed}") format("woff2")`;
    return `@font-face { font-family: "${family}"; font-weight: 400 800; src: ${source}; }`;
  } catch {
    return "";
  }
}

// Whether the phone has taken it over; who closes its sheet again has chosen not to send, and is left alone.
async function shared(result) {
  const what = [result, { text: result.text }].find((data) => navigator.canShare?.(data));
  if (!what) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error.name === "AbortError";
  }
}

function save(picture) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = picture.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Over plain http there is no clipboard to ask for: the text is selected and copied as a thumb would.
async function copied(words, text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(words);
    return document.execCommand("copy");
  }
}

function tell(words) {
  document.querySelector("[data-sent]").textContent = words;
  document.getElementById("send").scrollIntoView({ block: "center" });
}
