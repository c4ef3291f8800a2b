import { startOf } from '../../lib/cut-text.ts';
import { columnsOf, onDesktops, titleText } from './composer-values.ts';
import type { Counterpart, Reading } from './counterparts.ts';
import type { ForeignIds } from './composer-values.ts';
import type { Shortcode } from './shortcode-tree.ts';

type BlockCounterpart = Extract<Counterpart, { readonly block: string }>;

export interface Place {
  /** Twelfths of the page. */
  readonly width: number;
  readonly ids: ForeignIds;
  readonly note: (message: string) => void;
}

/** The settings of a block from a shortcode's attributes. Missing attributes leave the block's defaults. */
export function readSettings(
  { settings, reads = {}, shape }: BlockCounterpart,
  shortcode: Shortcode,
  place: Place,
): Record<string, unknown> {
  const found: Record<string, unknown> = { ...settings };
  for (const [name, reading] of Object.entries(reads)) {
    const value = shortcode.attributes[name];
    const read = value === undefined ? undefined : readOne(reading, onDesktops(value).trim(), place, name);
    if (read !== undefined) found[reading.to] = read;
  }
  return shape ? { ...found, ...shapes[shape](shortcode, place, found) } : found;
}

function readOne(reading: Reading, value: string, { ids, note }: Place, name: string): unknown {
  switch (reading.as) {
    case 'text':
      return value === '' ? undefined : startOf(titleText(value), 200);
    case 'number':
      return /^\d{1,6}$/.test(value) ? Number(value) : undefined;
    case 'flag':
      return value === '' ? undefined : value === 'yes' || value === 'on' || value === '1';
    case 'colour':
      return /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(value) ? value : undefined;
    case 'shown':
      return value === 'none' ? false : undefined;
    case 'word':
      return reading.words[value];
    case 'author': {
      const found = idsIn(value)
        .map((id) => ids.author(id))
        .find((id) => id !== undefined);
      if (found === undefined && value !== '' && value !== '0')
        note(`${name}="${startOf(value, 60)}" refers to no imported author`);
      return found;
    }
    case 'categories':
      return known(
        value,
        (id) => (id.startsWith('-') ? undefined : ids.category(id)),
        () => note(`${name}="${startOf(value, 60)}" refers to no imported category that lists can use`),
      );
    case 'posts':
      return known(
        value,
        (id) => ids.post(id.replace('-', '')),
        () => note(`${name}="${startOf(value, 60)}" refers to no imported post`),
      );
  }
}

/** Integers separated by commas; a minus sign excludes an id. */
const idsIn = (value: string): string[] =>
  value
    .split(',')
    .map((id) => id.trim())
    .filter((id) => /^-?\d{1,13}$/.test(id))
    .slice(0, 100);

function known(
  value: string,
  find: (id: string) => number | undefined,
  onNone: () => void,
): string | undefined {
  const ids = idsIn(value).filter((id) => Number(id) !== 0);
  const found = ids.flatMap((id) => {
    const local = find(id);
    return local === undefined ? [] : [id.startsWith('-') ? `-${local}` : String(local)];
  });
  if (found.length === 0 && value !== '' && value !== '0') onNone();
  return found.length === 0 ? undefined : found.join(',');
}

/** Number of posts per row that fit into so many twelfths. */
const roomOf = (width: number) => (width >= 10 ? 4 : width >= 7 ? 3 : width >= 5 ? 2 : 1);

const shapes: Readonly<
  Record<
    NonNullable<BlockCounterpart['shape']>,
    (shortcode: Shortcode, place: Place, found: Readonly<Record<string, unknown>>) => Record<string, unknown>
  >
> = {
  flex: ({ attributes }, { width }) => {
    const columns = Math.min(columnsOf(onDesktops(attributes.modules_on_row)) ?? 1, roomOf(width));
    if (onDesktops(attributes.hide_image) === 'yes') return { style: 'compact', td_column_number: columns };
    const isFloated = onDesktops(attributes.image_floated).startsWith('float');
    const isSmall =
      isFloated && (width <= 4 || columns > 1 || Number(onDesktops(attributes.image_width) || 100) <= 30);
    return { style: isSmall ? 'thumbs' : isFloated ? 'list' : 'cards', td_column_number: columns };
  },
  loop: ({ attributes }, { width }) => {
    const columns = columnsOf(onDesktops(attributes.modules_on_row));
    if (onDesktops(attributes.hide_image) === 'yes')
      return { style: 'compact', td_column_number: columns ?? 1 };
    if (onDesktops(attributes.image_floated).startsWith('float')) return { style: 'list' };
    return { style: 'cards', td_column_number: Math.min(columns ?? 2, roomOf(width), 4) };
  },
  /** The old numbered lists use as many columns as fit; without room for text next to large pictures, pictures are small. */
  numbered: ({ attributes }, { width }, { style }) => {
    const columns = Number(attributes.td_column_number);
    return {
      ...(style === 'list' && width <= 4 ? { style: 'thumbs' } : {}),
      td_column_number: columns >= 1 && columns <= 3 ? columns : Math.min(roomOf(width), 3),
    };
  },
};
