import { findMediaByUrls } from '../../modules/media/reader.ts';
import type { Picture } from '../../modules/posts/card.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { decodeEntities } from '../../lib/plain-text.ts';
import type { LoadContext } from '../load-context.ts';
import type { Item } from './current-item.server.ts';

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
