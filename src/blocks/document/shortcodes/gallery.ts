import { randomUUID } from 'node:crypto';
import { escapeHtml } from '../../../lib/plain-text.ts';
import { idOf } from '../../../lib/numbers.ts';
import { fullSizeUrl } from '../content-env.ts';
import type { AttachedFiles, ContentPicture, TextWords } from '../content-env.ts';
import type { ShortcodeAttributes } from '../../../lib/shortcodes/attributes.ts';

/** Attachment ids of a gallery or playlist in order; undefined: the files attached to the post. */
export function namedIds({ named }: ShortcodeAttributes): number[] | undefined {
  const list = named.ids ?? named.include;
  return list === undefined
    ? undefined
    : list
        .split(/[\s,]+/)
        .map(idOf)
        .filter((id) => id !== undefined);
}

/** The query of a gallery or playlist without ids. A random order becomes menu order, since the rendered text is stored. */
export function attachedFiles({ named }: ShortcodeAttributes, kind: AttachedFiles['kind']): AttachedFiles {
  const by = /^\s*(?:post_)?(date|title|id)\b/i.exec(named.orderby ?? '')?.[1]?.toLowerCase();
  return {
    postId: idOf(named.id?.trim()),
    kind,
    by: by === 'date' || by === 'title' || by === 'id' ? by : 'menu',
    direction: /^\s*desc\s*$/i.test(named.order ?? '') ? 'desc' : 'asc',
  };
}

/** Classic gallery markup with WordPress' classes. Omits unknown pictures; empty without any. */
export function renderGallery(
  attributes: ShortcodeAttributes,
  ids: readonly number[],
  pictures: ReadonlyMap<number, ContentPicture>,
  place: { postId: number; number: number; words: TextWords },
): string {
  const { named } = attributes;
  const excluded = new Set((named.exclude ?? '').split(/[\s,]+/).map(Number));
  const shown = ids
    .map((id) => pictures.get(id))
    .filter((picture) => picture !== undefined)
    .filter(({ id }) => !excluded.has(id));
  if (shown.length === 0) return '';
  const columns = Math.min(9, Math.max(1, Number.parseInt(named.columns ?? '', 10) || 3));
  const size = (named.size ?? 'thumbnail').replace(/[^\w-]/g, '');
  const items = shown.map((picture) => galleryItem(picture, named.link ?? '', size));
  if (isSlider(attributes) && shown.length > 1) return slider(items, `gallery-${place.number}`, place.words);
  return `<div id="gallery-${place.number}" class="gallery galleryid-${place.postId} gallery-columns-${columns} gallery-size-${size}">${items.join('')}</div>`;
}

/** Whether a gallery is a slider: Jetpack's slideshow, or that of the well-known news theme. */
export function isSlider({ named }: ShortcodeAttributes): boolean {
  return named.type === 'slideshow' || named.td_select_gallery_slide === 'slide';
}

/** Random prefix of our own marks, which cleaning trusts and removes; authors can't guess it. */
export const ownMark = `own-${randomUUID()}-`;

export const sliderMark = 'data-gallery-slider=""';

/** A row with scroll snapping; buttons and count as in the block `slide`, which provides styles and script. */
function slider(items: readonly string[], id: string, words: TextWords): string {
  const step = (by: number, label: string, path: string) =>
    `<button type="button" data-slide-step="${ownMark}${by}" aria-label="${escapeHtml(label)}"><svg viewBox="0 0 16 16" width="16" height="16" ` +
    `aria-hidden="true"><path d="${path}" fill="none" stroke="currentColor" stroke-width="1.6"></path></svg></button>`;
  const digits = [...(words.digits ?? '')];
  const number = (value: number) => String(value).replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
  return (
    `<div id="${id}" class="gallery gallery-slider" data-gallery-slider="${ownMark}"><ul class="slides" tabindex="0" ` +
    `aria-label="${escapeHtml(words.text_gallery)}" data-slides="${ownMark}">${items.map((item) => `<li>${item}</li>`).join('')}</ul>` +
    `<p class="slide-steps">${step(-1, words.previous, 'M10 3 5 8l5 5')}<span data-slide-count="${ownMark}" role="status">` +
    `${number(1)} / ${number(items.length)}</span>${step(1, words.next, 'm6 3 5 5-5 5')}</p></div>`
  );
}

function galleryItem(picture: ContentPicture, link: string, size: string): string {
  const shape = picture.height > picture.width ? 'portrait' : 'landscape';
  const pixels =
    picture.width > 0 && picture.height > 0 ? ` width="${picture.width}" height="${picture.height}"` : '';
  const image = `<img src="${escapeHtml(picture.src)}"${pixels} class="attachment-${size} wp-image-${picture.id}" alt="${escapeHtml(picture.alt)}">`;
  // An attachment page shows a picture no larger than its file; without one the link goes to the file.
  const target =
    link === 'none'
      ? undefined
      : link === 'file'
        ? fullSizeUrl(picture)
        : (picture.pageUrl ?? fullSizeUrl(picture));
  const whole =
    target === fullSizeUrl(picture) && picture.width > 0
      ? ` data-lightbox-size="${picture.width}x${picture.height}"`
      : '';
  const icon = target === undefined ? image : `<a href="${escapeHtml(target)}"${whole}>${image}</a>`;
  const caption = picture.caption
    ? `<figcaption class="wp-caption-text gallery-caption">${picture.caption}</figcaption>`
    : '';
  return `<figure class="gallery-item"><div class="gallery-icon ${shape}">${icon}</div>${caption}</figure>`;
}
