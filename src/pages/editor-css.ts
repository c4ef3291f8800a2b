import { blockNames } from '../blocks/registry.server.ts';
import type { Settings } from '../content/settings/settings.ts';
import { clientAssets } from '../theme/client-assets.server.ts';
import { baseCss, effectsCss, listCss } from '../theme/styles.server.ts';
import { blockCss, listCssOf, themeTokens } from './render-page.ts';
import { coverText, foldingText, galleryText, layoutText, playerText, presetText, richText } from './text-styles.ts';

/** What a text and any block in it look like on the site: for who writes. */
export function editorCss({ theme_color: themeColor }: Pick<Settings, 'theme_color'>): string {
  const names = new Set([...blockNames, playerText, richText, layoutText, coverText, foldingText, galleryText, presetText]);
  return `${clientAssets().fontCss}${themeTokens(themeColor)}${baseCss}${listCssOf(new Set(listCss.keys()))}${effectsCss}${blockCss(names)}`;
}
