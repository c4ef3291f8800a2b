/** Longest header that is read, in characters: a name has 254 at most, an application password 24 with spaces. */
const longest = 2000;

/** Name and password of an `Authorization` header; undefined where it says something else. A name without a password has an empty one. */
export function basicCredentials(
  header: string | undefined,
): { readonly name: string; readonly password: string } | undefined {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(header?.slice(0, longest) ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8').replaceAll('\0', '');
  const colon = text.indexOf(':');
  return { name: colon < 0 ? text : text.slice(0, colon), password: colon < 0 ? '' : text.slice(colon + 1) };
}
