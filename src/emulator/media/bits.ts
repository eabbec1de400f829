/** A NAL unit of H.264, written bit by bit. */
export interface Bits {
  /** So many bits of a number, the highest first. */
  readonly put: (count: number, value: number) => Bits;
  /** A number from 0 as an Exp-Golomb code. */
  readonly ue: (value: number) => Bits;
  /** A number of either sign as an Exp-Golomb code. */
  readonly se: (value: number) => Bits;
  /** Zeros up to the next byte. */
  readonly align: () => Bits;
  /** The unit, closed. */
  readonly unit: () => Uint8Array<ArrayBuffer>;
}

export function createBits(): Bits {
  const bytes: number[] = [];
  let [current, used] = [0, 0];
  const putBit = (bit: number) => {
    current = (current << 1) | bit;
    used += 1;
    if (used < 8) return;
    bytes.push(current);
    [current, used] = [0, 0];
  };
  const bits: Bits = {
    put: (count, value) => {
      for (let at = count - 1; at >= 0; at -= 1) putBit((value >> at) & 1);
      return bits;
    },
    ue: (value) => {
      const length = Math.floor(Math.log2(value + 1));
      return bits.put(length, 0).put(length + 1, value + 1);
    },
    se: (value) => bits.ue(value > 0 ? 2 * value - 1 : -2 * value),
    align: () => {
      while (used > 0) putBit(0);
      return bits;
    },
    unit: () => {
      putBit(1);
      bits.align();
      return protect(bytes);
    },
  };
  return bits;
}

/** Within a unit two zero bytes are followed by a 3 where a byte below 4 comes next. */
function protect(bytes: readonly number[]): Uint8Array<ArrayBuffer> {
  const safe: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte < 4) {
      safe.push(3);
      zeros = 0;
    }
    safe.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(safe);
}
