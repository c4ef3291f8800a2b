import { findBlock, stylesAlwaysOf } from '../../blocks/registry.server.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { SharedText } from '../../lib/text-around.ts';
import { fontsForLanguage, languageCss } from '../../theme/languages.ts';
import type { SiteLook } from '../../theme/look/look-css.server.ts';
import {
  asideTextCss,
  coverTextCss,
  effectsCss,
  foldingTextCss,
  galleryTextCss,
  hiddenTextCss,
  layoutTextCss,
  listCss,
  playerTextCss,
  presetTextCss,
  richTextCss,
  smartListTextCss,
  textCss,
} from '../../theme/styles.server.ts';
import {
  asideText,
  coverText,
  foldingText,
  galleryText,
  hiddenText,
  layoutText,
  playerText,
  presetText,
  richText,
  smartListText,
} from './page-css.ts';
import type { PageFonts } from './page-css.ts';

interface PageStyles {
  readonly css: SharedText;
  /** `namedStyles`, as JSON. */
  readonly named: string;
}

/** Name added to the blocks of a site with two logos. */
export const logoPair = 'logo-pair';

/** All CSS of a site’s pages, with its names. Pages with the same blocks share one text, which is compressed once (`gzipAround`). */
export class StyleSheets {
  readonly #stylesByBlocks = new LruCache<string, PageStyles>(30);

  of(names: ReadonlySet<string>, language: string, look: SiteLook, fonts: PageFonts): PageStyles {
    const key = `${look.key} ${language} ${fonts.late} ${[...names].toSorted().join(' ')}`;
    const known = this.#stylesByBlocks.get(key);
    if (known !== undefined) return known;
    const css =
      `${fontsForLanguage(fonts.css, language)}${look.base}${languageCss(language)}${listCssOf(names)}${effectsCss}${blockCss(names)}${look.last}` +
      (names.has(logoPair) ? look.logos : '');
    const styles = { css: new SharedText(css), named: JSON.stringify(namedStyles(names)) };
    this.#stylesByBlocks.set(key, styles);
    return styles;
  }
}

/**
 * Names of the CSS that a page declares: server-rendered blocks, and styles of lists and cards except those that one of
 * its blocks always includes.
 */
function namedStyles(names: ReadonlySet<string>): string[] {
  const implied = stylesAlwaysOf(names);
  return [...names]
    .filter((name) => (listCss.has(name) ? !implied.has(name) : findBlock(name) !== undefined))
    .toSorted();
}

/** CSS of the lists and cards among `names`, without what is `present`. */
export function listCssOf(names: ReadonlySet<string>, present: ReadonlySet<string> = new Set()): string {
  let css = '';
  for (const [name, part] of listCss) if (names.has(name) && !present.has(name)) css += part;
  return css;
}

/** Includes the CSS of every text. */
const contentBlock = 'broadsheet/post-content';

const textParts = [
  [asideText, asideTextCss],
  [playerText, playerTextCss],
  [richText, richTextCss],
  [layoutText, layoutTextCss],
  [coverText, coverTextCss],
  [foldingText, foldingTextCss],
  [galleryText, galleryTextCss],
  [smartListText, smartListTextCss],
  [presetText, presetTextCss],
  [hiddenText, hiddenTextCss],
] as const;

/** CSS of written text where core blocks are, then that of each dynamic block; `present`: names of blocks whose CSS the page has. */
export function blockCss(names: ReadonlySet<string>, present: ReadonlySet<string> = new Set()): string {
  const needed = [...names].filter((name) => !present.has(name)).toSorted();
  const rich = textParts.map(([part, css]) => (names.has(part) ? css : '')).join('');
  const plain = needed.some((name) => name.startsWith('core/')) && !present.has(contentBlock) ? textCss : '';
  const text = needed.includes(contentBlock) ? '' : plain + rich;
  return (
    text + needed.map((name) => (findBlock(name)?.css ?? '') + (name === contentBlock ? rich : '')).join('')
  );
}
