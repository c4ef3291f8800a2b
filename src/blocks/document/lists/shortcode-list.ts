import { isRecord } from '../../../lib/is-record.ts';
import { readAttribute } from '../../../lib/markup/html-tokens.ts';
import { readJson } from '../../../lib/markup/read-json.ts';
import { decodeEntities } from '../../../lib/plain-text.ts';
import { isAttributeList, parseShortcodeAttributes } from '../../../lib/shortcodes/attributes.ts';
import { isHiddenShortcode } from '../../../lib/shortcodes/hidden-shortcodes.ts';
import { foreignList, isForeignListName, widgetOf } from './foreign-list.ts';
import type { ForeignList } from './read-list.ts';

/** A list, and where in the HTML the shortcode ends that it replaces. */
export interface ShortcodeList {
  readonly list: ForeignList;
  readonly end: number;
}

const longestName = 100;

/** Where a shortcode is in an HTML text: offsets of its bracket and of what follows it. */
interface ShortcodePlace {
  readonly html: string;
  readonly start: number;
  readonly end: number;
}

/** The list in the place of a shortcode of a plugin or an old theme; `text` is between its name and its closing bracket. */
export function shortcodeList(
  name: string,
  text: string,
  { html, start, end }: ShortcodePlace,
): ShortcodeList | undefined {
  if (name.length > longestName) return undefined;
  if (name === 'siteorigin_widget') return widgetList(text, html, end);
  const said = text.replace(/\/\s*$/, '');
  const isBare = said.trim() === '';
  // A word in brackets is a word, unless it says more than that.
  if (isBare && !/[_-]/.test(name)) return undefined;
  if (!isForeignListName(name) && (isBare ? !isAlone(html, start, end) : !isAttributeList(said)))
    return undefined;
  const { named } = parseShortcodeAttributes(said);
  const list = isHiddenShortcode(name, named) ? undefined : foreignList(name, named);
  return list && { list, end };
}

/** Whether nothing but tags and line breaks is next to a shortcode. */
const isAlone = (html: string, start: number, end: number): boolean =>
  /(?:^|[>\n\]])[ \t]{0,20}$/.test(html.slice(Math.max(0, start - 21), start)) &&
  /^[ \t]{0,20}(?:$|[<\n\r[])/.test(html.slice(end, end + 21));

/** Page Builder by SiteOrigin writes a widget as `[siteorigin_widget class="…"]<input type="hidden" value="{…}" />[/siteorigin_widget]`. */
const inputBehind = /(?:\s|<\/?p>)*(<input\b[^<>]*>)(?:\s|<\/?p>)*/y;
const widgetEnd = '[/siteorigin_widget]';

function widgetList(text: string, html: string, end: number): ShortcodeList | undefined {
  inputBehind.lastIndex = end;
  const input = inputBehind.exec(html)?.[1];
  const behind = input === undefined ? end : inputBehind.lastIndex;
  const given =
    input === undefined ? undefined : readJson(decodeEntities(readAttribute(input, 'value') ?? ''));
  const list = widgetOf(
    parseShortcodeAttributes(text).named.class ?? '',
    isRecord(given?.instance) ? given.instance : (given ?? {}),
  );
  return list && { list, end: html.startsWith(widgetEnd, behind) ? behind + widgetEnd.length : behind };
}
