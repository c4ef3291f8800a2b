import { blockNames } from '../../blocks/registry.server.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { lookOf } from '../../theme/look/look-css.server.ts';
import { effectsCss, listCss } from '../../theme/styles.server.ts';
import { blockCss, listCssOf } from './render-page.ts';
import {
  asideText,
  coverText,
  foldingText,
  galleryText,
  layoutText,
  playerText,
  presetText,
  richText,
} from './text-styles.ts';

/** What a text and any block in it look like on the site: for who writes. */
export function editorCss(settings: Pick<Settings, 'look' | 'theme_color'>): string {
  const names = new Set([
    ...blockNames,
    asideText,
    playerText,
    richText,
    layoutText,
    coverText,
    foldingText,
    galleryText,
    presetText,
  ]);
  const { fonts, base, last } = lookOf(settings);
  return `${fonts.first}${fonts.rare}${fonts.italics}${base}${listCssOf(new Set(listCss.keys()))}${effectsCss}${blockCss(names)}${last}`;
}
