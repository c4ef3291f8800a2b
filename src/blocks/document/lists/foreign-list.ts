import { diviListPrefix } from '../../../lib/builder-data/divi-modules.ts';
import { listWidgetPrefix } from '../../../lib/builder-data/list-widgets.ts';
import { panelsListBlock } from '../../../lib/builder-data/site-origin-widgets.ts';
import { isRecord } from '../../../lib/is-record.ts';
import type { ParsedBlock } from '../../../lib/markup/parse-markup.ts';
import type { BlockNode } from '../document.ts';
import { guessedList } from './guess-list.ts';
import { knownList } from './known-lists.ts';
import type { ListKind } from './known-lists.ts';
import { readList } from './read-list.ts';
import type { ForeignList } from './read-list.ts';

const kindOf = (name: string): ListKind => (name.includes('/') ? 'block' : 'shortcode');

/**
 * The Broadsheet list that replaces a block, shortcode or widget of a plugin or old theme; undefined if that lists no posts. `attributes` are untrusted.
 */
export function foreignList(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  kind: ListKind = kindOf(name),
): ForeignList | undefined {
  const known = knownList(name, kind) ?? guessedList(name, attributes, kind);
  return known && readList(attributes, known);
}

/** Whether a name alone says that it is a list of posts, whatever its attributes are. */
export const isForeignListName = (name: string, kind: ListKind = kindOf(name)): boolean =>
  knownList(name, kind) !== undefined;

/**
 * The list that replaces a whole block. An unknown block with inner blocks or text stays as it was saved, unless its content is a copy of the list from the
 * day of the export.
 */
export function listInPlaceOf({
  name,
  attributes,
  parts,
}: Pick<ParsedBlock, 'name' | 'attributes' | 'parts'>): ForeignList | undefined {
  if (name.startsWith(listWidgetPrefix))
    return foreignList(name.slice(listWidgetPrefix.length), attributes, 'widget');
  if (name === panelsListBlock) return widgetOfPanels(attributes);
  if (name.startsWith(diviListPrefix))
    return foreignList(
      `et_pb_${name.slice(diviListPrefix.length).replaceAll('-', '_')}`,
      attributes,
      'shortcode',
    );
  if (isForeignListName(name)) return foreignList(name, attributes);
  if (!parts.every((part) => typeof part === 'string')) return undefined;
  const html = parts.join('');
  const isCopy = Object.keys(attributes).length > 0 && [...html.matchAll(/<a\s[^<>]*\bhref=/gi)].length >= 2;
  return html.trim() === '' || isCopy ? foreignList(name, attributes) : undefined;
}

/** The list in the place of a widget of SiteOrigin; the name of its class may have a namespace. */
export function widgetOf(
  className: string,
  settings: Readonly<Record<string, unknown>>,
): ForeignList | undefined {
  const name = className.slice(0, 200).split('\\').at(-1) ?? '';
  return foreignList(name, settings, 'widget');
}

const widgetOfPanels = ({ class: name, settings }: Readonly<Record<string, unknown>>) =>
  typeof name === 'string' ? widgetOf(name, isRecord(settings) ? settings : {}) : undefined;

/** A list as a node of a document. */
export function foreignListNode({ block, settings, references }: ForeignList, place: string): BlockNode {
  return { name: block, attributes: settings, children: [], place, references };
}
