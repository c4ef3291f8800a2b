import { isRecord } from './records.ts';

/** How deep attributes may be nested, as in WordPress (PHP's `json_decode`): what is written again, or walked, goes down with each level. */
const deepest = 512;

/** Attributes as a block's comment holds them; undefined where they are broken, no object, or nested deeper than 512 levels. */
export function readJson(json: string): Readonly<Record<string, unknown>> | undefined {
  if (isTooDeep(json)) return undefined;
  try {
    const attributes: unknown = JSON.parse(json);
    return isRecord(attributes) ? attributes : undefined;
  } catch {
    return undefined; // as broken as the parser of blocks finds it
  }
}

function isTooDeep(json: string): boolean {
  if (json.length <= 2 * deepest) return false; // each level has an end
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (isText) {
      if (character === '\\') at++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') {
      if (++depth > deepest) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
}

/** JSON in its one spelling, with the keys of every object sorted; undefined for a text that is no JSON, or is nested too deep to be written again. */
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

/** JSON that may stand in a `<script>`: nothing in it ends the element or opens a comment, and it parses to the same value. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
