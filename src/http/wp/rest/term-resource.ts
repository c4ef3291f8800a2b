import type { Permission } from '../../../content/permission.ts';
import { permalinks } from '../../../content/permalinks.ts';
import { isDefaultCategory } from '../../../content/terms/default-category.ts';
import { deleteTerms, updateTerms } from '../../../content/terms/policy.ts';
import { termFields } from '../../../content/terms/term-input.ts';
import { chainOf } from '../../../content/terms/term.ts';
import type { Term } from '../../../content/terms/term.ts';
import { tagTaxonomy } from '../../../content/types/names.ts';
import { taxonomyNamed, typesOf } from '../../../content/types/registry.ts';
import type { Taxonomy } from '../../../content/types/taxonomy.ts';
import { optionalWhole, shape, textParam, writtenText } from './params.ts';
import { postBase } from './post-resource.ts';
import { renderedDescription, renderedName } from './rendered-text.ts';
import { curies, plainLink, selfLink } from './rest-item.ts';
import type { RestItem, RestLink } from './rest-item.ts';
import { restUrl } from './rest-request.ts';
import type { RestRequest } from './rest-request.ts';
import { everywhere, fieldsOf, toEditors, whole, writtenFields } from './resource.ts';
import type { Context, Resource } from './resource.ts';

/** A term with those above it. */
export interface TermParts {
  readonly term: Term;
  readonly terms: ReadonlyMap<number, Term>;
}

const { shown, written, resource } = fieldsOf<TermParts>();
const text = textParam();

/** HTML as it is written for who edits it, clean for others. */
const { id, count, description, link, name, slug, taxonomy, parent, meta, revision } = {
  id: shown(optionalWhole(), everywhere, ({ term }) => term.id),
  count: shown(optionalWhole(), whole, ({ term }) => term.count),
  description: written(
    writtenText(termFields.description), whole,
    ({ term }, _request, context) => (context === 'edit' ? term.description : renderedDescription(term.description)),
  ),
  link: shown(text, everywhere, termLink),
  name: written(writtenText(termFields.name), everywhere, ({ term }, _request, context) => (context === 'edit' ? term.name : renderedName(term.name))),
  slug: written(writtenText(termFields.slug), everywhere, ({ term }) => term.slug),
  taxonomy: shown(text, everywhere, ({ term }) => term.taxonomy),
  parent: written(optionalWhole({ min: 0 }), whole, ({ term }) => term.parentId),
  meta: shown(shape<readonly never[]>({ type: 'array' }), whole, () => []),
  /** Ours: counts changes. Sent with a change or a deletion it says what that began from. */
  revision: shown(optionalWhole({ min: 1 }), toEditors, ({ term }) => term.revision),
};

/** Terms that do not stand below each other. */
const flatFields = { id, count, description, link, name, slug, taxonomy, meta, revision };
/** Terms that stand below each other. */
const hierarchicalFields = { id, count, description, link, name, slug, taxonomy, parent, meta, revision };

/** What terms have, as clients read it: all of them, and those that stand below each other. */
export type TermFields = typeof flatFields & Partial<Pick<typeof hierarchicalFields, 'parent'>>;
type TermResource = Resource<TermParts, TermFields>;

const resourceByTaxonomy = new WeakMap<Taxonomy, TermResource>();

/** The fields of a taxonomy's terms. Their schema is called like the taxonomy, that of tags `tag`, as in WordPress. */
export function termResource(definition: Taxonomy): TermResource {
  const { name: named, isHierarchical } = definition;
  const made = resourceByTaxonomy.get(definition) ?? fieldsFor(named === tagTaxonomy ? 'tag' : named, isHierarchical);
  resourceByTaxonomy.set(definition, made);
  return made;
}

function fieldsFor(title: string, isHierarchical: boolean): TermResource {
  return isHierarchical ? resource(title, hierarchicalFields) : resource(title, flatFields);
}

/** What writes take. `parent` is read for all, so that it can be refused where terms have none. */
export const termArguments = writtenFields({ fields: hierarchicalFields });

/** Path of a taxonomy's collection. */
export const termBase = ({ restBase, name: named }: Pick<Taxonomy, 'restBase' | 'name'>): string => `/wp/v2/${restBase ?? named}`;

/** Absolute address of a term's page. */
export function termLink({ term, terms }: TermParts, { settings, site }: RestRequest): string {
  return `${site.content.siteUrl}${permalinks(settings.permalink_structure).term(chainOf(term, terms))}`;
}

/** A term with what decides whether it may go. */
export type DeletableTerm = Term & { readonly isDefault: boolean };
const update: { readonly may: Permission<DeletableTerm> } = { may: updateTerms };
const remove: { readonly may: Permission<DeletableTerm> } = { may: deleteTerms };
/** Who may write to a term. */
export const termWrites = { POST: update, PUT: update, PATCH: update, DELETE: remove } as const;

export function deletable(request: Pick<RestRequest, 'settings'>, term: Term): DeletableTerm {
  return { ...term, isDefault: isDefaultCategory(term, request.settings.default_category) };
}

/** A term as REST shows it. */
export function presentTerm(request: RestRequest, parts: TermParts, context: Context): RestItem {
  const { term } = parts;
  const definition = taxonomyNamed(term.taxonomy);
  const base = termBase(definition);
  const sorted = typesOf(term.taxonomy).filter(({ restBase }) => restBase !== undefined)
    .map((type) => plainLink(restUrl(request, `${postBase(type)}?${definition.restBase ?? definition.name}=${term.id}`)));
  const up: RestLink = {
    attributes: { embeddable: true, href: restUrl(request, `${base}/${term.parentId}`) }, target: { kind: 'terms', ids: [term.parentId] },
  };
  return {
    ...(context === 'edit' ? { revision: term.revision } : {}),
    body: termResource(definition).present(request, parts, context),
    links: {
      self: [selfLink(restUrl(request, `${base}/${term.id}`), termWrites, request.actor, deletable(request, term))],
      collection: [plainLink(restUrl(request, base))],
      about: [plainLink(restUrl(request, `/wp/v2/taxonomies/${term.taxonomy}`))],
      ...(definition.isHierarchical && term.parentId > 0 ? { up: [up] } : {}),
      ...(sorted.length > 0 ? { 'wp:post_type': sorted } : {}),
      curies,
    },
  };
}
