import { cssUrl } from '../../lib/urls.ts';
import { flag, record, string } from './attributes.ts';
import { defineCoreBlock } from './core-block.ts';
import { featuredAttributes, focusOf, tagOf } from './featured-picture.server.ts';

/** A cover with the post's featured image, which is inserted into the saved HTML. */
export const block = defineCoreBlock({
  name: 'core/cover',
  showsPosts: true,
  attributes: {
    backgroundType: string('image', 20),
    focalPoint: record(),
    hasParallax: flag(false),
    isRepeated: flag(false),
    sizeSlug: string('', 50),
  },
  isDynamic: ({ useFeaturedImage, backgroundType = 'image' }) =>
    useFeaturedImage === true && backgroundType === 'image',
  container: 'loader',
  load: async ({ focalPoint, hasParallax, isRepeated, sizeSlug }, context) => {
    const [html, picture] = await Promise.all([context.renderInner(), featuredAttributes(context)]);
    if (html === undefined || !picture) return html;
    const focus = focusOf(focalPoint);
    const { id, src, srcset, alt, background } = picture;
    const size = sizeSlug.replace(/[^\w-]/g, '') || 'post-thumbnail';
    const image =
      hasParallax || isRepeated
        ? `${tagOf('div', {
            ...(alt === '' ? {} : { role: 'img', 'aria-label': alt }),
            class: `wp-block-cover__image-background wp-image-${id}${hasParallax ? ' has-parallax' : ''}${isRepeated ? ' is-repeated' : ''}`,
            style: `background-position:${focus ?? '50% 50%'};background-image:${cssUrl(background)};`,
          })}</div>`
        : tagOf('img', {
            class: `wp-block-cover__image-background attachment-${size} size-${size} wp-post-image`,
            src,
            srcset,
            sizes: srcset && '100vw',
            alt,
            'data-object-fit': 'cover',
            'data-object-position': focus,
            style: focus && `object-position:${focus};`,
          });
    return html.replace(/<div\s[^<>]*["'\s]wp-block-cover__inner-container["'\s]/, (start) => image + start);
  },
});
