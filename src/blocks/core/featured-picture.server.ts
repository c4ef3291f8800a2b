import { findMediaByUrls } from '../../modules/media/reader.ts';
import type { Picture } from '../../modules/posts/model.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { decodeEntities, escapeHtml } from '../../lib/plain-text.ts';
import type { LoadContext } from '../load-context.ts';
import type { Item } from './block-context.server.ts';
import { windowSizeUrl } from '../document/content-env.ts';
import { currentItem } from './block-context.server.ts';

/** Characters of a post's text to search for a picture. */
const searched = 100_000;

export type ShownPicture = Pick<Picture, 'id' | 'src' | 'srcset' | 'small' | 'width' | 'height' | 'alt'>;

/** The first picture in a post's text that the viewer may see. */
export async function firstPicture(item: Item, context: LoadContext): Promise<ShownPicture | undefined> {
  if (item.post?.isProtected && !context.viewer.unlocked.has(item.id)) return undefined;
  const post = item.post ?? (await context.posts([item.id]))[0];
  const [tag = ''] = /<img\s[^<>]*>/i.exec(post?.content.slice(0, searched) ?? '') ?? [];
  // Cleaned HTML has double-quoted values and safe URLs only.
  const clean = cleanHtml(tag);
  const src = decodeEntities(/\ssrc="([^"]*)"/.exec(clean)?.[1] ?? '');
  if (src === '') return undefined;
  const known = (await findMediaByUrls(context.content, [src])).get(src);
  if (known) context.tag(`media:${known.id}`);
  return (
    known ?? {
      id: 0,
      src,
      srcset: '',
      small: src,
      width: 0,
      height: 0,
      alt: decodeEntities(/\salt="([^"]*)"/.exec(clean)?.[1] ?? ''),
    }
  );
}

/** `object-position` for a picture's focal point; undefined if `focalPoint` has no valid one. */
export function focusOf({ x, y }: Readonly<Record<string, unknown>>): string | undefined {
  const share = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value)
      ? `${Math.round(Math.min(1, Math.max(0, value)) * 100)}%`
      : undefined;
  const [left, top] = [share(x), share(y)];
  return left && top && `${left} ${top}`;
}

/** The featured image of the block's post as `<img>` attributes, and its URL for a background; undefined without one. */
export async function featuredAttributes(
  context: LoadContext,
): Promise<Readonly<Record<'src' | 'srcset' | 'alt' | 'id' | 'background', string>> | undefined> {
  const picture = (await currentItem(context))?.picture;
  return (
    picture && {
      src: picture.src,
      srcset: picture.srcset,
      alt: picture.alt,
      id: String(picture.id),
      background: windowSizeUrl(picture),
    }
  );
}

/** A start tag with escaped attributes; omits empty and undefined ones except `alt`. */
export function tagOf(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(attributes)
    .filter(([key, value]) => value !== undefined && (value !== '' || key === 'alt'))
    .map(([key, value]) => ` ${key}="${escapeHtml(value ?? '')}"`);
  return `<${name}${written.join('')}>`;
}
