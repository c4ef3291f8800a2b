import { isRecord } from './records.ts';

/** Nesting limit of attributes, as in WordPress (PHP's `json_decode`): serializing and walking them is recursive. */
const maxDepth = 512;

/** The attributes in a block's comment; undefined when they are invalid, not an object, or nested deeper than 512 levels. */
export function readJson(json: string): Readonly<Record<string, unknown>> | undefined {
  if (isTooDeep(json)) return undefined;
  try {
    const attributes: unknown = JSON.parse(json);
    return isRecord(attributes) ? attributes : undefined;
  } catch {
    return undefined; // as invalid as for the block parser
  }
}

function isTooDeep(json: string): boolean {
  if (json.length <= 2 * maxDepth) return false; // too short: each level needs two brackets
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (isText) {
      if (character === '\\') at++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') {
      if (++depth > maxDepth) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
}

/** JSON with the keys of every object sorted; undefined when it is invalid or nested too deeply to be serialized. */
export function canonicalJson(text: string): string | undefined {
  try {
    return JSON.stringify(sortKeys(JSON.parse(text) as unknown, 0));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function sortKeys(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > 32) return value;
  if (Array.isArray(value)) return value.map((item) => sortKeys(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item, depth + 1)]),
  );
}

/** JSON for a `<script>`: it can't end the element or open a comment, and parses to the same value. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
