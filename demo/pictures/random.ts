import { shortHash } from '../../src/lib/hash.ts';

/** A source of numbers that is the same everywhere for the same seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number, both ends included. */
  whole(low: number, high: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  chance(probability: number): boolean;
  /** Smooth noise of the plane, about -1 to 1; features are about 1 wide. */
  noise(x: number, y: number): number;
}

/** Numbers that depend on `seed` alone. */
export function seededRandom(seed: string): Random {
  let state = Number.parseInt(shortHash(seed).slice(-6), 36) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const salt = Math.floor(next() * 1e6);
  const between = (low: number, high: number) => low + (high - low) * next();
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  return {
    next,
    between,
    whole,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
    chance: (probability) => next() < probability,
    noise: (x, y) => octaves(x, y, salt),
  };
}

function octaves(x: number, y: number, salt: number): number {
  return (
    valueNoise(x, y, salt) * 0.68 +
    valueNoise(x * 2.1 + 17, y * 2.1 + 9, salt) * 0.24 +
    valueNoise(x * 4.3 + 5, y * 4.3 + 31, salt) * 0.08
  );
}

function lattice(x: number, y: number, salt: number): number {
  let mixed = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(salt, 2246822519);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2147483648 - 1;
}

function valueNoise(x: number, y: number, salt: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [ease(x - left), ease(y - top)];
  const upper = mix(lattice(left, top, salt), lattice(left + 1, top, salt), across);
  const lower = mix(lattice(left, top + 1, salt), lattice(left + 1, top + 1, salt), across);
  return mix(upper, lower, down);
}

const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
const mix = (from: number, to: number, share: number) => from + (to - from) * share;
