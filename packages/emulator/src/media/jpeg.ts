/** The width and height of a block, which JPEG encodes as one. */
export const BLOCK = 8;
const BLOCK_SIZE = BLOCK * BLOCK;
/** Red, green and blue; or brightness and two differences of colour. */
const CHANNELS = 3;
/** By what every coefficient is divided: small enough for sharp letters. */
const QUANTUM = 4;

/**
 * Encodes an 8-bit RGB picture as a baseline JPEG without subsampling. The Huffman codes all have the same length: blocks of
 * one colour, of which the pictures of the emulator consist, are short all the same.
 *
 * @param pixels the rows, with three bytes for each pixel
 */
export function encodeJpeg(
  width: number,
  height: number,
  pixels: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const bits = new BitWriter();
  const block = Array.from(
    { length: CHANNELS },
    () => new Float64Array(BLOCK_SIZE),
  );
  const last = [0, 0, 0];
  for (let top = 0; top < height; top += BLOCK)
    for (let left = 0; left < width; left += BLOCK) {
      readBlock(block, pixels, { left, top, width, height });
      block.forEach((samples, channel) => {
        const values = quantize(samples);
        const first = values[0] ?? 0;
        writeFirst(bits, first - (last[channel] ?? 0));
        last[channel] = first;
        writeOthers(bits, values);
      });
    }
  return Uint8Array.from([
    ...headerOf(width, height),
    ...bits.end(),
    0xff,
    0xd9,
  ]);
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Reads a block as brightness and differences of colour around zero. Beyond an edge, the last pixel is repeated. */
function readBlock(
  [luma, blue, red]: readonly Float64Array[],
  pixels: Uint8Array,
  { left, top, width, height }: Place,
): void {
  if (!luma || !blue || !red) return;
  for (let index = 0; index < BLOCK_SIZE; index += 1) {
    const x = Math.min(left + (index % BLOCK), width - 1);
    const y = Math.min(top + Math.floor(index / BLOCK), height - 1);
    const at = (y * width + x) * CHANNELS;
    const r = pixels[at] ?? 0;
    const g = pixels[at + 1] ?? 0;
    const b = pixels[at + 2] ?? 0;
    const brightness = 0.299 * r + 0.587 * g + 0.114 * b;
    luma[index] = brightness - 128;
    blue[index] = (b - brightness) * 0.564;
    red[index] = (r - brightness) * 0.713;
  }
}

/** The coefficients of a block in zigzag order. A block of one colour has only the first one. */
function quantize(samples: Float64Array): Int16Array {
  const values = new Int16Array(BLOCK_SIZE);
  const first = samples[0] ?? 0;
  if (samples.every((sample) => sample === first)) {
    values[0] = Math.round((first * BLOCK) / QUANTUM);
    return values;
  }
  const coefficients = transform(transform(samples));
  ZIGZAG.forEach((place, index) => {
    values[index] = Math.round((coefficients[place] ?? 0) / QUANTUM);
  });
  return values;
}

/** The cosine transform of each row, as columns: twice applied, that of the block. */
function transform(samples: Float64Array): Float64Array {
  const result = new Float64Array(BLOCK_SIZE);
  for (let row = 0; row < BLOCK; row += 1)
    for (let frequency = 0; frequency < BLOCK; frequency += 1) {
      let sum = 0;
      for (let x = 0; x < BLOCK; x += 1)
        sum +=
          (samples[row * BLOCK + x] ?? 0) *
          (COSINES[frequency * BLOCK + x] ?? 0);
      result[frequency * BLOCK + row] = sum;
    }
  return result;
}

const COSINES = Float64Array.from({ length: BLOCK_SIZE }, (_, index) => {
  const frequency = Math.floor(index / BLOCK);
  const x = index % BLOCK;
  const scale = frequency === 0 ? Math.SQRT1_2 : 1;
  const angle = ((2 * x + 1) * frequency * Math.PI) / (2 * BLOCK);
  return (scale / 2) * Math.cos(angle);
});

/** The places of a block along its diagonals, which go up and down in turn. */
const ZIGZAG = Array.from({ length: BLOCK_SIZE }, (_, place) => place).sort(
  (a, b) => rankOf(a) - rankOf(b),
);

function rankOf(place: number): number {
  const x = place % BLOCK;
  const y = Math.floor(place / BLOCK);
  const diagonal = x + y;
  return diagonal * BLOCK + (diagonal % 2 === 0 ? x : y);
}

/** A code for the number of bits of a difference: four bits. */
const FIRST_SYMBOLS = Array.from({ length: 12 }, (_, size) => size);
/** A code for how many zeros precede a value, and for the number of its bits: eight bits. */
const END_OF_BLOCK = 0x00;
const SIXTEEN_ZEROS = 0xf0;
const OTHER_SYMBOLS = [
  END_OF_BLOCK,
  SIXTEEN_ZEROS,
  ...Array.from({ length: 16 * 10 }, (_, index) => {
    const zeros = Math.floor(index / 10);
    return zeros * 16 + (index % 10) + 1;
  }),
];
const OTHER_CODES = new Map(
  OTHER_SYMBOLS.map((symbol, code) => [symbol, code]),
);

function writeFirst(bits: BitWriter, difference: number): void {
  const size = sizeOf(difference);
  bits.write(size, 4);
  writeValue(bits, difference, size);
}

function writeOthers(bits: BitWriter, values: Int16Array): void {
  let zeros = 0;
  for (let index = 1; index < BLOCK_SIZE; index += 1) {
    const value = values[index] ?? 0;
    if (value === 0) {
      zeros += 1;
      continue;
    }
    for (; zeros > 15; zeros -= 16) writeSymbol(bits, SIXTEEN_ZEROS);
    const size = sizeOf(value);
    writeSymbol(bits, zeros * 16 + size);
    writeValue(bits, value, size);
    zeros = 0;
  }
  if (zeros > 0) writeSymbol(bits, END_OF_BLOCK);
}

function writeSymbol(bits: BitWriter, symbol: number): void {
  bits.write(OTHER_CODES.get(symbol) ?? 0, 8);
}

/** How many bits the absolute value takes. */
function sizeOf(value: number): number {
  return value === 0 ? 0 : 32 - Math.clz32(Math.abs(value));
}

/** A negative value is written as the complement of its absolute value. */
function writeValue(bits: BitWriter, value: number, size: number): void {
  bits.write(value < 0 ? value + 2 ** size - 1 : value, size);
}

/** Collects bits. After a byte of ones, JPEG requires a byte of zeros. */
class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;
  #count = 0;

  write(value: number, count: number): void {
    this.#bits = (this.#bits << count) | value;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#bits >> this.#count) & 0xff;
      this.#bytes.push(byte);
      if (byte === 0xff) this.#bytes.push(0);
    }
    this.#bits &= 2 ** this.#count - 1;
  }

  /** The bytes, the last of them filled with ones. */
  end(): readonly number[] {
    const missing = (8 - this.#count) % 8;
    this.write(2 ** missing - 1, missing);
    return this.#bytes;
  }
}

function headerOf(width: number, height: number): readonly number[] {
  const components = [1, 2, 3];
  return [
    0xff,
    0xd8,
    ...segment(0xe0, [
      ...new TextEncoder().encode("JFIF\0"),
      1,
      1,
      0,
      0,
      1,
      0,
      1,
      0,
      0,
    ]),
    ...segment(0xdb, [0, ...Array<number>(BLOCK_SIZE).fill(QUANTUM)]),
    ...segment(0xc0, [
      8,
      ...twoBytes(height),
      ...twoBytes(width),
      CHANNELS,
      ...components.flatMap((id) => [id, 0x11, 0]),
    ]),
    ...segment(0xc4, [0x00, ...codesOf(4, FIRST_SYMBOLS)]),
    ...segment(0xc4, [0x10, ...codesOf(8, OTHER_SYMBOLS)]),
    ...segment(0xda, [
      CHANNELS,
      ...components.flatMap((id) => [id, 0x00]),
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
