import { cleanHtml } from '../lib/clean-html/clean-html.ts';
import { importedCommentProfile } from '../lib/clean-html/profiles.ts';

/** Takes scripts and styles out of an imported comment; text without markup stays as it is. */
export function cleanCommentHtml(html: string): string {
  return html.includes('<') ? cleanHtml(html, importedCommentProfile) : html;
}
