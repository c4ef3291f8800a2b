/** Names by which the widely used highlighter of code, WordPress.com's too, knows a listing. */
const names: ReadonlySet<string> = new Set([
  'sourcecode', 'code', 'php', 'javascript', 'js', 'css', 'xml', 'python', 'java', 'sql', 'bash', 'ruby', 'perl', 'cpp', 'csharp',
]);

/** Where a listing may begin or end, and the elements in which none does. */
const mark = /(?<!\[)\[(?<closes>\/?)(?<name>[a-z]{2,10})(?:\s[^\][<>]{0,500})?\](?!\])|<(?<leaves>\/?)(?:pre|code)\b/gi;

/** What stands before a listing that has its line for itself, and what behind it. */
const begins = /(?:^|\n)[ \t]{0,20}$/;
const ends = /^[ \t]{0,20}(?:\r?\n|$)/;

/**
 * Classic content whose `[sourcecode language="php"]…[/sourcecode]` are the elements that such a thing is in HTML, before paragraphs are made: spaces, blank
 * lines, quotes and brackets of code stay as they were written. Within a line it is a `code`. Takes time in proportion to the text.
 */
export function withCodeElements(content: string): string {
  if (!content.includes('[/')) return content;
  const marks = [...content.matchAll(mark)].map(({ 0: tag, index, groups: { closes, name, leaves } = {} }) => (
    { start: index, end: index + tag.length, name: name?.toLowerCase(), closes: (closes ?? leaves) === '/' }
  )).filter(({ name }) => name === undefined || names.has(name));
  const lastEnd = new Map(marks.filter(({ name, closes }) => name !== undefined && closes).map(({ name, start }) => [name, start]));
  let result = '';
  let copied = 0;
  let isQuoted = false;
  let open: (typeof marks)[number] | undefined;
  for (const found of marks) {
    if (open && found.name === open.name && found.closes) {
      result += content.slice(copied, open.start) + elementOf(content, open, found);
      copied = found.end;
      open = undefined;
    } else if (open) continue;
    else if (found.name === undefined) isQuoted = !found.closes;
    else if (!isQuoted && !found.closes && (lastEnd.get(found.name) ?? 0) > found.start) open = found;
  }
  return result + content.slice(copied);
}

function elementOf(content: string, open: { readonly start: number; readonly end: number }, close: { readonly start: number; readonly end: number }): string {
  const code = codeOf(content.slice(open.end, close.start));
  const isListing = code.trim().includes('\n')
    || (begins.test(content.slice(Math.max(0, open.start - 21), open.start)) && ends.test(content.slice(close.end, close.end + 22)));
  if (!isListing) return `<code>${code}</code>`;
  return `\n\n<pre class="wp-block-code"><code>${code.replace(/^[ \t]{0,200}\n/, '').trimEnd()}</code></pre>\n\n`;
}

/** Code as HTML: the highlighter keeps it with entities; paragraphs and breaks are those of an editor that made HTML of it. */
function codeOf(written: string): string {
  return written.replaceAll('\r\n', '\n').replace(/<br ?\/?>\n?/gi, '\n').replace(/<\/p>\n{0,2}<p>/gi, '\n\n').replace(/<\/?p>/gi, '\n')
    .replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
