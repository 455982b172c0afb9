// Reads the code of a match with the camera, on the page that receives one: by the browser's own reader where
// there is one, else by a small library that comes only then. What was read is sent as if it had been pasted.
const OFTEN = 150;
const WIDEST = 1200;
const CODE = /#m=\S+/;
const part = document.querySelector("[data-scan]");
const video = part.querySelector("video");
const button = part.querySelector("button");
const status = part.querySelector("[role=status]");

part.hidden = !navigator.mediaDevices?.getUserMedia;
button.addEventListener("click", async () => {
  button.hidden = true;
  status.textContent = "";
  try {
    await scan(await reader());
  } catch (error) {
    status.textContent = error.name === "NotAllowedError" ? part.dataset.refused : part.dataset.failed;
  } finally {
    video.hidden = true;
    button.hidden = false;
  }
});

// Until a code is in view or the camera has ended, which it does when the page is left: the browser may bring
// back the same page.
async function scan(read) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const end = () => {
    stream.getTracks().forEach((track) => track.stop());
    video.srcObject = null;
  };
  addEventListener("pagehide", end, { once: true });
  try {
    video.srcObject = stream;
    video.hidden = false;
    await video.play();
    while (stream.active) {
      const text = await read().catch(() => "");
      if (CODE.test(text)) return send(text);
      status.textContent = text && part.dataset.other;
      await new Promise((done) => setTimeout(done, OFTEN));
    }
  } finally {
    end();
  }
}

function send(text) {
  const box = document.querySelector("textarea[name=code]");
  box.value = text;
  box.form.requestSubmit();
}

// Gives the text of the code in view, or none; without a code the library throws.
async function reader() {
  const formats = await self.BarcodeDetector?.getSupportedFormats?.();
  if (formats?.includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async () => (await detector.detect(video))[0]?.rawValue || "";
  }
  const { default: decode } = await import("./vendor/qr_decoder.js");
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  return async () => {
    const scale = Math.min(1, WIDEST / video.videoWidth);
    Object.assign(canvas, {
      width: Math.round(video.videoWidth * scale),
      height: Math.round(video.videoHeight * scale),
    });
    drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
    return decode(drawing.getImageData(0, 0, canvas.width, canvas.height));
  };
}
