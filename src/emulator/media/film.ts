import { movie } from "./mp4.js";
import { encodePicture, parameterSets } from "./h264.js";
import { createRandom } from "./random.js";

const framesPerSecond = 8;
/** Macroblocks of 16 by 16 pixels: 96 by 64 pixels in all. */
const size = { columns: 6, rows: 4 };

/** Stripes of colour that drift past, as MP4 with H.264: real, small, and played by every browser. */
export function film(seconds: number, seed: number): Uint8Array<ArrayBuffer> {
  const random = createRandom(seed);
  const [hue, drift] = [random(), 0.5 + random()];
  const count = Math.max(1, Math.round(seconds * framesPerSecond));
  const frames = Array.from({ length: count }, (_, frame) => {
    const turn = (drift * frame) / (framesPerSecond * 5);
    const stripes = Array.from({ length: size.columns * 16 }, (_, x) =>
      colourAt(hue + turn, x / (size.columns * 16)),
    );
    return encodePicture(size, stripes, frame);
  });
  return movie({
    ...{ frames, framesPerSecond, ...parameterSets(size) },
    ...{ width: size.columns * 16, height: size.rows * 16 },
  });
}

/** Luma and the two chroma values of a column, from 40 to 216. */
function colourAt(phase: number, place: number): [number, number, number] {
  const wave = (turns: number) =>
    Math.sin(2 * Math.PI * (phase * turns + place));
  return [
    Math.round(128 + 50 * wave(1)),
    Math.round(128 + 70 * wave(2)),
    Math.round(128 + 70 * wave(3)),
  ];
}
