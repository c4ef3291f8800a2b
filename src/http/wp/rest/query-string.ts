/** A parameter as sent: text, a list (`name[]=a&name[]=b`), or something with keys of its own (`name[key]=…`), which no parameter here takes. */
export type RawValue = string | readonly string[] | { readonly keyed: true };

/** Parameters beyond this many are left out, as PHP does. */
const mostParams = 1000;

/** Reads a query string (without `?`) the way PHP does: the last value of a name wins, brackets make lists. */
export function parseQueryString(query: string): Map<string, RawValue> {
  const found = new Map<string, RawValue>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(query)) {
    if (++count > mostParams) break;
    const [, base = '', brackets = ''] = /^([^[]+)((?:\[[^\]]*\])*)/.exec(name) ?? [];
    if (base === '') continue;
    if (brackets === '') found.set(base, value);
    else if (/^\[\d*\]$/.test(brackets)) {
      const before = found.get(base);
      found.set(base, Array.isArray(before) ? [...before, value] : [value]);
    } else found.set(base, { keyed: true });
  }
  return found;
}

/** Whether a value is a list. `Array.isArray` does not tell a read-only list from text. */
export function isList(value: RawValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}
