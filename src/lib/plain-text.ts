const entities: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', copy: '©',
};

/** Replaces the entities that texts really hold; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+\d?));/gi, (whole: string, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Escapes text for HTML text and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;') : text;
}

/** The words of an HTML text: no tags, comments, scripts, styles or entities; runs of white space are one space. */
export function htmlToText(html: string): string {
  const withoutMarkup = html
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ');
  return decodeEntities(withoutMarkup).replace(/\s+/g, ' ').trim();
}

/** The text that the search index holds and excerpts are cut from: shortcode tags are dropped, their inner text stays. */
export function contentToText(content: string): string {
  return htmlToText(content.replace(/\[\/?[a-z][\w-]*(?:\s[^\][]*)?\/?\]/gi, ' '));
}

/** The first `words` words, with an ellipsis where something was cut off. */
export function trimWords(text: string, words: number): string {
  const all = text.split(' ');
  return all.length <= words ? text : `${all.slice(0, words).join(' ')}…`;
}
