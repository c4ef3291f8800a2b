import { decodeEntities, escapeHtml } from '../plain-text.ts';
import { parseShortcodeAttributes } from './attributes.ts';
import type { BlockToken } from '../markup/block-markup.ts';

/** Shortcodes of common syntax highlighters: SyntaxHighlighter Evolved and WordPress.com, CodeColorer, Crayon. */
const names: ReadonlySet<string> = new Set(
  `sourcecode code crayon as3 actionscript3 bash c c-sharp clojure clj coldfusion cpp csharp css delphi diff erlang fsharp go groovy html java javafx javascript
  js jscript latex matlab objc obj-c pascal perl php plain powershell python ruby scala scss sql swift vb vbnet xhtml xml xslt yaml yml`.split(
    /\s+/,
  ),
);
/** Names that other plugins use for prose; they contain code only with a language attribute. */
const ambiguousNames: ReadonlySet<string> = new Set(['highlight', 'source', 'text', 'r', 'shell', 'syntax']);
const languageAttribute = /\s(?:lang|language|syntax|brush)\s*=/i;
/** CodeColorer: `cc`, letters for modes, and a language (`ccN_php`). The mode `i` is inline code. */
const codeColorer = /^cc[a-z]{0,8}(?:_[\w-]{1,20})?$/i;
const inlineColorer = /^cc[a-hj-z]*i/;
/** Crayon: names with an id, and its attribute for inline code. */
const crayonWithId = /^crayon-[\da-f]{6,30}$/;
const inlineCrayon = /^crayon(?:-[\da-f]{6,30})?\s[^\]]*?\binline\s*=\s*["']?(?:true|1)\b/i;

function isListingName(name: string, inside: string): boolean {
  const lower = name.toLowerCase();
  return (
    names.has(lower) ||
    codeColorer.test(lower) ||
    crayonWithId.test(lower) ||
    (ambiguousNames.has(lower) && languageAttribute.test(inside))
  );
}

/** Languages of WP-Syntax; names that are also natural languages (`cs`, `pl`, `vi`) count only with its other attributes. */
const preLanguages: ReadonlySet<string> = new Set(
  `abap actionscript actionscript3 apache applescript asm asp autohotkey autoit awk bash batch c c# c++ cfm clojure cmake cobol coffeescript cpp cpp-qt
  csharp css d delphi diff dos dot eiffel erlang fortran fsharp gettext glsl gnuplot golang groovy haskell haxe html html4strict html5 ini inno java java5
  javascript jquery js json julia kotlin latex lisp lua make matlab mysql nginx nsis objc ocaml octave oracle11 oracle8 pascal perl perl6 php php-brief
  plsql postgresql powershell prolog properties python qbasic r rails rebol reg robots ruby rust sas sass scala scheme scss sh shell smalltalk smarty sql
  swift systemverilog tcl text tsql typescript typoscript vb vbnet verilog vhdl vim visualfoxpro whitespace xml xslt yaml yml z80`.split(
    /\s+/,
  ),
);

/** Where a listing may begin or end, and the elements in which it must be the whole content. */
const mark =
  /(?<!\[)\[(?<closes>\/?)(?<name>[a-z][\w-]{0,30})(?<inside>\s[^\][<>]{0,500})?\](?!\])|<(?<leaves>\/?)(?<element>pre|code)\b[^<>]{0,500}>?/gi;

/** Text before and after a listing alone on its line. */
const begins = /(?:^|\n)[ \t]{0,20}$/;
const ends = /^[ \t]{0,20}(?:\r?\n|$)/;

/** Tags around a listing alone in its paragraph. */
const beginsParagraph = /<p(?:\s[^<>]{0,100})?>\s{0,20}$/;
const endsParagraph = /^\s{0,20}<\/p>/;
/** White space between a `pre` and a listing that is its whole content. */
const beginsElement = /^\s{0,40}$/;
/** Tags that never occur in code within blocks, which is escaped. */
const otherElement = /<(?!\/?p\b|br\b)[a-z/!]/i;
/** Characters searched for the start of a paragraph. */
const maxBeginningLength = 130;

/**
 * Replaces `[sourcecode language="php"]…[/sourcecode]` with `pre` or inline `code`, before paragraphs are added. With
 * `hasParagraphs` (block content) it replaces whole paragraphs, and contains no other elements. Linear in time.
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

/** Masks listings, so that brackets in code are not read as shortcodes. Keeps the length of the text. */
export function withoutListings(content: string, hasParagraphs = false): string {
  let result = '';
  let copied = 0;
  for (const [open, close] of listingsIn(content, hasParagraphs)) {
    result += content.slice(copied, open.start) + 'x'.repeat(close.end - open.start);
    copied = close.end;
  }
  return result + content.slice(copied);
}

interface Mark extends Stretch {
  /** Lower case; undefined for elements. */
  readonly name: string | undefined;
  readonly closes: boolean;
  readonly inside: string;
  readonly element: string | undefined;
  /** Inline code. CodeColorer's modes are case-sensitive. */
  readonly isInline: boolean;
}

function* marksIn(content: string): Generator<Mark> {
  for (const {
    0: tag,
    index,
    groups: { closes, name, inside = '', leaves, element } = {},
  } of content.matchAll(mark)) {
    yield {
      start: index,
      end: index + tag.length,
      name: name?.toLowerCase(),
      closes: (closes ?? leaves) === '/',
      inside,
      element: element?.toLowerCase(),
      isInline: inlineColorer.test(name ?? '') || inlineCrayon.test(`${name ?? ''}${inside}`),
    };
  }
}

function listingsIn(content: string, hasParagraphs: boolean): [Mark, Stretch][] {
  const mayHoldPre = preLanguage.test(content);
  if (!content.includes('[/') && !mayHoldPre) return [];
  const marks = [...marksIn(content)];
  const lastEnd = new Map(
    marks.filter(({ name, closes }) => name !== undefined && closes).map(({ name, start }) => [name, start]),
  );
  const listings: [Mark, Stretch][] = [];
  let quote: Mark | undefined;
  let open: Mark | undefined;
  let done = 0;
  const lastPreEnd = mayHoldPre ? ([...content.matchAll(/<\/pre\s?>/gi)].at(-1)?.index ?? -1) : -1;
  for (const found of marks) {
    if (found.start < done) continue;
    const end = !open && found.start < lastPreEnd ? endOfPre(content, found) : undefined;
    if (end) {
      listings.push([found, end]);
      quote = undefined;
      done = end.end;
      continue;
    }
    if (open) {
      if (found.name !== open.name || !found.closes) continue;
      const listing = quote ? wholeElement(content, quote, open, found) : ([open, found] as const);
      const isMarkup = hasParagraphs && otherElement.test(content.slice(open.end, found.start));
      if (listing && !isMarkup) listings.push([...listing]);
      open = undefined;
    } else if (found.name === undefined) quote = found.closes ? undefined : found;
    else if (
      !found.closes &&
      isListingName(found.name, found.inside) &&
      (lastEnd.get(found.name) ?? 0) > found.start
    ) {
      if (
        !quote ||
        (quote.element === 'pre' &&
          beginsElement.test(content.slice(quote.end, Math.min(found.start, quote.end + 41))))
      )
        open = found;
    }
  }
  return listings;
}

/** WP-Syntax: `<pre lang="php" line="1">` with unescaped code. */
const preLanguage = /<pre\s[^<>]{0,300}?\blang\s{0,5}=/i;

/** The end of a WP-Syntax `pre`; undefined for other tags. Code with markup is left unchanged. */
function endOfPre(content: string, opening: Mark): Stretch | undefined {
  if (opening.element !== 'pre' || opening.closes) return undefined;
  const { lang = '', ...others } = parseShortcodeAttributes(
    content.slice(opening.start + 4, opening.end - 1),
  ).named;
  const isCode =
    preLanguages.has(lang.toLowerCase()) || (lang !== '' && ('line' in others || 'escaped' in others));
  if (!isCode) return undefined;
  preEnd.lastIndex = opening.end;
  const end = preEnd.exec(content);
  if (!end || isMarkedUp.test(content.slice(opening.end, end.index))) return undefined;
  return { start: end.index, end: end.index + end[0].length };
}
const preEnd = /<\/pre\s?>/gi;
const isMarkedUp = /^\s*<code\b|<span\s[^<>]{0,200}(?:class|style)=/i;

/** A listing that replaces the `pre` around it; undefined if the `pre` has other content, such as documentation of the shortcode. */
function wholeElement(
  content: string,
  quote: Mark,
  open: Mark,
  close: Mark,
): readonly [Mark, Stretch] | undefined {
  const ending = /^\s{0,20}<\/pre\s?>/i.exec(content.slice(close.end, close.end + 40))?.[0];
  return ending === undefined
    ? undefined
    : [
        { ...open, start: quote.start },
        { start: close.start, end: close.end + ending.length },
      ];
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function elementOf(content: string, open: Mark, close: Stretch): Stretch & { readonly html: string } {
  const code = codeOf(content.slice(open.end, close.start));
  const before = content.slice(Math.max(0, open.start - maxBeginningLength), open.start);
  const after = content.slice(close.end, close.end + 30);
  const [opening, closing] = [beginsParagraph.exec(before)?.[0], endsParagraph.exec(after)?.[0]];
  const isParagraph = opening !== undefined && closing !== undefined;
  const isListing =
    !open.isInline &&
    (open.element === 'pre' ||
      isParagraph ||
      code.trim().includes('\n') ||
      (begins.test(before.slice(-21)) && ends.test(after.slice(0, 22))));
  if (!isListing) return { start: open.start, end: close.end, html: `<code>${code}</code>` };
  const title = decodeEntities(parseShortcodeAttributes(open.inside).named.title ?? '').trim();
  const heading = title === '' ? '' : `<p><strong>${escapeHtml(title)}</strong></p>\n\n`;
  return {
    start: open.start - (isParagraph ? opening.length : 0),
    end: close.end + (isParagraph ? closing.length : 0),
    html: `\n\n${heading}<pre class="wp-block-code"><code>${code.replace(/^(?:[ \t]{0,200}\n)+/, '').trimEnd()}</code></pre>\n\n`,
  };
}

/** Code as HTML. Highlighters store it unescaped or escaped; an editor may have turned lines into paragraphs and breaks. */
function codeOf(written: string): string {
  const code = written.replaceAll('\r\n', '\n');
  return (isFromEditor(code) ? withoutParagraphs(code) : code)
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function withoutParagraphs(code: string): string {
  return code
    .replace(/<br ?\/?>\n?/gi, '\n')
    .replace(/<\/p>\n{0,2}<p(?: class="wp-block-paragraph")?>/gi, '\n\n')
    .replace(/<\/?p>/gi, '\n');
}

/** Whether an editor inserted the paragraphs and breaks: it first closes the shortcode's paragraph, and puts breaks only at line ends. */
function isFromEditor(code: string): boolean {
  if (otherElement.test(code)) return false;
  const paragraph = /<(\/?)p\b/i.exec(code);
  if (paragraph) return paragraph[1] === '/';
  return !code.includes('\n') || !/<br ?\/?>(?!\n)/i.test(code);
}

/** Blocks that contain classic text, and blocks whose comments disappear when rendered. */
interface BlockKinds {
  isClassic(name: string): boolean;
  isSaved(name: string): boolean;
}

/**
 * Masks brackets in listings in block markup, keeping its length. Block comments are ignored, since a listing may span
 * several blocks; classic text is searched separately, since it may contain any element.
 */
export function maskListings(
  written: string,
  tokens: readonly BlockToken[],
  { isClassic, isSaved }: BlockKinds,
): string {
  if (!written.includes('[/')) return written;
  let html = '';
  let at = 0;
  let depth = 0;
  let inClassic = true;
  const add = (end: number) => {
    const text = written.slice(at, end);
    html += inClassic && !/<p[\s>]/i.test(text) ? withoutListings(text) : text;
  };
  for (const { kind, name, start, end } of tokens) {
    add(start);
    html += isSaved(name) ? ' '.repeat(end - start) : written.slice(start, end);
    at = end;
    depth = Math.max(0, depth + (kind === 'open' ? 1 : kind === 'close' ? -1 : 0));
    inClassic = depth === 0 || (kind === 'open' && isClassic(name));
  }
  add(written.length);
  const shown = withoutListings(html, true);
  let result = '';
  at = 0;
  for (const { start, end } of tokens) {
    result +=
      shown.slice(at, start) +
      (shown.slice(start, end).trim() === '' ? written.slice(start, end) : shown.slice(start, end));
    at = end;
  }
  return result + shown.slice(at);
}
