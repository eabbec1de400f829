/**
 * Encodes an 8-bit RGB picture. The rows come as PNG stores them: a filter byte, then three bytes for each pixel.
 * Works wherever `CompressionStream` does; its "deflate" is the zlib format that PNG asks for.
 */
export async function encodePng(
  width: number,
  height: number,
  rows: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = new Blob([rows])
    .stream()
    .pipeThrough(new CompressionStream("deflate"));
  const data = new Uint8Array(await new Response(compressed).arrayBuffer());
  const parts = [
    signature,
    chunk("IHDR", header(width, height)),
    chunk("IDAT", data),
    chunk("IEND"),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Bit depth 8, colour type 2 (RGB), then the only compression, filter and interlace methods in use. */
function header(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  bytes.set([8, 2, 0, 0, 0], 8);
  return bytes;
}

/** Length, type, data, and the CRC of type and data. */
function chunk(type: string, data = new Uint8Array()): Uint8Array<ArrayBuffer> {
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
  for (const byte of bytes)
    crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1)
    crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});
