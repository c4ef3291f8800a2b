import { countListedPosts } from '../../modules/posts/list.ts';
import {
  kindOfArchive,
  kindOfPost,
  kindOfSearch,
  kindOfTerm,
  kindOfItem,
} from '../../modules/templates/kinds.ts';
import type { pageTemplateTypes } from '../../modules/templates/model.ts';
import { formatTaxonomy } from '../../modules/types/names.ts';
import { postTypeNamed, taxonomyNamed } from '../../modules/types/registry.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { idOf } from '../../lib/numbers.ts';
import { idField } from './template-call.ts';
import type { TemplateCall } from './template-call.ts';

/** One of the fifteen kinds of the template panels, with its names on the wire. */
export interface PanelKind {
  readonly name: (typeof pageTemplateTypes)[number] | 'home';
  /** Fields that name an item; the first one is used by assignments. Empty: the kind's pages have no item with an id. */
  readonly items: readonly string[];
  readonly assign?: string;
  readonly global?: string;
}

/** All kinds. Omitted fields don't exist on the wire: 404 pages have no items, pages no global template. */
export const panelKinds: readonly PanelKind[] = [
  {
    name: 'single',
    items: ['single_id'],
    assign: 'tdb_assign_single_template_to_post',
    global: 'tdb_assign_single_template_global',
  },
  {
    name: 'category',
    items: ['category_id'],
    assign: 'tdb_assign_cat_template_to_cat',
    global: 'tdb_assign_cat_template_global',
  },
  {
    name: 'author',
    items: ['author_id'],
    assign: 'tdb_assign_author_template_to_author',
    global: 'tdb_assign_author_template_global',
  },
  {
    name: 'tag',
    items: ['tag_id'],
    assign: 'tdb_assign_tag_template_to_tag',
    global: 'tdb_assign_tag_template_global',
  },
  { name: '404', items: [], global: 'tdb_assign_404_template_global' },
  { name: 'date', items: [], global: 'tdb_assign_date_template_global' },
  { name: 'search', items: [], global: 'tdb_assign_search_template_global' },
  { name: 'attachment', items: [], global: 'tdb_assign_attachment_template_global' },
  { name: 'page', items: ['page_id'] },
  {
    name: 'woo_product',
    items: ['woo_product_id'],
    assign: 'tdb_assign_woo_product_template_to_product',
    global: 'tdb_assign_woo_product_template_global',
  },
  {
    name: 'woo_archive',
    items: ['woo_term_id', 'woo_archive_id'],
    assign: 'tdb_assign_woo_archive_template_to_tax',
    global: 'tdb_assign_woo_archive_template_global',
  },
  { name: 'woo_search_archive', items: [], global: 'tdb_assign_woo_search_archive_template_global' },
  { name: 'woo_shop_base', items: [], global: 'tdb_assign_woo_shop_base_template_global' },
  {
    name: 'cpt',
    items: ['cpt_id'],
    assign: 'tdb_assign_cpt_template_to_cpt',
    global: 'tdb_assign_cpt_template_global',
  },
  {
    name: 'cpt_tax',
    items: ['cpt_tax_id', 'data_id'],
    assign: 'tdb_assign_cpt_tax_template_to_tax',
    global: 'tdb_assign_cpt_tax_template_global',
  },
];

/** Kinds with mobile templates: all of these and the front page, whose panel uses other calls for the rest (decision 099). */
export const mobileKinds: readonly PanelKind[] = [...panelKinds, { name: 'home', items: [] }];

/** The kind of pages, as assignments name it, and an item of it or 0. */
export interface PanelSubject {
  readonly kind: string;
  readonly itemId: number;
}

/** The item that a call names. Throws `InvalidInputError` without an id, `NotFoundError` if the item is not of this kind. */
export async function itemOf(call: TemplateCall, { name: type, items }: PanelKind): Promise<PanelSubject> {
  const field = items.find((name) => call.fields.has(name)) ?? items[0] ?? '';
  const itemId = idField(call.fields, field);
  const kind = await kindOfItem(call.database.read, call.actor, type, itemId);
  if (kind === undefined)
    throw new NotFoundError(`There is no page of the kind "${type}" about ${field} ${itemId}.`);
  return { kind, itemId };
}

/**
 * The kind to set a global template for. Custom types and taxonomies are named by an item (`cpt_id`, `cpt_tax_id`) or
 * by name (`cpt`, `cpt_tax`); `option` selects which pages of a type.
 */
export async function globalKindOf(call: TemplateCall, kind: PanelKind): Promise<string> {
  if (kind.name === 'cpt') return ofType(call);
  if (kind.name === 'cpt_tax') return ofTaxonomy(call, kind);
  return kind.name;
}

/**
 * The subject of a list: an item, or the kind alone without an id. `cpt` and `option` name a type's archive and the
 * search within it. Throws as `itemOf`.
 */
export async function subjectOf(call: TemplateCall, kind: PanelKind): Promise<PanelSubject> {
  const { fields } = call;
  if (kind.items.some((name) => fields.get(name))) return itemOf(call, kind);
  const option = fields.get('option');
  const isOfType =
    fields.get('cpt') &&
    ((kind.name === 'search' && option === 'search_tpl') ||
      (kind.name === 'cpt_tax' && option === 'archive_tpl'));
  if (isOfType) return { kind: await ofType(call), itemId: 0 };
  if (kind.name === 'cpt_tax' && fields.get('cpt_tax'))
    return { kind: await ofTaxonomy(call, kind), itemId: 0 };
  return { kind: kind.name, itemId: 0 };
}

const options = ['single_tpl', 'archive_tpl', 'search_tpl'] as const;

async function ofType(call: TemplateCall): Promise<string> {
  const sent = call.fields.get('option') || options[0];
  const option = options.find((one) => one === sent);
  if (!option)
    throw new InvalidInputError(`option can't be "${sent.slice(0, 80)}"; use one of ${options.join(', ')}.`);
  const type = await typeOfCall(call, option === 'single_tpl');
  return { single_tpl: kindOfPost, archive_tpl: kindOfArchive, search_tpl: kindOfSearch }[option](type);
}

/** A custom type by one of its posts or by its name; `byItem` decides which field is tried first. */
async function typeOfCall(
  { fields, actor, database: { read } }: TemplateCall,
  byItem: boolean,
): Promise<string> {
  const name = fields.get('cpt') ?? '';
  const id = idOf(fields.get('cpt_id'));
  if (name === '' && id === undefined)
    throw new InvalidInputError('Send the id of an item as cpt_id, or the name of its type as cpt.');
  if (name !== '' && (!byItem || id === undefined)) {
    const isThere =
      isName(name) &&
      postTypeNamed(name).pageKind === 'cpt' &&
      postTypeNamed(name).isPublic &&
      (postTypeNamed(name).isRegistered || (await countListedPosts(read, { type: name })) > 0);
    if (!isThere) throw new NotFoundError(`There is no custom type "${name.slice(0, 80)}" with pages.`);
    return name;
  }
  const kind = id === undefined ? undefined : await kindOfItem(read, actor, 'cpt', id);
  if (kind === undefined) throw new NotFoundError(`There is no item ${id} of a custom type.`);
  return kind.slice('cpt:'.length);
}

async function ofTaxonomy(call: TemplateCall, kind: PanelKind): Promise<string> {
  const name = call.fields.get('cpt_tax') ?? '';
  if (name === '' || kind.items.some((field) => call.fields.get(field)))
    return (await itemOf(call, kind)).kind;
  const { pageKind, isPublic, isRegistered } = taxonomyNamed(name);
  const isThere =
    name === formatTaxonomy || (isName(name) && pageKind === 'cpt_tax' && isPublic && isRegistered);
  if (!isThere)
    throw new NotFoundError(
      `There is no custom taxonomy "${name.slice(0, 80)}". Name an unregistered taxonomy by one of its terms, in cpt_tax_id.`,
    );
  return kindOfTerm(name);
}

const isName = (name: string) => /^[\w-]{1,32}$/.test(name);

/** Label and name of the custom type or taxonomy that a call is about; empty for built-in kinds. */
export function customOf({ kind }: PanelSubject): { readonly label: string; readonly name: string } | '' {
  const [type, name] = kind.split(':');
  if (name === undefined || (type !== 'cpt' && type !== 'cpt_tax')) return '';
  const taxonomy = taxonomyNamed(name);
  const isType = type === 'cpt' || !taxonomy.isRegistered;
  return { label: isType ? postTypeNamed(name).labels.plural : taxonomy.labels.plural, name };
}
