import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { visitorProfile } from '../../lib/clean-html/profiles.ts';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';

/** Control characters, and those that turn the direction of the text around them. Line breaks and tabs stay. */
// oxlint-disable-next-line no-control-regex -- taking them out is the point
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A visitor's comment as HTML with nothing but what visitors may use; line breaks stay as they were typed. Empty when nothing can be read. */
export function cleanVisitorHtml(typed: string): string {
  const html = cleanHtml(typed.replace(/\r\n?/g, '\n').replace(unseen, ''), visitorProfile).trim();
  return htmlToText(html) === '' ? '' : html;
}

/** A visitor's name as HTML text: without tags, on one line. */
export function cleanName(typed: string): string {
  return escapeHtml(htmlToText(typed.replace(unseen, '')));
}

/** A visitor's web address, with `https://` put in front where the scheme was left out; undefined when it is none. */
export function cleanAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return '';
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, hostname, href } = new URL(whole);
  return /^https?:$/.test(protocol) && hostname.includes('.') ? href : undefined;
}
