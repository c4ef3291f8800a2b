import type { SiteLook } from '../../theme/look/look-css.server.ts';
import { lateStylesWith } from '../../theme/late-styles.ts';
import type { LateStyles } from '../../theme/late-styles.ts';

/** What a page's own CSS says of fonts, and the sheet that says the rest behind its first paint. */
export interface PageFonts {
  readonly css: string;
  readonly late: LateStyles;
}

/** Languages whose letters are all among those that each page loads: elsewhere a headline would change under its reader's eyes. */
const basicLanguages: ReadonlySet<string> = new Set(['en', 'de']);

/** Elements that the theme or browsers slant, blocks, and what was slanted by its style. */
const slanted =
  /<(?:em|i|cite|blockquote|address|dfn|var|pre class="wp-block-verse)[ >"]|\bfont(?:-style)?: ?(?:italic|oblique)/;
/** Of a text so many characters of HTML may be seen before anybody scrolls; of a page without one, so many of all. */
const [seenOfText, seenOfLists] = [3000, 30_000];

/**
 * What a page shows at once is in its own CSS. Rare letters, and italics that are further down, come behind the first paint: their fonts would share a slow
 * line with what is seen (decision 104). `html`: the page's body.
 */
export function pageFonts(
  { fonts: { first, rare, italics }, last }: Pick<SiteLook, 'fonts' | 'last'>,
  language: string,
  html: string,
): PageFonts {
  const text = html.indexOf('<div class="post-content');
  const isSlantedEarly =
    last.includes('italic') || slanted.test(html.slice(0, text === -1 ? seenOfLists : text + seenOfText));
  const [rareLater, italicsLater] = [
    rare !== '' && basicLanguages.has(language.replace(/-.*/s, '').toLowerCase()),
    italics !== '' && !isSlantedEarly,
  ];
  return {
    css: `${first}${rareLater ? '' : rare}${italicsLater ? '' : italics}`,
    late: lateStylesWith({ rare: rareLater, italics: italicsLater }),
  };
}
