import { expect, test } from 'vitest';
import { toneFile } from './tone.ts';

test('a tone is a WAV file of the given length with the given frequency', () => {
  const file = toneFile(2, 400);
  expect([file.toString('ascii', 0, 4), file.toString('ascii', 8, 16)]).toEqual(['RIFF', 'WAVEfmt ']);
  const rate = file.readUInt32LE(24);
  const samples = file.subarray(44);
  expect([samples.length / rate, file.readUInt32LE(40), file.readUInt32LE(4)]).toEqual([
    2,
    samples.length,
    file.length - 8,
  ]);
  const rises = samples.filter((value, at) => value > 128 && (samples[at - 1] ?? 0) <= 128).length;
  expect(Math.abs(rises / 2 - 400)).toBeLessThan(2);
  expect([samples[0], samples.at(-1)]).toEqual([128, 128]);
});
