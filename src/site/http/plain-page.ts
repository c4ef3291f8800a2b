import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { languageAttributes } from '../../lib/language-attributes.ts';
import { escapeHtml } from '../../lib/plain-text.ts';

/** A page that needs neither templates nor database: a title, a text, and the way to the front page. */
export function plainPage(settings: Settings, title: string, text: string): string {
  return `<!doctype html>
<html ${languageAttributes(settings.site_language)}>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<body style="font:18px/1.5 Georgia,serif;max-width:34em;margin:15vh auto;padding:0 16px">
<h1 style="font-size:34px;margin:0 0 8px">${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p><p><a href="/">${escapeHtml(readerText(settings, 'comment_home'))}</a></p></body></html>
`;
}
