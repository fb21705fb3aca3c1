/** Random numbers from 0 up to 1, repeatable by seed. */
export type Random = () => number;

/** Seeds a generator with a text and a number (FNV-1a into mulberry32). */
export function createRandom(text: string, seed: number): Random {
  let state = 0x811c9dc5 ^ seed;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

export function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

/** A smooth random curve from -1 to 1: octaves of value noise. */
export function createNoise(random: Random, octaves: number): (x: number) => number {
  const layers = Array.from({ length: octaves }, () => Array.from({ length: 256 }, () => random() * 2 - 1));
  return (x) => {
    let sum = 0;
    let reach = 0;
    for (const [octave, values] of layers.entries()) {
      const weight = 0.5 ** octave;
      sum += weight * valueAt(values, x * 2 ** octave);
      reach += weight;
    }
    return sum / reach;
  };
}

function valueAt(values: readonly number[], x: number): number {
  const left = Math.floor(x);
  const share = x - left;
  const eased = share * share * (3 - 2 * share);
  const from = values[left & 255] ?? 0;
  return from + eased * ((values[(left + 1) & 255] ?? 0) - from);
}
