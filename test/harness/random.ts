/** Deterministic random numbers in [0, 1) (mulberry32), for repeatable fuzz tests. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function randomText(random: () => number, pieces: readonly string[], count: number): string {
  let text = '';
  for (let drawn = 0; drawn < count; drawn++) text += pieces[Math.floor(random() * pieces.length)] ?? '';
  return text;
}
