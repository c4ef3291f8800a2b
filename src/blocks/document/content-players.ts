import { readAttributes } from '../../lib/markup/html-tokens.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { attributeMap, tagOf } from './content-images.ts';
import type { ContentMedia } from './content-env.ts';
import type { AttributeMap } from './content-images.ts';
import { withScheme } from './content-urls.ts';
import type { LinkRewriter } from './content-urls.ts';
import { trimEndOf } from '../../lib/trim-ends.ts';

/** Elements that say what is played. */
export const playing: ReadonlySet<string> = new Set(['video', 'audio', 'source', 'track']);

/** Shows nothing, so that the theme's ground is seen: without a still, browsers paint one of their own. */
const emptyStill = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/**
 * One of those as it is to be; undefined: as it stands. Files that we have are played from here, and nothing of them is fetched before a reader plays them,
 * whose controls they get. `files`: the addresses of the files that stand inside of a film.
 */
export function playerTag(
  name: string,
  source: string,
  links: LinkRewriter,
  files: readonly string[] = [],
): { html: string } | undefined {
  const attributes = attributeMap(readAttributes(source));
  const before = tagOf(name, attributes);
  const src = attributes.get('src');
  if (src !== undefined) attributes.set('src', links.file(src) ?? withScheme(src));
  if (name === 'video') completeStill(attributes, links, posterOf(src === undefined ? files : [src], links));
  if ((name === 'video' || name === 'audio') && !attributes.has('autoplay')) {
    attributes.set('preload', 'none');
    if (!attributes.has('controls')) attributes.set('controls', '');
  }
  const html = tagOf(name, attributes);
  return html === before ? undefined : { html };
}

/** The first still that the library has of a film's files: browsers choose among several. */
const posterOf = (files: readonly string[], links: LinkRewriter) =>
  files.map((file) => links.posterOf(file)).find((poster) => poster !== undefined);

/**
 * A still that we have comes from here, in the size of a text; without one the film's own is shown, which the library has. The film's shape is kept free: as
 * its author or its still says; the theme knows one for the rest.
 */
function completeStill(attributes: AttributeMap, links: LinkRewriter, own: ContentMedia['poster']): void {
  const poster = attributes.get('poster');
  const still = poster ? links.picture(poster) : own;
  if (poster || own) attributes.set('poster', still ? escapeHtml(still.src) : withScheme(poster ?? ''));
  if (attributes.has('autoplay')) return;
  if (!poster && !own) attributes.set('poster', emptyStill);
  const style = attributes.get('style') ?? '';
  if (style.includes('aspect-ratio')) return;
  const [width = 0, height = 0] = ['width', 'height'].map((side) =>
    Number(/^\d{1,5}$/.exec(attributes.get(side) ?? '')?.[0] ?? 0),
  );
  const shape = width > 0 && height > 0 ? { width, height } : still;
  if (shape && shape.width > 0 && shape.height > 0) {
    attributes.set(
      'style',
      `${style === '' ? '' : `${trimEndOf(style, '; \t\r\n')};`}aspect-ratio:${shape.width}/${shape.height}`,
    );
  }
}
