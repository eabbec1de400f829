type Bytes = Uint8Array<ArrayBuffer>;

/** A film of key frames. */
interface Movie {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** One NAL unit each. */
  readonly frames: readonly Bytes[];
  readonly sps: Bytes;
  readonly pps: Bytes;
}

/** Milliseconds are the unit of time in the header. */
const timescale = 1000;

/** An MP4 file with one track of H.264, made to be played while it is loaded. */
export function movie(film: Movie): Bytes {
  const samples = film.frames.map((frame) => join(u32(frame.length), frame));
  const type = box("ftyp", text("isom"), u32(512), text("isomiso2avc1mp41"));
  const headOf = (offset: number) =>
    box("moov", header(film), track(film, samples, offset));
  const offset = type.length + headOf(0).length + 8;
  return join(type, headOf(offset), box("mdat", ...samples));
}

function durationOf({ frames, framesPerSecond }: Movie): number {
  return Math.round((frames.length * timescale) / framesPerSecond);
}

function header(film: Movie): Bytes {
  const times = join(u32(0, 0, timescale, durationOf(film)));
  // Speed 1.0, volume 1.0, reserved, the identity matrix, reserved, and the number of the next track.
  return full(
    "mvhd",
    0,
    times,
    u32(0x10000),
    u16(0x100, 0),
    u32(0, 0),
    matrix,
    u32(0, 0, 0, 0, 0, 0, 2),
  );
}

function track(film: Movie, samples: readonly Bytes[], offset: number): Bytes {
  const { width, height } = film;
  const shape = [u16(0, 0, 0, 0), matrix, u32(width << 16, height << 16)];
  // Flags 3: the track is on, and part of the film.
  const head = full(
    "tkhd",
    3,
    u32(0, 0, 1, 0, durationOf(film), 0, 0),
    ...shape,
  );
  return box("trak", head, media(film, samples, offset));
}

function media(film: Movie, samples: readonly Bytes[], offset: number): Bytes {
  const undetermined = 0x55c4;
  const head = full(
    "mdhd",
    0,
    u32(0, 0, timescale, durationOf(film)),
    u16(undetermined, 0),
  );
  const handler = full(
    "hdlr",
    0,
    u32(0),
    text("vide"),
    u32(0, 0, 0),
    text("film\0"),
  );
  const here = box("dinf", full("dref", 0, u32(1), full("url ", 1)));
  const table = sampleTable(film, samples, offset);
  const information = box(
    "minf",
    full("vmhd", 1, u16(0, 0, 0, 0)),
    here,
    table,
  );
  return box("mdia", head, handler, information);
}

/** All samples lie in one chunk, take equally long, and are key frames, which is what no list of them says. */
function sampleTable(
  film: Movie,
  samples: readonly Bytes[],
  offset: number,
): Bytes {
  const { length } = samples;
  const sizes = samples.map((sample) => sample.length);
  return box(
    "stbl",
    full("stsd", 0, u32(1), description(film)),
    full(
      "stts",
      0,
      u32(1, length, Math.round(timescale / film.framesPerSecond)),
    ),
    full("stsc", 0, u32(1, 1, length, 1)),
    full("stsz", 0, u32(0, length, ...sizes)),
    full("stco", 0, u32(1, offset)),
  );
}

function description({ width, height, sps, pps }: Movie): Bytes {
  const sets = [
    Uint8Array.of(1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1),
    ...[u16(sps.length), sps, Uint8Array.of(1), u16(pps.length), pps],
  ];
  // Data reference 1, the size, 72 dots per inch, one frame a sample, no name, 24 bits, no colour table.
  return box(
    "avc1",
    ...[u32(0), u16(0, 1), u32(0, 0, 0, 0), u16(width, height)],
    ...[
      u32(0x480000, 0x480000, 0),
      u16(1),
      new Uint8Array(32),
      u16(24, 0xffff),
    ],
    box("avcC", ...sets),
  );
}

/** Pictures are shown as they are. */
const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function box(name: string, ...parts: readonly Bytes[]): Bytes {
  const content = join(...parts);
  return join(u32(content.length + 8), text(name), content);
}

/** A box that has a version, 0, and flags. */
function full(name: string, flags: number, ...parts: readonly Bytes[]): Bytes {
  return box(name, u32(flags), ...parts);
}

function join(...parts: readonly Bytes[]): Bytes {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function text(word: string): Bytes {
  return new TextEncoder().encode(word);
}

function u16(...values: readonly number[]): Bytes {
  return Uint8Array.from(values.flatMap((value) => [value >> 8, value & 255]));
}

function u32(...values: readonly number[]): Bytes {
  return join(...values.map((value) => u16(value >>> 16, value & 0xffff)));
}
