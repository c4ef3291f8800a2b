/**
 * Proof of work: for each round from 0, a number such that SHA-256 of `{seed}:{round}:{number}` starts with enough zero
 * bits. Many small rounds take nearly the same time for every visitor; one large round would not.
 */
export const workRounds = 24;
const workBits = 11;

/** The hashed text: at most 55 ASCII characters, so that it is one block. */
function workText(seed: string, round: number, number: number): string {
  return `${seed}:${round}:${number}`;
}

/** The first 64 primes. */
const primes: readonly number[] = Array.from({ length: 310 }, (_, index) => index + 2).filter((n, _, all) =>
  all.every((divisor) => divisor * divisor > n || n % divisor !== 0),
);
/** The first 32 bits of the fractional part. */
const fraction = (x: number) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

/**
 * The first 32 bits of a text's SHA-256, for texts of one block. Browsers have no native hash on insecure pages, and only a slow one on others.
 * `words`: a buffer to reuse, of 64 numbers.
 */
export function firstHashBits(text: string, words = new Int32Array(64)): number {
  words.fill(0);
  for (let at = 0; at < text.length; at++)
    words[at >> 2] = (words[at >> 2] ?? 0) | (text.charCodeAt(at) << (24 - (at % 4) * 8));
  words[text.length >> 2] = (words[text.length >> 2] ?? 0) | (0x80 << (24 - (text.length % 4) * 8));
  words[15] = text.length * 8;
  for (let at = 16; at < 64; at++) {
    const early = words[at - 15] ?? 0;
    const late = words[at - 2] ?? 0;
    const small = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const large = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + small + (words[at - 7] ?? 0) + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = start;
  for (let at = 0; at < 64; at++) {
    const up = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + up + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + (words[at] ?? 0)) | 0;
    const down = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (down + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  return (a + (start[0] ?? 0)) >>> 0;
}

function isEnough(bits: number): boolean {
  return bits >>> (32 - workBits) === 0;
}

export function doWork(seed: string): number[] {
  const words = new Int32Array(64);
  return Array.from({ length: workRounds }, (_, round) => {
    let number = 0;
    while (!isEnough(firstHashBits(workText(seed, round, number), words))) number++;
    return number;
  });
}

export function isWork(seed: string, numbers: readonly number[]): boolean {
  return (
    numbers.length === workRounds &&
    numbers.every(
      (number, round) =>
        Number.isSafeInteger(number) &&
        number >= 0 &&
        number < 1e9 &&
        isEnough(firstHashBits(workText(seed, round, number))),
    )
  );
}
