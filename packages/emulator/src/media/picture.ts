import type { PictureSource } from "../state/job.js";
import { createRandom } from "../random.js";
import { BLOCK, encodeJpeg } from "./jpeg.js";
import { placeholderSquares } from "./placeholder-text.js";

/**
 * Renders a PNG or a JPEG of a gradient between two colours, with a text that says that the picture is a placeholder, and for
 * which prompt: the same picture for the same source.
 */
export function renderPicture(
  source: PictureSource,
): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> {
  const { kind, width, height } = source;
  return kind === "png"
    ? encodePng(width, height, paint(source, 1))
    : encodeJpeg(width, height, paint(source, BLOCK));
}

/** The rows of a picture, with three bytes for each pixel. The colour of the gradient changes after `step` pixels. */
function paint(
  { width, height, seed, prompt = "" }: PictureSource,
  step: number,
): Uint8Array<ArrayBuffer> {
  const random = createRandom(seed);
  const from = randomColour(random);
  const to = randomColour(random);
  // All pixels of a diagonal have one colour, so that each row is a part of one line of colours.
  const length = width + height;
  const line = new Uint8Array(length * 3);
  for (let at = 0; at < length; at += 1) {
    const share = (at - (at % step)) / length;
    for (let channel = 0; channel < 3; channel += 1) {
      const start = from[channel] ?? 0;
      const end = to[channel] ?? 0;
      line[at * 3 + channel] = start + (end - start) * share;
    }
  }
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const first = y - (y % step);
    const row = line.subarray(first * 3, (first + width) * 3);
    pixels.set(row, y * width * 3);
  }
  for (const { left, top, size } of placeholderSquares(width, height, prompt))
    for (let y = top; y < top + size; y += 1) {
      const start = (y * width + left) * 3;
      pixels.fill(WHITE, start, start + size * 3);
    }
  return pixels;
}

const WHITE = 255;

/** The brightest part of a colour behind white letters. */
const MAX_BRIGHTNESS = 128;

/** Red, green and blue. */
function randomColour(random: () => number): number[] {
  return Array.from({ length: 3 }, () => Math.floor(random() * MAX_BRIGHTNESS));
}

/** Encodes an 8-bit RGB picture. "deflate" of `CompressionStream` is the zlib format that PNG requires. */
async function encodePng(
  width: number,
  height: number,
  pixels: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = new Blob([withFilters(pixels, width * 3)])
    .stream()
    .pipeThrough(new CompressionStream("deflate"));
  const data = new Uint8Array(await new Response(compressed).arrayBuffer());
  const parts = [
    PNG_SIGNATURE,
    chunk("IHDR", imageHeader(width, height)),
    chunk("IDAT", data),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The rows as PNG stores them: each begins with its filter, 0 for none. */
function withFilters(
  pixels: Uint8Array<ArrayBuffer>,
  rowLength: number,
): Uint8Array<ArrayBuffer> {
  const rows = pixels.length / rowLength;
  const filtered = new Uint8Array(pixels.length + rows);
  for (let row = 0; row < rows; row += 1) {
    const start = row * rowLength;
    filtered.set(pixels.subarray(start, start + rowLength), start + row + 1);
  }
  return filtered;
}

const PNG_SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);

/** Bit depth 8, colour type 2 (RGB), and the only compression, filter and interlace methods in use. */
function imageHeader(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  bytes.set([8, 2, 0, 0, 0], 8);
  return bytes;
}

/** Length, type, data, and the CRC of type and data. */
function chunk(
  type: string,
  data: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    const entry = CRC_TABLE[(crc ^ byte) & 0xff] ?? 0;
    crc = entry ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) {
    const shifted = crc >>> 1;
    crc = crc & 1 ? shifted ^ 0xedb88320 : shifted;
  }
  return crc >>> 0;
});
