/** Parses a Cookie header; of a name sent twice the first counts, as in browsers' order of precedence. */
export function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (equals < 1) continue;
    const name = part.slice(0, equals).trim();
    if (name !== '' && !cookies.has(name)) cookies.set(name, part.slice(equals + 1).trim());
  }
  return cookies;
}

/** The value of one cookie of a `Cookie` header, as `parseCookies` reads it, without a look at the others where it stands as browsers write it. */
export function cookieNamed(header: string | undefined, name: string): string | undefined {
  const at = header?.indexOf(name) ?? -1;
  if (header === undefined || at < 0) return undefined;
  const isFirst = at === 0 || (header[at - 1] === ' ' && header[at - 2] === ';');
  if (!isFirst || header[at + name.length] !== '=') return parseCookies(header).get(name);
  const end = header.indexOf(';', at);
  return header.slice(at + name.length + 1, end < 0 ? header.length : end).trim();
}

/** Holds the public name of who is signed in, for pages that are the same for everybody. Scripts read it; it opens nothing. */
export const nameCookie = 'broadsheet_name';
