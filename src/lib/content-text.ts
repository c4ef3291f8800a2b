import { withoutHidden } from './markup/block-markup.ts';
import { htmlToText } from './plain-text.ts';
import { withCodeElements } from './shortcodes/code.ts';
import { expandShortcodes } from './shortcodes/expand.ts';

/**
 * Shortcodes of page builders and WordPress: known names, names with an underscore, closing tags, and tags with
 * `name=value`. `[sic]` doesn't match.
 */
const shortcodeTag =
  /\[\/?(?:gallery|caption|audio|video|embed|playlist|sourcecode|code|[a-z][a-z0-9-]*_[\w-]*)(?:\s[^\][]{0,4000})?\/?\]|\[\/[a-z][\w-]{0,60}\]|\[[a-z][\w-]{0,60}\s+[\w-]{1,60}=[^\][]{0,4000}\]/gi;

/** Shortcodes with a URL or a numeric id right after their name: `[youtube https://…]`, `[vimeo 12345678]`, `[audio:https://…]`. */
const addressTag =
  /\[(?:(?:su_|fusion_)?(?:youtube|vimeo|dailymotion|twitter|tweet|soundcloud|spotify|instagram|facebook|tiktok|ted|flickr|gist|googlemaps|iframe)[\s=]|audio:)\s?(?:https?:\/\/|\d{6})[^\][]{0,4000}\]/gi;
/** Shortcodes with an id after their name: `[wpvideo kUJmAcSf]`. */
const nameTag =
  /\[(?:wpvideo|videopress|archiveorg|gist)\s(?=[\w./-]{0,100}[\dA-Z])[\w./-]{5,100}(?:\s[^\][]{0,4000})?\]/g;
/** Shortcodes with such an id between their tags: `[youtube]dQw4w9WgXcQ[/youtube]`. */
const tagsAround =
  /\[(youtube|vimeo|dailymotion|gist|googlemaps|iframe)\]\s{0,20}(?=[^\s<>[\]]{0,500}[\d/])[^\s<>[\]]{5,500}\s{0,20}\[\/\1\]/gi;
const ofOtherSites = [addressTag, nameTag, tagsAround];

/** Start and end of blocks with content from elsewhere: their saved HTML is shown in part, repeatedly or not at all. */
const finder = /<!-- (\/?)wp:(?:query|terms-query|comments|navigation|table-of-contents)\s/g;

/** The text without blocks with content from elsewhere. An unclosed block, as in a truncated text, extends to the end. */
export function withoutFinders(content: string): string {
  if (!content.includes('wp:')) return content;
  let text = '';
  let depth = 0;
  let from = 0;
  for (const { 1: closes, index } of content.matchAll(finder)) {
    const end = content.indexOf('-->', index);
    if (end === -1) break;
    if (closes) {
      if (depth > 0 && --depth === 0) from = end + 3;
    } else if (content[end - 1] !== '/' && depth++ === 0) {
      text += `${content.slice(from, index)} `;
    }
  }
  return depth > 0 ? text : text + content.slice(from);
}

/** A decorative character that screen readers skip: the plus of an accordion, an arrow after a link. */
const plainSpan = /<span(\s[^<>]*)>([^<>]*)<\/span>/gi;
const maxDecorationLength = 20;
const isDecoration = (attributes: string, inside: string) =>
  inside.length <= maxDecorationLength && /\baria-hidden\s*=\s*["']?true\b/i.test(attributes);
const withoutDecoration = (html: string) =>
  html.includes('aria-hidden')
    ? html.replace(plainSpan, (span, attributes: string, inside: string) =>
        isDecoration(attributes, inside) ? ' ' : span,
      )
    : html;

/**
 * Plain text for the search index and excerpts. Keeps the content of shortcodes; leaves out hidden blocks, decorative
 * characters, and blocks with content from elsewhere, such as the message of an empty list.
 */
export function contentToText(content: string): string {
  const shown = withoutDecoration(withoutFinders(withoutHidden(content)));
  if (!shown.includes('[')) return htmlToText(shown);
  const expanded = withCodeElements(
    expandShortcodes(shown, { isText: true }).content,
    shown.includes('<!-- wp:'),
  );
  return htmlToText([...ofOtherSites, shortcodeTag].reduce((text, tag) => text.replace(tag, ' '), expanded));
}

/** Counts the words of a plain text: parts between white space and dashes with a letter or digit. */
export function countWords(text: string): number {
  let count = 0;
  for (const word of text.split(/[\s–—]+|--/)) if (/[\p{L}\p{N}]/u.test(word)) count++;
  return count;
}

/** Languages without spaces between words, for which WordPress counts characters. */
const withoutSpaces = /^(?:ja|zh|th|lo|km|my)\b/i;

export const countsLetters = (language: string): boolean => withoutSpaces.test(language);

export function countLetters(text: string): number {
  return text.replace(/\s+/g, '').length;
}
