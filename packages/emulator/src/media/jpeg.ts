/** The width and height of a block, which JPEG encodes as one. */
const BLOCK = 8;
const BLOCK_SIZE = BLOCK * BLOCK;
/** By what each coefficient is divided. With this one, the first coefficient of a block of one colour is that colour. */
const QUANTUM = 8;
/** Brightness and two differences of colour. */
const COMPONENTS = [1, 2, 3];
/** How many bits a block takes whose colour is that of the block before: for each component a size of 0, and the end. */
const REPEATED_BLOCK_BITS = 15;

/**
 * Encodes a picture of one colour as a baseline JPEG without subsampling. Only the first block says the colour; each further
 * one consists of zeros.
 *
 * @param colour red, green and blue, from 0 to 255
 */
export function encodeJpeg(
  width: number,
  height: number,
  [r = 0, g = 0, b = 0]: readonly number[],
): Uint8Array<ArrayBuffer> {
  const brightness = 0.299 * r + 0.587 * g + 0.114 * b;
  const values = [
    brightness - 128,
    (b - brightness) * 0.564,
    (r - brightness) * 0.713,
  ];
  const first = values.map((value) => bitsOf(Math.round(value))).join("");
  const blocks = Math.ceil(width / BLOCK) * Math.ceil(height / BLOCK);
  const bitCount = first.length + (blocks - 1) * REPEATED_BLOCK_BITS;
  const bits = first.padEnd(bitCount, "0");
  // The last byte is filled with ones.
  const filled = bits.padEnd(Math.ceil(bitCount / 8) * 8, "1");
  const bytes = filled.match(/.{8}/g) ?? [];
  const data = bytes.map((byte) => Number.parseInt(byte, 2));
  return Uint8Array.from([
    ...headerOf(width, height),
    // After a byte of ones, JPEG requires a byte of zeros.
    ...data.flatMap((byte) => (byte === 0xff ? [byte, 0] : byte)),
    0xff,
    0xd9,
  ]);
}

/** The bits of the first block of a component: how many bits its value has, the value, and the end of the block. */
function bitsOf(value: number): string {
  const size = value === 0 ? 0 : 32 - Math.clz32(Math.abs(value));
  // A negative value is written as the complement of its absolute value.
  const written = value < 0 ? value + 2 ** size - 1 : value;
  const digits = size === 0 ? "" : written.toString(2).padStart(size, "0");
  return `${size.toString(2).padStart(4, "0")}${digits}0`;
}

/** A code of four bits for each size of a value. */
const SIZES = Array.from({ length: 12 }, (_, size) => size);
const END_OF_BLOCK = 0;

function headerOf(width: number, height: number): readonly number[] {
  return [
    0xff,
    0xd8,
    ...segment(0xe0, [
      ...new TextEncoder().encode("JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0"),
    ]),
    ...segment(0xdb, [0, ...Array<number>(BLOCK_SIZE).fill(QUANTUM)]),
    ...segment(0xc0, [
      8,
      ...twoBytes(height),
      ...twoBytes(width),
      COMPONENTS.length,
      ...COMPONENTS.flatMap((id) => [id, 0x11, 0]),
    ]),
    ...segment(0xc4, [0x00, ...codesOf(4, SIZES)]),
    ...segment(0xc4, [0x10, ...codesOf(1, [END_OF_BLOCK])]),
    ...segment(0xda, [
      COMPONENTS.length,
      ...COMPONENTS.flatMap((id) => [id, 0x00]),
      0,
      BLOCK_SIZE - 1,
      0,
    ]),
  ];
}

/** A table of codes that all have the same length: how many codes each length has, and the symbols in order. */
function codesOf(length: number, symbols: readonly number[]): number[] {
  const counts = Array<number>(16).fill(0);
  counts[length - 1] = symbols.length;
  return [...counts, ...symbols];
}

function segment(marker: number, data: readonly number[]): number[] {
  return [0xff, marker, ...twoBytes(data.length + 2), ...data];
}

function twoBytes(value: number): [number, number] {
  return [value >> 8, value & 0xff];
}
