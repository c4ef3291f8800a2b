import { say } from '../words.ts';

export function spokenBytes(bytes: number): string {
  if (bytes < 1000) return say('%s B', bytes);
  const power = bytes < 1_000_000 ? 1 : bytes < 1_000_000_000 ? 2 : 3;
  const amount = bytes / 1000 ** power;
  const rounded = amount.toLocaleString(undefined, { maximumFractionDigits: amount < 10 ? 1 : 0 });
  return power === 1 ? say('%s KB', rounded) : power === 2 ? say('%s MB', rounded) : say('%s GB', rounded);
}
