import { unserialize } from '../php-serialize.ts';
import type { PhpValue } from '../php-serialize.ts';

/** The value in a serialized PHP text as JSON would hold it; undefined for any other text. Objects are read as data and never created. */
export function readPhpData(text: string): unknown {
  const value = unserialize(text);
  return value === undefined ? undefined : plainPhp(value);
}

/** Lists become arrays, other maps records. */
function plainPhp(value: PhpValue): unknown {
  if (!(value instanceof Map)) return value;
  const entries = [...value];
  if (entries.every(([key], index) => key === String(index)))
    return entries.map(([, inner]) => plainPhp(inner));
  return Object.fromEntries(
    entries.filter(([key]) => key !== '__proto__').map(([key, inner]) => [key, plainPhp(inner)]),
  );
}
