import { createBits, type Bits } from "./bits.js";

/** In macroblocks of 16 by 16 pixels. */
interface PictureSize {
  readonly columns: number;
  readonly rows: number;
}

/** The colour of one column of pixels: luma, blue and red difference, each from 1 to 255. */
type Colour = readonly [number, number, number];

const baseline = 66;
const level3 = 30;

/** What a decoder must know beforehand: Baseline profile, level 3, no deblocking where a slice says so. */
export function parameterSets({ columns, rows }: PictureSize) {
  const sps = createBits();
  sps.put(8, 0x67).put(8, baseline).put(8, 0b1100_0000).put(8, level3);
  // Set 0, frame numbers of 4 bits, order of output as of decoding, no reference frames, no gaps.
  sps.ue(0).ue(0).ue(2).ue(0).put(1, 0);
  sps.ue(columns - 1).ue(rows - 1);
  // Frames only, direct inference, no cropping, no further information.
  sps.put(1, 1).put(1, 1).put(1, 0).put(1, 0);
  const pps = createBits();
  // Set 0 of SPS 0, CAVLC, no picture order in slices, one slice group, one reference each, no weights.
  pps.put(8, 0x68).ue(0).ue(0).put(1, 0).put(1, 0).ue(0).ue(0).ue(0);
  pps.put(1, 0).put(2, 0).se(0).se(0).se(0);
  // Deblocking is controlled by slices; no constrained prediction, no redundant pictures.
  pps.put(1, 1).put(1, 0).put(1, 0);
  return { sps: sps.unit(), pps: pps.unit() };
}

/**
 * A picture of vertical stripes, one colour for each column of pixels, as one key frame: the top row of macroblocks
 * is stored as it is, and every other is predicted from the one above, with nothing added.
 */
export function encodePicture(
  size: PictureSize,
  stripes: readonly Colour[],
  index: number,
): Uint8Array<ArrayBuffer> {
  const bits = createBits();
  // A key frame: first macroblock 0, an I slice, PPS 0, frame number 0. Two in a row differ in their id.
  bits
    .put(8, 0x65)
    .ue(0)
    .ue(7)
    .ue(0)
    .put(4, 0)
    .ue(index % 2);
  // Not kept for long, quantiser as it stands, no deblocking.
  bits.put(1, 0).put(1, 0).se(0).ue(1);
  for (let column = 0; column < size.columns; column += 1) {
    storeBlock(bits, stripes.slice(column * 16, column * 16 + 16));
  }
  for (let row = 1; row < size.rows; row += 1) {
    for (let column = 0; column < size.columns; column += 1) {
      predictBlock(bits, row, column);
    }
  }
  return bits.unit();
}

/** I_PCM: 256 luma samples, then 64 of each chroma plane at half the resolution. */
function storeBlock(bits: Bits, columns: readonly Colour[]): void {
  bits.ue(25).align();
  for (let y = 0; y < 16; y += 1) {
    for (const [luma] of columns) bits.put(8, luma);
  }
  for (const plane of [1, 2] as const) {
    for (let y = 0; y < 8; y += 1) {
      for (let x = 0; x < 16; x += 2) bits.put(8, columns[x]?.[plane] ?? 128);
    }
  }
}

/** Intra 16x16 with vertical prediction (macroblock type 1, chroma mode 2), quantiser as before, no coefficients. */
function predictBlock(bits: Bits, row: number, column: number): void {
  bits.ue(1).ue(2).se(0);
  // How "none" is coded depends on the neighbours: a stored block counts as full, one predicted as empty.
  const above = row === 1 ? 16 : 0;
  const context = column === 0 ? above : (above + 1) >> 1;
  if (context >= 8) bits.put(6, 0b000011);
  else bits.put(1, 1);
}
