/** Deepest nesting of a body, as in PHP. */
const deepest = 512;

const [quote, colon, openList, closeList, openObject, closeObject] = ['"', ':', '[', ']', '{', '}'].map((sign) => sign.charCodeAt(0));

/** Why a JSON text is not to be read, though it may be well formed: it is nested too deep, or says a name twice. Linear in time. */
export function jsonFault(text: string): string | undefined {
  /** The names of each object that is open; null for a list. */
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === openList || sign === openObject) {
      if (open.push(sign === openObject ? new Set() : null) > deepest) return `Nested deeper than ${deepest} levels`;
    } else if (sign === closeList || sign === closeObject) open.pop();
    else if (sign === quote) {
      const end = endOfText(text, at);
      const names = open.at(-1);
      if (names && isName(text, end)) {
        const name = written(text.slice(at, end));
        if (names.has(name)) return `The name "${name.slice(0, 80).toWellFormed()}" is said twice`;
        names.add(name);
      }
      at = end - 1;
    }
  }
  return undefined;
}

/** The place behind the text in quotes that begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at + 1;
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
