import { isRecord } from '../is-record.ts';

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
