import { createRandom } from "./random.js";

const rate = 8000;
const headerBytes = 44;

/** A soft tone that swells and fades, as WAV: PCM, mono, 8000 samples of 16 bits a second. */
export function tone(seconds: number, seed: number): Uint8Array<ArrayBuffer> {
  const random = createRandom(seed);
  const length = Math.max(1, Math.round(seconds * rate));
  const bytes = new Uint8Array(headerBytes + length * 2);
  const view = new DataView(bytes.buffer);
  writeHeader(view, length * 2);
  const turn = (2 * Math.PI * (180 + 160 * random())) / rate;
  const swell = (2 * Math.PI * (0.3 + 0.5 * random())) / rate;
  for (let index = 0; index < length; index += 1) {
    const ends = Math.min(1, index / 400, (length - index) / 400);
    const loudness = 4000 * ends * (0.6 + 0.4 * Math.sin(swell * index));
    const wave = Math.sin(turn * index) + 0.3 * Math.sin(2 * turn * index);
    view.setInt16(headerBytes + index * 2, loudness * wave, true);
  }
  return bytes;
}

function writeHeader(view: DataView, dataBytes: number): void {
  const text = (at: number, word: string) =>
    new TextEncoder()
      .encode(word)
      .forEach((byte, index) => view.setUint8(at + index, byte));
  text(0, "RIFF");
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, dataBytes, true);
}
