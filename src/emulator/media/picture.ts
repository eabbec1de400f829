import { encodePng } from "./png.js";
import { createRandom } from "./random.js";

/** A PNG of soft waves between four colours: the same picture for the same seed and size. */
export function paint(
  width: number,
  height: number,
  seed: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const random = createRandom(seed);
  const palette = createPalette(random);
  const across = wave(width, random);
  const down = wave(height, random);
  const diagonal = wave(width + height, random);
  const rows = new Uint8Array((width * 3 + 1) * height);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    rows[at++] = 0;
    for (let x = 0; x < width; x += 1) {
      const level = (across[x] ?? 0) + (down[y] ?? 0) + (diagonal[x + y] ?? 0);
      const colour = (level * 85) | 0;
      rows[at++] = palette[colour * 3] ?? 0;
      rows[at++] = palette[colour * 3 + 1] ?? 0;
      rows[at++] = palette[colour * 3 + 2] ?? 0;
    }
  }
  return encodePng(width, height, rows);
}

/** Levels from 0 to 1 along one direction, rising and falling once or twice. */
function wave(length: number, random: () => number): Float32Array {
  const turns = (0.5 + 1.2 * random()) * 2 * Math.PI;
  const phase = random() * 2 * Math.PI;
  return Float32Array.from(
    { length },
    (_, index) => 0.5 + 0.5 * Math.sin(phase + (turns * index) / length),
  );
}

/** 256 colours: a smooth way through four neighbouring hues, from dark to light. */
function createPalette(random: () => number): Uint8Array {
  const hue = random() * 360;
  const stops = [0.16, 0.36, 0.62, 0.9].map((light, index) =>
    toRgb(hue + index * 35, 0.6, light),
  );
  const palette = new Uint8Array(256 * 3);
  for (let index = 0; index < palette.length; index += 1) {
    const place = (Math.floor(index / 3) / 256) * (stops.length - 1);
    const before = stops[Math.floor(place)]?.[index % 3] ?? 0;
    const after = stops[Math.floor(place) + 1]?.[index % 3] ?? 0;
    palette[index] = 255 * (before + (after - before) * (place % 1));
  }
  return palette;
}

function toRgb(hue: number, saturation: number, light: number): number[] {
  const chroma = saturation * Math.min(light, 1 - light);
  return [0, 8, 4].map((offset) => {
    const sector = (offset + hue / 30) % 12;
    return light - chroma * Math.max(-1, Math.min(sector - 3, 9 - sector, 1));
  });
}
