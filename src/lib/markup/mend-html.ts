import { eachHtmlToken, htmlTokens, rawElements } from './html-tokens.ts';

/** Tags and comments that never end and are shown as text; after so many all further `<` are. */
const mostMends = 50;

/**
 * Shows a tag or comment that never ends as text: a browser would swallow the rest of the page with it. HTML without such comes back as it is.
 */
export function mendCutTags(html: string): string {
  let done = '';
  let rest = html;
  for (let mends = 0; mends < mostMends; mends++) {
    const cut = findCut(rest);
    if (!cut) return done + rest;
    done += `${rest.slice(0, cut.start)}&lt;`;
    // No comment ends behind one that does not, and no tag where there is no `>`.
    rest = rest.slice(cut.start + 1);
    if (!rest.includes('>')) return done + rest.replaceAll('<', '&lt;');
    if (cut.comment) rest = rest.replaceAll('<!--', '&lt;!--');
  }
  return done + rest.replaceAll('<', '&lt;');
}

/** The same, and raw text (styles and the like) that is not closed ends with its stretch: what stands behind it is read as if it stood alone. */
export function mendStretch(html: string): string {
  const mended = mendCutTags(html);
  const last = htmlTokens(mended).at(-1);
  return last && (last.kind === 'raw' ? last.cut : last.kind === 'open' && rawElements.has(last.name))
    ? `${mended}</${last.name}>`
    : mended;
}

function findCut(html: string): { start: number; comment: boolean } | undefined {
  let found: { start: number; comment: boolean } | undefined;
  eachHtmlToken(html, ({ kind, cut, start }) => {
    if (cut && kind !== 'raw') found = { start, comment: kind === 'comment' };
  });
  return found;
}
