import { findMediaByUrls } from '../../modules/media/reader.ts';
import type { Picture } from '../../modules/posts/model.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { decodeEntities, escapeHtml } from '../../lib/plain-text.ts';
import type { LoadContext } from '../load-context.ts';
import type { Item } from './block-context.server.ts';
import { windowSizeUrl } from '../document/content-env.ts';
import { currentItem } from './block-context.server.ts';

/** Text in which the first picture of a post is looked for, in characters. */
const searched = 100_000;

/** What a picture block shows: one of the library, or what stands at an address. */
export type ShownPicture = Pick<Picture, 'id' | 'src' | 'srcset' | 'small' | 'width' | 'height' | 'alt'>;

/** The first picture in the text of a post; undefined where it has none that may be shown. */
export async function firstPicture(item: Item, context: LoadContext): Promise<ShownPicture | undefined> {
  if (item.post?.isProtected && !context.viewer.unlocked.has(item.id)) return undefined;
  const post = item.post ?? (await context.posts([item.id]))[0];
  const [tag = ''] = /<img\s[^<>]*>/i.exec(post?.content.slice(0, searched) ?? '') ?? [];
  // What is cleaned has its values in double quotes, and addresses that may be shown only.
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

/** The place of a picture's subject in `object-position`; undefined where `focalPoint` holds none. */
export function focusOf({ x, y }: Readonly<Record<string, unknown>>): string | undefined {
  const share = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value)
      ? `${Math.round(Math.min(1, Math.max(0, value)) * 100)}%`
      : undefined;
  const [left, top] = [share(x), share(y)];
  return left && top && `${left} ${top}`;
}

/** The picture of the post that a block is about, as attributes of an `<img>`, and its address as a background; undefined where there is none. */
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

/** An element without an end, its attributes escaped; those that are empty or undefined are left out, but for `alt`. */
export function tagOf(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(attributes)
    .filter(([key, value]) => value !== undefined && (value !== '' || key === 'alt'))
    .map(([key, value]) => ` ${key}="${escapeHtml(value ?? '')}"`);
  return `<${name}${written.join('')}>`;
}
