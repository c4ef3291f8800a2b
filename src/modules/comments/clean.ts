import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { visitorProfile } from '../../lib/clean-html/profiles.ts';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import { visibleName, withoutTurning } from '../../lib/visible-name.ts';

/** A visitor's comment as HTML with nothing but what visitors may use; line breaks stay as they were typed. Empty when nothing can be read. */
export function cleanVisitorHtml(typed: string): string {
  // Before, since tags may hide behind them, and behind, since entities are such characters, too.
  const html = withoutTurning(
    cleanHtml(withoutTurning(typed.replace(/\r\n?/g, '\n')), visitorProfile),
  ).trim();
  return htmlToText(html) === '' ? '' : html;
}

/** A visitor's name as HTML text: without tags, on one line, and turning no other words. */
export function cleanName(typed: string): string {
  return escapeHtml(visibleName(htmlToText(withoutTurning(typed))));
}

/** A visitor's web address, with `https://` put in front where the scheme was left out; undefined when it is none. */
export function cleanAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return '';
  const whole =
    /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text)
      ? text
      : `https://${text.replace(/^\/\//, '')}`;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, hostname, href } = new URL(whole);
  return /^https?:$/.test(protocol) && hostname.includes('.') ? href : undefined;
}
