import { escapeHtml } from '../plain-text.ts';
import { htmlTokens, readAttributes, writeTag, splice } from './html-tokens.ts';
import type { HtmlToken, Edit } from './html-tokens.ts';

export type BoundValues = Readonly<Record<string, string>>;

/** Where a block's HTML contains its attributes. */
interface BoundPlaces {
  /** The first element with such a name. */
  readonly element: RegExp;
  readonly inside?: string;
  /** The element's attributes, by the block's. */
  readonly attributes?: Readonly<Record<string, string>>;
}

const placesOf: Readonly<Record<string, BoundPlaces>> = {
  'core/paragraph': { element: /^p$/, inside: 'content' },
  'core/heading': { element: /^h[1-6]$/, inside: 'content' },
  'core/button': {
    element: /^(?:a|button)$/,
    inside: 'text',
    attributes: { url: 'href', linkTarget: 'target', rel: 'rel' },
  },
  'core/image': { element: /^img$/, attributes: { url: 'src', alt: 'alt', title: 'title' } },
};

/**
 * Replaces attributes in a block's saved HTML: `content`, `text` and `caption` are HTML, others plain text. Blocks that
 * store them only in their comment are unchanged. Values are not cleaned; that is up to the caller.
 */
export function bindHtml(name: string, saved: string, values: BoundValues): string {
  const places = placesOf[name];
  if (!places) return saved;
  const tokens = htmlTokens(saved);
  const open = tokens.findIndex(
    (token) => token.kind === 'open' && !token.cut && places.element.test(token.name),
  );
  const tag = tokens[open];
  if (!tag) return saved;
  const edits: Edit[] = [
    {
      start: tag.start,
      end: tag.end,
      text: boundTag(saved, tag, places, name === 'core/image' ? imageValues(values) : values),
    },
  ];
  const inside = places.inside === undefined ? undefined : values[places.inside];
  const end = closing(tokens, tag.name);
  if (inside !== undefined && end && end.start >= tag.end)
    edits.push({ start: tag.end, end: end.start, text: inside });
  if (name === 'core/image' && values.caption !== undefined)
    edits.push(...captionEdits(tokens, tag, values.caption));
  return splice(saved, edits);
}

const closing = (tokens: readonly HtmlToken[], name: string) =>
  tokens.findLast((token) => token.kind === 'close' && token.name === name);

/** A picture's class contains its attachment id, which would be wrong with another URL unless an id is given, too. */
function imageValues({ url, id = url === undefined ? undefined : '', ...values }: BoundValues): BoundValues {
  return { ...values, ...(url === undefined ? {} : { url }), ...(id === undefined ? {} : { id }) };
}

function boundTag(
  saved: string,
  { start, end, name }: HtmlToken,
  { attributes: names = {} }: BoundPlaces,
  values: BoundValues,
): string {
  const attributes = new Map(
    readAttributes(saved.slice(start, end)).map((attribute) => [attribute.name, attribute.value]),
  );
  for (const [bound, attribute] of Object.entries(names)) {
    const value = values[bound];
    if (value === undefined || (name === 'button' && attribute !== 'rel')) continue;
    if (value === '' && attribute !== 'alt' && attribute !== 'src') attributes.delete(attribute);
    else attributes.set(attribute, escapeHtml(value));
  }
  if (values.id !== undefined && name === 'img') {
    const others = (attributes.get('class') ?? '')
      .split(/\s+/)
      .filter((one) => one !== '' && !/^wp-image-\d+$/.test(one));
    const classes = [...others, ...(values.id === '' ? [] : [`wp-image-${escapeHtml(values.id)}`])];
    attributes.delete('class');
    if (classes.length > 0) attributes.set('class', classes.join(' '));
  }
  return writeTag(
    name,
    [...attributes].map(([attribute, value]) => ({ name: attribute, value })),
  );
}

function captionEdits(tokens: readonly HtmlToken[], image: HtmlToken, caption: string): Edit[] {
  const open = tokens.find(
    ({ kind, name, start }) => kind === 'open' && name === 'figcaption' && start > image.start,
  );
  const close = closing(tokens, 'figcaption');
  if (open && close && close.start >= open.end) {
    return [
      caption === ''
        ? { start: open.start, end: close.end, text: '' }
        : { start: open.end, end: close.start, text: caption },
    ];
  }
  const figure = closing(tokens, 'figure');
  if (caption === '' || !figure || figure.start < image.end) return [];
  return [
    {
      start: figure.start,
      end: figure.start,
      text: `<figcaption class="wp-element-caption">${caption}</figcaption>`,
    },
  ];
}
