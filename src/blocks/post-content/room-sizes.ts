import type { Settings } from './block.ts';

/** `sizes` of what is as wide as the page. */
const ofPage = '(min-width:2240px) 1920px, (min-width:1680px) 1560px, (min-width:1304px) 1240px, 100vw';

/** Pixels: a text's column beside a sidebar, as `document/gallery-sizes.ts` and `document/content-images.ts` have it, and pictures beyond a text alone. */
const column = 860;
const beyond = 1000;

/**
 * A text's HTML with `sizes` of pictures that are true where no sidebar stands beside it. What is kept of a text was made for one beside a sidebar; what
 * somebody wrote in other words stays.
 */
export function withRoom(html: string, room: Settings['room']): string {
  if (room === 'column') return html;
  const kept = /sizes="(?:\(min-width: 2240px\) \d+px, )?(?:\(min-width: 1680px\) \d+px, )?\(max-width: (\d+)px\) (\d+)vw, (\d+)px"/g;
  return html.replaceAll(kept, (_kept: string, below: string, share: string, pixels: string) => {
    // No wider in wide windows: only a column beside a sidebar grows with them.
    const written = `sizes="(max-width: ${below}px) ${share}vw, ${pixels}px"`;
    const shown = Number(pixels);
    if (Number(below) === 599 && share !== '100') return `sizes="(max-width: 599px) ${share}vw, ${Math.ceil((shown * beyond) / column)}px"`;
    if (below !== pixels) return shown === column ? `sizes="(max-width: 599px) 100vw, ${beyond}px"` : written;
    if (shown === column) return `sizes="(max-width: ${beyond}px) 100vw, ${beyond}px"`;
    return shown === 1240 || (shown === beyond && room === 'page') ? `sizes="${ofPage}"` : written;
  });
}
