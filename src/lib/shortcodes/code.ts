/** Names by which the widely used highlighter of code, WordPress.com's too, knows a listing. */
const names: ReadonlySet<string> = new Set([
  'sourcecode', 'code', 'php', 'javascript', 'js', 'css', 'xml', 'python', 'java', 'sql', 'bash', 'ruby', 'perl', 'cpp', 'csharp',
]);

/** Where a listing may begin or end, and the elements in which none does. */
const mark = /(?<!\[)\[(?<closes>\/?)(?<name>[a-z]{2,10})(?:\s[^\][<>]{0,500})?\](?!\])|<(?<leaves>\/?)(?:pre|code)\b/gi;

/** What stands before a listing that has its line for itself, and what behind it. */
const begins = /(?:^|\n)[ \t]{0,20}$/;
const ends = /^[ \t]{0,20}(?:\r?\n|$)/;

/** What stands around a listing that has its paragraph for itself. */
const beginsParagraph = /<p(?:\s[^<>]{0,100})?>\s{0,20}$/;
const endsParagraph = /^\s{0,20}<\/p>/;
/** What does not stand in code that was written into blocks: there it has entities. */
const otherElement = /<(?!\/?p\b|br\b)[a-z/!]/i;
/** Characters in which the beginning of a paragraph is looked for. */
const longestBeginning = 130;

/**
 * A text whose `[sourcecode language="php"]…[/sourcecode]` are the elements that such a thing is in HTML: spaces, blank lines, quotes and brackets of code stay
 * as they were written. Of classic content before paragraphs are made; `hasParagraphs`: of blocks, where a listing takes the place of its paragraphs and other
 * elements are none of it. Within a line it is a `code`. Takes time in proportion to the text.
 */
export function withCodeElements(content: string, hasParagraphs = false): string {
  let result = '';
  let copied = 0;
  for (const [open, close] of listingsIn(content, hasParagraphs)) {
    const { start, end, html } = elementOf(content, open, close);
    result += content.slice(copied, start) + html;
    copied = end;
  }
  return result + content.slice(copied);
}

/** The same text, in which listings hold no bracket: what stands in them is code. It is as long as before. */
export function withoutListings(content: string, hasParagraphs = false): string {
  let result = '';
  let copied = 0;
  for (const [open, close] of listingsIn(content, hasParagraphs)) {
    result += content.slice(copied, open.start) + 'x'.repeat(close.end - open.start);
    copied = close.end;
  }
  return result + content.slice(copied);
}

/** The tags around each listing of a text. */
function listingsIn(content: string, hasParagraphs: boolean): [Stretch, Stretch][] {
  if (!content.includes('[/')) return [];
  const marks = [...content.matchAll(mark)].map(({ 0: tag, index, groups: { closes, name, leaves } = {} }) => (
    { start: index, end: index + tag.length, name: name?.toLowerCase(), closes: (closes ?? leaves) === '/' }
  )).filter(({ name }) => name === undefined || names.has(name));
  const lastEnd = new Map(marks.filter(({ name, closes }) => name !== undefined && closes).map(({ name, start }) => [name, start]));
  const listings: [Stretch, Stretch][] = [];
  let isQuoted = false;
  let open: (typeof marks)[number] | undefined;
  for (const found of marks) {
    if (open && found.name === open.name && found.closes) {
      const isMarkup = hasParagraphs && otherElement.test(content.slice(open.end, found.start));
      if (!isMarkup) listings.push([open, found]);
      open = undefined;
    } else if (open) continue;
    else if (found.name === undefined) isQuoted = !found.closes;
    else if (!isQuoted && !found.closes && (lastEnd.get(found.name) ?? 0) > found.start) open = found;
  }
  return listings;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The element of a listing, and what of the text it takes the place of. */
function elementOf(content: string, open: Stretch, close: Stretch): Stretch & { readonly html: string } {
  const code = codeOf(content.slice(open.end, close.start));
  const before = content.slice(Math.max(0, open.start - longestBeginning), open.start);
  const after = content.slice(close.end, close.end + 30);
  const [opening, closing] = [beginsParagraph.exec(before)?.[0], endsParagraph.exec(after)?.[0]];
  const isParagraph = opening !== undefined && closing !== undefined;
  const isListing = isParagraph || code.trim().includes('\n') || (begins.test(before.slice(-21)) && ends.test(after.slice(0, 22)));
  if (!isListing) return { start: open.start, end: close.end, html: `<code>${code}</code>` };
  return {
    start: open.start - (isParagraph ? opening.length : 0), end: close.end + (isParagraph ? closing.length : 0),
    html: `\n\n<pre class="wp-block-code"><code>${code.replace(/^(?:[ \t]{0,200}\n)+/, '').trimEnd()}</code></pre>\n\n`,
  };
}

/** Code as HTML: the highlighter keeps it with entities; paragraphs and breaks are those of an editor that made HTML of it. */
function codeOf(written: string): string {
  return written.replaceAll('\r\n', '\n').replace(/<br ?\/?>\n?/gi, '\n').replace(/<\/p>\n{0,2}<p(?: class="wp-block-paragraph")?>/gi, '\n\n')
    .replace(/<\/?p>/gi, '\n')
    .replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
