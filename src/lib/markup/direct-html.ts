import { decodeEntities } from '../plain-text.ts';
import { scriptsIn } from '../bidi.ts';
import { eachHtmlToken, readAttribute } from './html-tokens.ts';
import type { HtmlToken } from './html-tokens.ts';

/** What has a direction of its own: lists, tables and quotations have one as a whole, since marks, columns and lines stand at their beginning. */
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

/** An element that is open, and what was read in it so far. */
interface Open {
  readonly name: string;
  /** Behind the name in its tag; undefined where it is to stay as it is. */
  readonly place: number | undefined;
  /** How many places were found in front of it. */
  readonly before: number;
  hasRight: boolean;
  hasLetters: boolean;
}

/** Whether a tag may be told its direction: not where somebody chose one, nor of lists that are galleries or menus, nor of code. */
function mayBeTold({ name }: HtmlToken, tag: string): boolean {
  if (/\sdir=/i.test(tag)) return false;
  const className = readAttribute(tag, 'class') ?? '';
  if (name === 'pre') return className.includes('wp-block-verse');
  return (name !== 'ul' && name !== 'ol') || className === '' || className.includes('wp-block-list');
}

/**
 * HTML of a site that is written from right to left, in which paragraphs, headings, quotations, lists and tables whose letters are all of scripts from left to
 * right say so (`dir="ltr"`): their marks stand behind their words, and they begin at the left. `html` was cleaned; what ends in a later stretch stays as it
 * is.
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
      const place = mayBeTold(token, html.slice(start, end)) ? start + 1 + name.length : undefined;
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
