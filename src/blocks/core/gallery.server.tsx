import type { AttachedOrder } from '../../modules/media/attached.ts';
import type { FoundPicture } from '../../modules/media/reader.ts';
import { findPostPaths } from '../../modules/posts/addresses.ts';
import { mayBeOpened } from '../../modules/posts/policy.ts';
import { isRecord } from '../../lib/records.ts';
import { splice } from '../../lib/markup/html-tokens.ts';
import { writeOpening } from '../../lib/markup/block-markup.ts';
import type { LoadContext } from '../load-context.ts';
import { flag, record, string, whole } from './attributes.ts';
import { asRecord, cssOf, wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import type { CoreSettings } from './core-block.ts';
import { currentItem } from './block-context.server.ts';
import { tagOf } from './featured-picture.server.ts';

const attributes = {
  dynamicContent: record(),
  columns: whole(0, { min: 0, max: 8 }),
  imageCrop: flag(true),
  sizeSlug: string('large', 50),
  aspectRatio: string('auto', 20),
  linkTo: string('none', 20),
  linkTarget: string('', 20),
  randomOrder: flag(false),
};
type Settings = CoreSettings<typeof attributes>;

/** Pictures per gallery, as in WordPress. */
const maxPictures = 100;

/**
 * A gallery of the pictures attached to a post, rendered as if saved by the editor and then prepared as texts are.
 * Random order, also of saved pictures, changes with each render of the page.
 */
export const block = defineCoreBlock({
  name: 'core/gallery',
  attributes,
  isDynamic: ({ dynamicContent, randomOrder }) => findsPictures(dynamicContent) || randomOrder === true,
  container: 'loader',
  load: async (settings, context) => {
    if (!findsPictures(settings.dynamicContent)) {
      const saved = await context.renderInner();
      return saved && shufflePictures(saved);
    }
    const { source, args } = settings.dynamicContent;
    const item = source === 'core/attached-media' ? await currentItem(context) : undefined;
    if (!item || (item.post?.isProtected && !context.viewer.unlocked.has(item.id))) return undefined;
    context.tag(`post:${item.id}`);
    const { orderBy, order } = asRecord(args);
    const isUpwards = typeof order === 'string' && order.toLowerCase() === 'asc';
    const pictures = await picturesOf(
      item.id,
      {
        by: orderBy === 'title' ? 'title' : 'date',
        direction: isUpwards ? 'asc' : 'desc',
        limit: maxPictures,
      },
      context,
    );
    if (pictures.length === 0) return undefined;
    const [html, caption = ''] = await Promise.all([
      renderPictures(pictures, settings, `pictures of post ${item.id}`, context),
      context.renderInner(),
    ]);
    const end = html?.lastIndexOf('</figure>') ?? -1;
    const written = html && end !== -1 ? html.slice(0, end) + caption + html.slice(end) : html;
    return written && settings.randomOrder ? shufflePictures(written) : written;
  },
});

async function renderPictures(
  pictures: readonly FoundPicture[],
  settings: Settings,
  name: string,
  context: LoadContext,
): Promise<string | undefined> {
  const pages =
    settings.linkTo === 'attachment' || settings.linkTo === 'post'
      ? await pagesOf(pictures, context)
      : undefined;
  const figures = pictures.map((picture) => figureOf(picture, settings, pages?.get(picture.id)));
  return context.renderDocument({ text: galleryOf(figures.join(''), settings), name });
}

interface FileGallery {
  readonly columns: number;
  /** Of the document, in messages about faults. */
  readonly name: string;
  /** For pictures without an alternative text: their links need a name. */
  readonly alt: string;
}

/** HTML of a gallery with links to the files; undefined without pictures. */
export async function fileGallery(
  ids: readonly number[],
  { columns, name, alt }: FileGallery,
  context: LoadContext,
): Promise<string | undefined> {
  for (const id of ids) context.tag(`media:${id}`);
  const found = await context.together.pictures(ids);
  const pictures = ids.flatMap((id) => {
    const picture = found.get(id);
    return picture ? [{ ...picture, alt: picture.alt || alt }] : [];
  });
  const settings = block.settings.parse({ columns, linkTo: 'media', sizeSlug: 'medium' }) as Settings;
  return pictures.length === 0 ? undefined : renderPictures(pictures, settings, name, context);
}

const findsPictures = (dynamicContent: unknown) =>
  isRecord(dynamicContent) && Object.keys(dynamicContent).length > 0;

function shufflePictures(html: string): string {
  const places: { start: number; end: number }[] = [];
  let depth = 0;
  let picture: { readonly start: number; readonly depth: number } | undefined;
  // A caption may contain figures and pictures, which move with it.
  for (const { 0: tag, index } of html.matchAll(/<figure\b[^<>]*>|<\/figure>/g)) {
    if (tag !== '</figure>') {
      if (!picture && /[\s"]wp-block-image[\s"]/.test(tag)) picture = { start: index, depth };
      depth++;
      continue;
    }
    depth--;
    if (picture?.depth !== depth) continue;
    places.push({ start: picture.start, end: index + tag.length });
    picture = undefined;
  }
  const pictures = places.map(({ start, end }) => html.slice(start, end));
  for (let last = pictures.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [pictures[last], pictures[other]] = [pictures[other] ?? '', pictures[last] ?? ''];
  }
  return splice(
    html,
    places.map(({ start, end }, index) => ({ start, end, text: pictures[index] ?? '' })),
  );
}

/** Pictures attached to a post; galleries in a list share a query. */
function picturesOf(postId: number, order: AttachedOrder, context: LoadContext): Promise<FoundPicture[]> {
  return context.cache(`pictures of ${postId} ${JSON.stringify(order)}`, async (inner) => {
    inner.tag(`post:${postId}`);
    const found = await inner.together.attachedPictures(postId, order);
    for (const id of found) inner.tag(`media:${id}`);
    const pictures = await inner.together.pictures(found);
    return found.flatMap((id) => pictures.get(id) ?? []);
  });
}

async function pagesOf(
  pictures: readonly FoundPicture[],
  context: LoadContext,
): Promise<Map<number, string>> {
  const { content } = context;
  const { permalink_structure: structure } = await content.settings.current();
  const posts = [...(await context.together.summaries(pictures.map(({ id }) => id))).values()].filter(
    mayBeOpened,
  );
  for (const { id } of posts) context.tag(`post:${id}`);
  return findPostPaths(content.database.read, posts, structure);
}

/** The block as saved with its pictures. Preparing the text turns its spacing and layout into classes and styles. */
function galleryOf(inner: string, settings: Settings): string {
  const {
    columns,
    imageCrop,
    layout,
    style: { spacing, ...style },
  } = settings;
  const { blockGap, ...distances } = asRecord(spacing);
  const isFlex = (layout.type ?? 'flex') === 'flex';
  const {
    id,
    className,
    style: css,
  } = wrapperProps(
    'core/gallery',
    { ...settings, layout: {}, style: { ...style, spacing: distances } },
    'has-nested-images',
    isFlex && `columns-${columns > 0 ? columns : 'default'}`,
    isFlex && imageCrop && 'is-cropped',
  );
  const figure = tagOf('figure', { id, class: className, style: css && cssOf({ ...css }) });
  return `${writeOpening('core/gallery', { layout, style: { spacing: { blockGap } } }, false)}${figure}${inner}</figure><!-- /wp:gallery -->`;
}

function figureOf(
  picture: FoundPicture,
  { sizeSlug, aspectRatio, linkTo, linkTarget }: Settings,
  page: string | undefined,
): string {
  const size = sizeSlug.replace(/[^\w-]/g, '');
  const ratio = /^\d{1,4}(?:\.\d{1,4})?(?: ?\/ ?\d{1,4}(?:\.\d{1,4})?)?$/.test(aspectRatio)
    ? `aspect-ratio:${aspectRatio};object-fit:cover;`
    : undefined;
  const image = tagOf('img', {
    src: picture.src,
    alt: picture.alt,
    class: `wp-image-${picture.id}`,
    style: ratio,
  });
  const address =
    page ?? (['media', 'file', 'attachment', 'post'].includes(linkTo) ? picture.fullUrl : undefined);
  const target = linkTarget === '_blank' ? { target: '_blank', rel: 'noopener' } : {};
  const linked = address === undefined ? image : `${tagOf('a', { href: address, ...target })}${image}</a>`;
  const caption =
    picture.caption === ''
      ? ''
      : `<figcaption class="wp-element-caption">${withoutPlaces(picture.caption)}</figcaption>`;
  const figure = `<figure class="wp-block-image size-${size}">${linked}${caption}</figure>`;
  return `${writeOpening('core/image', { id: picture.id, sizeSlug: size }, false)}${figure}<!-- /wp:image -->`;
}

/** Escapes comments and brackets of a caption, which must not become blocks or shortcodes. */
function withoutPlaces(caption: string): string {
  return caption.replaceAll('<!--', '&lt;!--').replaceAll('[', '&#91;');
}
