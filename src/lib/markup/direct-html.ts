import { decodeEntities } from '../plain-text.ts';
import { scriptsIn } from '../bidi.ts';
import { eachHtmlToken, readAttribute } from './html-tokens.ts';
import type { HtmlToken } from './html-tokens.ts';

/** Elements with their own direction. Lists, tables and quotations have one as a whole, because of their markers, columns and borders. */
const directed: ReadonlySet<string> = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'dl',
  'table',
  'blockquote',
  'figcaption',
  'cite',
  'details',
  'pre',
]);

interface Open {
  readonly name: string;
  /** Position after the name in its tag; undefined when the tag must not change. */
  readonly place: number | undefined;
  readonly before: number;
  hasRight: boolean;
  hasLetters: boolean;
}

/** Whether a direction may be added: not where an author set one, and not to galleries, menus or code. */
function acceptsDirection({ name }: HtmlToken, tag: string): boolean {
  if (/\sdir=/i.test(tag)) return false;
  const className = readAttribute(tag, 'class') ?? '';
  if (name === 'pre') return className.includes('wp-block-verse');
  return (name !== 'ul' && name !== 'ol') || className === '' || className.includes('wp-block-list');
}

/**
 * Adds `dir="ltr"` on a right-to-left site to paragraphs, headings, quotations, lists and tables with only
 * left-to-right letters. `html` is cleaned; elements that end in a later stretch are unchanged.
 */
export function withDirections(html: string): string {
  if (!html.includes('<')) return html;
  const open: Open[] = [];
  const places: number[] = [];
  const note = ({ hasRight, hasLetters }: Pick<Open, 'hasRight' | 'hasLetters'>) => {
    const innermost = open.at(-1);
    if (!innermost) return;
    innermost.hasRight ||= hasRight;
    innermost.hasLetters ||= hasLetters;
  };
  const close = () => {
    const element = open.pop();
    if (!element) return;
    if (element.place !== undefined && element.hasLetters && !element.hasRight)
      places.splice(element.before, Infinity, element.place);
    note(element);
  };
  eachHtmlToken(html, (token) => {
    const { kind, name, start, end } = token;
    if (kind === 'text') note(scriptsIn(decodeEntities(html.slice(start, end))));
    else if (kind === 'open' && directed.has(name)) {
      const place = acceptsDirection(token, html.slice(start, end)) ? start + 1 + name.length : undefined;
      open.push({ name, place, before: places.length, hasRight: false, hasLetters: false });
    } else if (kind === 'close' && directed.has(name)) {
      const last = open.findLastIndex((element) => element.name === name);
      if (last >= 0) while (open.length > last) close();
    }
  });
  let result = '';
  let copied = 0;
  for (const place of places) {
    result += `${html.slice(copied, place)} dir="ltr"`;
    copied = place;
  }
  return result + html.slice(copied);
}
