/** Attributes of a shortcode: `[gallery ids="1,2" wide]` has `ids` by name and `wide` by place. Names are lower case, values as written. */
export interface ShortcodeAttributes {
  readonly named: Readonly<Record<string, string>>;
  readonly positional: readonly string[];
}

const attribute =
  /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|[“”″]([^“”″]*)[“”″]|&(?:quot|#0?34|#822[01]|#8243);(.*?)&(?:quot|#0?34|#822[01]|#8243);|([^\s'"]+))|"([^"]*)"|'([^']*)'|(\S+)/g;

/** Reads the inside of a shortcode tag; curly and encoded quotes count as quotes, since word processors make them. */
export function parseShortcodeAttributes(text: string): ShortcodeAttributes {
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

/** Whether a tag's inside is nothing but one or more `name="value"`. */
export function isAttributeList(text: string): boolean {
  // One after the other: an expression for the whole list tries every way to cut it up.
  const next = /\s+[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|[“”″][^“”″]*[“”″]|[^\s"'<>[\]=]+)(?=\s|$)/y;
  let end = 0;
  while (next.test(text)) end = next.lastIndex;
  return end > 0 && text.slice(end).trim() === '';
}
