import { listWidgetPrefix } from '../../../lib/builder-data/list-widgets.ts';
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
  if (isForeignListName(name)) return foreignList(name, attributes);
  if (!parts.every((part) => typeof part === 'string')) return undefined;
  const html = parts.join('');
  const isCopy = Object.keys(attributes).length > 0 && [...html.matchAll(/<a\s[^<>]*\bhref=/gi)].length >= 2;
  return html.trim() === '' || isCopy ? foreignList(name, attributes) : undefined;
}

/** A list as a node of a document. */
export function foreignListNode({ block, settings, references }: ForeignList, place: string): BlockNode {
  return { name: block, attributes: settings, children: [], place, references };
}
