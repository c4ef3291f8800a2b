import { htmlTokens, readAttribute } from '../../lib/markup/html-tokens.ts';
import { splice } from '../../lib/markup/splice.ts';
import type { Edit } from '../../lib/markup/splice.ts';
import { decodeEntities, escapeHtml } from '../../lib/plain-text.ts';
import { videoAt } from '../../lib/video-address.ts';

/** Where each element says what it plays. */
const places: Readonly<Record<string, string>> = { object: 'data', embed: 'src', param: 'value' };

/**
 * HTML whose players of before 2012 (`<object>` with `<param name="movie">`, `<embed>`), which no browser runs, are frames of the same films: those are shown
 * as any other. Players of other sites stay. Takes time in proportion to the text.
 */
export function withFilmFrames(html: string): string {
  if (!/<(?:object|embed)[\s>]/i.test(html)) return html;
  const edits: Edit[] = [];
  let open: { readonly start: number; depth: number; film: string | undefined } | undefined;
  for (const { kind, name, start, end } of htmlTokens(html)) {
    const place = kind === 'open' && Object.hasOwn(places, name) ? places[name] : undefined;
    const film = place === undefined ? undefined : filmAt(readAttribute(html.slice(start, end), place));
    if (name === 'object' && kind === 'open') {
      if (open) open.depth++;
      else open = { start, depth: 1, film };
    }
    if (open) open.film ??= film;
    else if (name === 'embed' && film !== undefined) edits.push({ start, end, text: film });
    if (name !== 'object' || kind !== 'close' || !open || --open.depth > 0) continue;
    if (open.film !== undefined) edits.push({ start: open.start, end, text: open.film });
    open = undefined;
  }
  return splice(html, edits);
}

/** A frame of the film at an address as HTML has it; undefined where none is. */
function filmAt(address: string | undefined): string | undefined {
  const url =
    address &&
    decodeEntities(address)
      .trim()
      .replace(
        /^((?:https?:)?\/\/(?:www\.)?vimeo\.com\/)moogaloop\.swf\?(?:[^#]{0,200}&)?clip_id=(\d{4,15})(?!\d).*$/is,
        '$1$2',
      )
      .replace(/^((?:https?:)?\/\/(?:www\.)?dailymotion\.com\/)swf\/(?:video\/)?/i, '$1video/');
  return url && videoAt(url) ? `<iframe src="${escapeHtml(url)}"></iframe>` : undefined;
}
