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

/** The value of one cookie of a `Cookie` header, as `parseCookies` reads it, without a look at the others. */
export function cookieNamed(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (let at = header.indexOf(name), end = 0; at >= 0; at = header.indexOf(name, end)) {
    end = header.indexOf(';', at);
    if (end < 0) end = header.length;
    const part = header.slice(header.lastIndexOf(';', at) + 1, end);
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}
