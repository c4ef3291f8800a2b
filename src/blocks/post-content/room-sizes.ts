import type { Settings } from './block.ts';

/** `sizes` of full-width pictures. */
const ofPage = '(min-width:2240px) 1920px, (min-width:1680px) 1560px, (min-width:1304px) 1240px, 100vw';

/** Pixels: a text column next to a sidebar, as in `document/picture-sizes.ts` and `document/content-images.ts`, and pictures wider than a text. */
const column = 860;
const beyond = 1000;
/** Both edges of the page together, in pixels. */
const edges = 64;

const small = /sizes="(?:\(min-width: \d+px\) \d+px, ){0,2}\(max-width: (\d+)px\) (\d+)vw, (\d+)px"/g;
const large =
  /sizes="(?:\(min-width: \d+px\) \d+px, ){0,2}(\(max-width: 599px\) \d+vw, )?\(max-width: 1023px\) (\d+)vw, \(max-width: 1303px\) calc\([^"()]*\), (\d+)px"/g;

/**
 * Corrects the `sizes` of a text's pictures for layouts without a sidebar. Cached HTML assumes a sidebar; `sizes` that
 * an author wrote otherwise are left as they are.
 */
export function withRoom(html: string, room: Settings['room']): string {
  if (room === 'column') return html;
  // Fixed in wide windows: only a column next to a sidebar grows with them.
  const written = html.replaceAll(small, 'sizes="(max-width: $1px) $2vw, $3px"');
  return written.replaceAll(
    large,
    (_match: string, inGallery: string | undefined, share: string, pixels: string) => {
      const shown = Number(pixels);
      if (inGallery)
        return `sizes="${inGallery}(max-width: ${beyond + edges}px) ${share}vw, ${Math.ceil((shown * beyond) / column)}px"`;
      return shown === 1240 || (shown === beyond && room === 'page')
        ? `sizes="${ofPage}"`
        : `sizes="(max-width: ${beyond}px) 100vw, ${beyond}px"`;
    },
  );
}
