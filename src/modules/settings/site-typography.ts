import { typographyOf } from '../../lib/typography/typography.ts';
import type { Typography } from '../../lib/typography/typography.ts';
import type { Settings } from './settings.ts';

/** The settings that say how texts are written for readers. */
export type TypographySettings = Pick<Settings, 'texturize' | 'site_language'>;

/** How the site writes titles, texts, names and descriptions for readers. What is stored, searched and edited is as it was typed. */
export function siteTypography(settings: TypographySettings): Typography {
  return typographyOf(textLanguage(settings));
}

/** The language whose typographic marks texts get; undefined: they stay as they were typed. */
export function textLanguage({ texturize, site_language: language }: TypographySettings): string | undefined {
  return texturize ? language : undefined;
}
