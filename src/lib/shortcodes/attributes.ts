/** Attributes of a shortcode: `[gallery ids="1,2" wide]` has `ids` by name and `wide` by position. Names are lower case, values as written. */
export interface ShortcodeAttributes {
  readonly named: Readonly<Record<string, string>>;
  readonly positional: readonly string[];
}

const attribute =
  /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|[“”″]([^“”″]*)[“”″]|&(?:quot|#0?34|#822[01]|#8243);(.*?)&(?:quot|#0?34|#822[01]|#8243);|([^\s'"]+))|"([^"]*)"|'([^']*)'|(\S+)/g;

/** Parses the attributes of a shortcode tag. Curly and encoded quotes count as quotes, since word processors create them. */
export function parseShortcodeAttributes(text: string): ShortcodeAttributes {
  if (isPipedList(text)) return parsePipedList(text);
  const named: Record<string, string> = Object.create(null) as Record<string, string>;
  const positional: string[] = [];
  for (const match of text.replace(/<br\s*\/?>|[\u00a0\u200b]/g, ' ').matchAll(attribute)) {
    const [, name, ...values] = match;
    const value = values.find((candidate) => candidate !== undefined) ?? '';
    if (name === undefined) positional.push(value);
    else named[name.toLowerCase()] = value;
  }
  return { named, positional };
}

/** Whether a tag contains a list of `name="value"`. Plain words may be among them if some value is quoted, which is rare in prose. */
export function isAttributeList(text: string): boolean {
  // Matched one by one: a single expression for the list would backtrack over all ways to split it.
  const next =
    /\s+(?:[\w-]+\s*=\s*(?:(?<quoted>"[^"]*"|'[^']*'|[“”″][^“”″]*[“”″])|https?:\/\/[^\s"'<>[\]]+|[^\s"'<>[\]=]+)|(?<word>[\w-]+|"[^"<>]*"|'[^'<>]*'))(?=\s|$)/y;
  let end = 0;
  let [hasQuoted, hasWord] = [false, false];
  for (let match = next.exec(text); match; match = next.exec(text)) {
    end = next.lastIndex;
    hasQuoted ||= match.groups?.quoted !== undefined;
    hasWord ||= match.groups?.word !== undefined;
  }
  return end > 0 && (hasQuoted || !hasWord) && text.slice(end).trim() === '';
}

/** Whether a tag contains `|nid=12|title=Old ship`, the syntax of Drupal modules. */
export const isPipedList = (text: string): boolean =>
  /^\|[\w-]+=/.test(text) &&
  text
    .slice(1)
    .split('|')
    .every((one) => /^[\w-]*(?:=|$)/.test(one));

function parsePipedList(text: string): ShortcodeAttributes {
  const named: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const one of text.slice(1).split('|')) {
    const sign = one.indexOf('=');
    if (sign > 0) named[one.slice(0, sign).toLowerCase()] = one.slice(sign + 1).trim();
  }
  return { named, positional: [] };
}
