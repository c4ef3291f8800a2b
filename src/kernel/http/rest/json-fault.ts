import { startOf } from '../../../lib/start-of.ts';
/** Deepest nesting of a body, as in PHP. */
const deepest = 512;
/** Most values: millions of them would keep the process busy for seconds. */
const mostValues = 100_000;

const quote = 0x22;
const colon = 0x3a;
const comma = 0x2c;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Why a JSON text is not to be read, though it may be well formed: it is nested too deep, holds too many values, or says a name twice. Linear in time. */
export function jsonFault(text: string): string | undefined {
  /** The names of each object that is open, undefined before the first; null for a list. */
  const open: (Set<string> | null | undefined)[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if ((sign === comma || sign === openList || sign === openObject) && ++values > mostValues)
      return `More than ${mostValues} values`;
    if (sign === openList || sign === openObject) {
      if (open.push(sign === openObject ? undefined : null) > deepest)
        return `Nested deeper than ${deepest} levels`;
    } else if (sign === closeList || sign === closeObject) open.pop();
    else if (sign === quote) {
      const end = endOfText(text, at);
      const names = open.at(-1);
      if (names !== null && isName(text, end)) {
        const name = written(text.slice(at, end));
        if (names?.has(name)) return `The name "${startOf(name, 80)}" is said twice`;
        if (names) names.add(name);
        else open[open.length - 1] = new Set([name]);
      }
      at = end - 1;
    }
  }
  return undefined;
}

/** The place behind the text in quotes that begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === quote) return at + 1;
    if (sign === backslash) at++;
  }
  return json.length;
}

function isName(json: string, end: number): boolean {
  let at = end;
  while (json.charCodeAt(at) <= 0x20) at++;
  return json.charCodeAt(at) === colon;
}

/** A name without its quotes, however it is escaped. */
function written(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted; // the whole is no JSON, and is refused for that
  }
}
