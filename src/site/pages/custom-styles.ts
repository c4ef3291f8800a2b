import { formerAddresses } from '../../modules/settings/former-addresses.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { cleanCss } from '../../lib/clean-css/clean-css.ts';
import { ownFiles } from '../../lib/clean-css/own-files.ts';
import { shortHash } from '../../lib/hash.ts';
import { LruCache } from '../../lib/lru-cache.ts';

/** Styles of the site's own as readers are sent them. */
export interface CustomStyles {
  readonly css: string;
  /** Path of the file, another one after each change. */
  readonly path: string;
}

/** Sheets that were cleaned: a site has one, and a moment after a change two. */
const stylesByText = new LruCache<string, CustomStyles>(4);

/** The setting `additional_css` as a file; undefined where it says nothing that may stand there. */
export function customStyles(settings: Settings, siteUrl: string): CustomStyles | undefined {
  const { additional_css: css, additional_css_spares_buttons: sparesButtons } = settings;
  if (css.trim() === '') return undefined;
  const exporters = formerAddresses(settings);
  const key = JSON.stringify([siteUrl, exporters, sparesButtons, css]);
  let styles = stylesByText.get(key);
  if (!styles) {
    const clean = cleanCss(css, ownFiles(siteUrl, exporters), { sparesButtons }).css;
    styles = { css: clean, path: `/custom-${shortHash(clean)}.css` };
    stylesByText.set(key, styles);
  }
  return styles.css === '' ? undefined : styles;
}

/** Paths that are, or were, those of such a file. */
export const isCustomStyles = (path: string): boolean => /^\/custom-[\da-z]{11}\.css$/.test(path);
