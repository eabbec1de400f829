import type { PictureSource } from "../state/job.js";
import { createRandom } from "../random.js";
import { encodeJpeg } from "./jpeg.js";

/** Renders a PNG or a JPEG of one colour, which the seed determines. */
export function renderPicture({
  kind,
  width,
  height,
  seed,
}: PictureSource): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> {
  const random = createRandom(seed);
  const colour = Array.from({ length: 3 }, () => Math.floor(random() * 256));
  return kind === "png"
    ? encodePng(width, height, colour)
    : encodeJpeg(width, height, colour);
}

/** Encodes an 8-bit RGB picture. "deflate" of `CompressionStream` is the zlib format that PNG requires. */
async function encodePng(
  width: number,
  height: number,
  colour: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = Array.from({ length: width }, () => colour).flat();
  // Each row begins with its filter, 0 for none.
  const row = Uint8Array.of(0, ...pixels);
  const compressed = new Blob(Array<Uint8Array<ArrayBuffer>>(height).fill(row))
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
