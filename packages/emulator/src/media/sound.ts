import { createRandom } from "../random.js";

const SAMPLES_PER_SECOND = 8000;
const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;
const AMPLITUDE = 4000;

/** Renders a tone as WAV: PCM, mono, 8000 samples of 16 bits a second. The seed determines the pitch. */
export function renderSound(
  seconds: number,
  seed: number,
): Uint8Array<ArrayBuffer> {
  const length = Math.max(1, Math.round(seconds * SAMPLES_PER_SECOND));
  const dataBytes = length * BYTES_PER_SAMPLE;
  const bytes = new Uint8Array(HEADER_BYTES + dataBytes);
  const view = new DataView(bytes.buffer);
  writeHeader(view, dataBytes);
  const frequency = 180 + 160 * createRandom(seed)();
  const phaseStep = (2 * Math.PI * frequency) / SAMPLES_PER_SECOND;
  for (let index = 0; index < length; index += 1) {
    const sample = AMPLITUDE * Math.sin(phaseStep * index);
    view.setInt16(HEADER_BYTES + index * BYTES_PER_SAMPLE, sample, true);
  }
  return bytes;
}

/** The header of a frame of MP3: MPEG-1, layer III, 32,000 bits and 44,100 samples a second, mono. */
const FRAME_HEADER = [0xff, 0xfb, 0x10, 0xc0];
const FRAME_BYTES = 104;
const SAMPLES_PER_FRAME = 1152;
const MP3_SAMPLES_PER_SECOND = 44_100;

/** Renders silence as MP3: a frame that holds only its header and zeros is silent. */
export function renderSilence(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = seconds * MP3_SAMPLES_PER_SECOND;
  const frames = Math.max(1, Math.ceil(samples / SAMPLES_PER_FRAME));
  const bytes = new Uint8Array(frames * FRAME_BYTES);
  for (let frame = 0; frame < frames; frame += 1)
    bytes.set(FRAME_HEADER, frame * FRAME_BYTES);
  return bytes;
}

function writeHeader(view: DataView, dataBytes: number): void {
  const writeText = (offset: number, text: string) =>
    new TextEncoder()
      .encode(text)
      .forEach((byte, index) => view.setUint8(offset + index, byte));
  writeText(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  writeText(8, "WAVEfmt ");
  // The length of this part, the format (1 is PCM) and the number of channels.
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLES_PER_SECOND, true);
  view.setUint32(28, SAMPLES_PER_SECOND * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, BYTES_PER_SAMPLE * 8, true);
  writeText(36, "data");
  view.setUint32(40, dataBytes, true);
}
