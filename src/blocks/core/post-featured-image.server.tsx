import type { CSSProperties } from 'react';
import { fillIn } from '../../lib/messages.ts';
import { classes } from '../../ui/class-names.ts';
import { useWords } from '../../ui/language.ts';
import { flag, string, whole, word } from './attributes.ts';
import { asRecord, borderProps, cssValue, wrapperProps } from './block-supports.ts';
import type { SupportSettings } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem } from './block-context.server.ts';
import { firstPicture } from './featured-picture.server.ts';
import type { ShownPicture } from './featured-picture.server.ts';

/** A post's featured image, or optionally the first picture of its text. */
export const block = defineCoreBlock({
  name: 'core/post-featured-image',
  attributes: {
    isLink: flag(false),
    aspectRatio: string('', 20),
    width: string('', 50),
    height: string('', 50),
    scale: word(['cover', 'contain', 'fill', 'none', 'scale-down']),
    sizeSlug: string('', 50),
    rel: string('', 200),
    linkTarget: word(['_self', '_blank']),
    overlayColor: string('', 50),
    customOverlayColor: string('', 100),
    dimRatio: whole(0, { max: 100 }),
    customGradient: string('', 200),
    useFirstImageFromPost: flag(false),
  },
  load: async ({ useFirstImageFromPost }, context) => {
    const item = await currentItem(context);
    const picture =
      item && (item.picture ?? (useFirstImageFromPost ? await firstPicture(item, context) : undefined));
    return (
      item &&
      picture && { picture, url: item.url, title: item.title, id: item.id, isOwn: item.post !== undefined }
    );
  },
  View: ({ settings, data: { picture, url, title, id, isOwn } }) => {
    const words = useWords();
    const { isLink, linkTarget, rel, gradient } = settings;
    const border = borderProps(settings);
    const inside = (
      <>
        <PostPicture
          picture={picture}
          sizeSlug={settings.sizeSlug}
          alt={isLink ? title || fillIn(words.core_untitled, id) : picture.alt}
          isFirst={isOwn}
          className={border.className}
          style={{ ...border.style, ...sizeOf(settings) }}
        />
        {settings.dimRatio > 0 && (
          <span
            className={overlayClass(settings, border.className)}
            style={overlayStyle(settings, border.style)}
            aria-hidden="true"
          />
        )}
      </>
    );
    // The overlay has the gradient and colour.
    const { style } = border.rest;
    const own = gradient === '' ? style : { ...style, color: { duotone: asRecord(style.color).duotone } };
    return (
      <figure {...wrapperProps('core/post-featured-image', { ...border.rest, style: own, gradient: '' })}>
        {isLink ? (
          <a href={url} target={linkTarget} rel={rel || undefined}>
            {inside}
          </a>
        ) : (
          inside
        )}
      </figure>
    );
  },
});

interface PostPictureProps {
  readonly picture: ShownPicture;
  /** WordPress' name of a size; '': the default. */
  readonly sizeSlug: string;
  readonly alt: string;
  /** The page's own post, whose picture is visible at once. */
  readonly isFirst: boolean;
  readonly className: string;
  readonly style: CSSProperties;
}

function PostPicture({
  picture: { src, small, srcset, width, height },
  sizeSlug,
  alt,
  isFirst,
  className,
  style,
}: PostPictureProps) {
  const slug = sizeSlug.replace(/[^\w-]/g, '') || 'post-thumbnail';
  const isSmall = slug === 'thumbnail';
  const choice = isSmall || srcset === '' ? undefined : srcset;
  return (
    <img
      {...(width > 0 && height > 0 && { width, height })}
      src={isSmall ? small : src}
      srcSet={choice}
      sizes={
        choice && '(min-width: 2240px) 1540px, (min-width: 1680px) 1180px, (min-width: 1019px) 860px, 100vw'
      }
      className={classes(`attachment-${slug} size-${slug} wp-post-image`, className)}
      alt={alt}
      style={style}
      loading={isFirst ? undefined : 'lazy'}
      decoding="async"
    />
  );
}

interface SizeSettings {
  readonly aspectRatio: string;
  readonly width: string;
  readonly height: string;
  readonly scale: CSSProperties['objectFit'];
}

function sizeOf({ aspectRatio, width: givenWidth, height: givenHeight, scale }: SizeSettings): CSSProperties {
  const [ratio, width, height] = [cssValue(aspectRatio), cssValue(givenWidth), cssValue(givenHeight)];
  return {
    ...(ratio && { width: '100%' }),
    ...(ratio && ratio !== 'auto' && { aspectRatio: ratio }),
    ...(height ? { height } : width && { height: 'auto' }),
    ...(width && { width }),
    ...((ratio || height) && { objectFit: scale }),
  };
}

interface OverlaySettings extends SupportSettings {
  readonly dimRatio: number;
  readonly overlayColor: string;
  readonly customOverlayColor: string;
  readonly customGradient: string;
}

function overlayClass(
  { dimRatio, overlayColor, gradient, customGradient }: OverlaySettings,
  border: string,
): string {
  const name = (text: string) => text.replace(/[^\w-]/g, '');
  return classes(
    'wp-block-post-featured-image__overlay',
    border,
    `has-background-dim has-background-dim-${dimRatio}`,
    overlayColor !== '' && `has-${name(overlayColor)}-background-color`,
    (gradient !== '' || customGradient !== '') && 'has-background-gradient',
    gradient !== '' && `has-${name(gradient)}-gradient-background`,
  );
}

function overlayStyle(
  { dimRatio, customOverlayColor, customGradient }: OverlaySettings,
  border: CSSProperties | undefined,
): CSSProperties {
  const [color, gradient] = [cssValue(customOverlayColor), cssValue(customGradient)];
  return {
    ...border,
    boxShadow: undefined,
    opacity: dimRatio / 100,
    ...(color && { backgroundColor: color }),
    ...(gradient && { backgroundImage: gradient }),
  };
}
