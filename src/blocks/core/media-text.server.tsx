import { flag, record, string, word } from './attributes.ts';
import { defineCoreBlock } from './core-block.ts';
import { featuredAttributes, focusOf, tagOf } from './featured-picture.server.ts';

/** Media & Text with the post's featured image; its HTML is saved with an empty figure. */
export const block = defineCoreBlock({
  name: 'core/media-text',
  showsPosts: true,
  attributes: {
    mediaPosition: word(['left', 'right']),
    mediaSizeSlug: string('', 50),
    imageFill: flag(false),
    focalPoint: record(),
  },
  isDynamic: ({ useFeaturedImage }) => useFeaturedImage === true,
  container: 'loader',
  load: async ({ mediaPosition, mediaSizeSlug, imageFill, focalPoint }, context) => {
    const [html, picture] = await Promise.all([context.renderInner(), featuredAttributes(context)]);
    if (html === undefined || !picture) return html;
    const { id, src, srcset, alt } = picture;
    const size = mediaSizeSlug.replace(/[^\w-]/g, '') || 'full';
    const image = tagOf('img', {
      src,
      srcset,
      sizes: srcset && '(min-width: 600px) 50vw, 100vw',
      class: `wp-image-${id} size-${size}`,
      alt,
      style: imageFill ? `object-position:${focusOf(focalPoint) ?? '50% 50%'};` : undefined,
    });
    const filled = imageFill
      ? html.replace(/(<div\b[^<>]*)\bis-image-fill\b(?!-)/, '$1is-image-fill-element')
      : html;
    // On the right, its figure is the last one: the text before it may contain others.
    const figures = [...filled.matchAll(/<figure\b[^<>]*>/g)].filter(([tag]) =>
      tag.includes('wp-block-media-text__media'),
    );
    const figure = mediaPosition === 'right' ? figures.at(-1) : figures[0];
    if (!figure) return filled;
    const at = figure.index + figure[0].length;
    return filled.slice(0, at) + image + filled.slice(at);
  },
});
