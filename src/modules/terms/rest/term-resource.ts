import { shownMeta, termBase, postBase, permalinks, taxonomyNamed, typesOf } from '../../types/index.ts';
import type { Taxonomy, StoredMeta } from '../../types/index.ts';
import type { Permission } from '../../../kernel/permission.ts';
import { isDefaultCategory } from '../reader.ts';
import { deleteTerms, updateTerms } from '../policy.ts';
import { findTermMeta } from '../reader.ts';
import { termFields } from '../commands.ts';
import { chainOf } from '../model.ts';
import type { Term } from '../model.ts';
import { wantsField } from '../../../kernel/http/rest/query-string.ts';
import { metaProperties } from '../../types/rest/index.ts';
import type { ShownMeta } from '../../types/rest/index.ts';
import {
  objectParam,
  optionalWhole,
  shape,
  textParam,
  writtenText,
  writtenWhole,
} from '../../../kernel/http/rest/params.ts';
import { curies, plainLink, selfLink } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestItem, RestLink } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import {
  everywhere,
  fieldsOf,
  oncePer,
  toEditors,
  whole,
  writtenFields,
  renderedDescription,
  renderedName,
} from '../../../kernel/http/rest/resource.ts';
import type { Context, Resource } from '../../../kernel/http/rest/resource.ts';

export interface TermParts {
  readonly term: Term;
  readonly meta?: StoredMeta | undefined;
  readonly terms: ReadonlyMap<number, Term>;
}

const { shown, written, resource } = fieldsOf<TermParts>();
const text = textParam();

/** Raw HTML in the edit context, sanitized otherwise. */
const { id, count, description, link, name, slug, taxonomy, parent, revision } = {
  id: shown(optionalWhole(), everywhere, ({ term }) => term.id),
  count: shown(optionalWhole(), whole, ({ term }) => term.count),
  description: written(writtenText(termFields.description), whole, ({ term }, _request, context) =>
    context === 'edit' ? term.description : renderedDescription(term.description),
  ),
  link: shown(text, everywhere, termLink),
  name: written(writtenText(termFields.name), everywhere, ({ term }, _request, context) =>
    context === 'edit' ? term.name : renderedName(term.name),
  ),
  slug: written(writtenText(termFields.slug), everywhere, ({ term }) => term.slug),
  taxonomy: shown(text, everywhere, ({ term }) => term.taxonomy),
  parent: written(writtenWhole(termFields.parentId), whole, ({ term }) => term.parentId),
  /** Not in WordPress. Incremented by each change; sent back with updates and deletions. */
  revision: shown(optionalWhole({ min: 1 }), toEditors, ({ term }) => term.revision),
};

/** Declared meta; an empty list if the taxonomy declares none, as in WordPress. */
function metaOf({ meta: declared }: Taxonomy) {
  const properties = metaProperties(declared);
  const isEmpty = Object.keys(properties).length === 0;
  return written(
    shape<ShownMeta | readonly never[]>(isEmpty ? { type: 'array' } : { type: 'object', properties }),
    whole,
    ({ meta }) => (isEmpty ? [] : shownMeta(declared, meta)),
    objectParam(properties),
  );
}

const flatFields = (definition: Taxonomy) => ({
  id,
  count,
  description,
  link,
  name,
  slug,
  taxonomy,
  meta: metaOf(definition),
  revision,
});
const hierarchicalFields = (definition: Taxonomy) => ({
  id,
  count,
  description,
  link,
  name,
  slug,
  taxonomy,
  parent,
  meta: metaOf(definition),
  revision,
});

export type TermFields = ReturnType<typeof flatFields> &
  Partial<Pick<ReturnType<typeof hierarchicalFields>, 'parent'>>;
type TermResource = Resource<TermParts, TermFields>;

/** Fields of a taxonomy's terms. The schema is named after the taxonomy, for tags `tag`, as in WordPress. */
export const termResource = oncePer((definition: Taxonomy): TermResource => {
  const { wireName, isHierarchical } = definition;
  return isHierarchical
    ? resource(wireName, hierarchicalFields(definition))
    : resource(wireName, flatFields(definition));
});

/** Writable fields. `parent` is always accepted, so that flat taxonomies can reject it. */
export const termArguments = (definition: Taxonomy) =>
  writtenFields({ fields: hierarchicalFields(definition) });

export function termLink({ term, terms }: TermParts, { settings, site }: RestRequest): string {
  return `${site.content.siteUrl}${permalinks(settings.permalink_structure).term(chainOf(term, terms))}`;
}

export type DeletableTerm = Term & { readonly isDefault: boolean };
const update: { readonly may: Permission<DeletableTerm> } = { may: updateTerms };
const remove: { readonly may: Permission<DeletableTerm> } = { may: deleteTerms };
export const termWrites = { POST: update, PUT: update, PATCH: update, DELETE: remove } as const;

export function deletable(request: Pick<RestRequest, 'settings'>, term: Term): DeletableTerm {
  return { ...term, isDefault: isDefaultCategory(term, request.settings.default_category) };
}

async function presenterOf(
  request: RestRequest,
  listed: readonly Term[],
  context: Context,
): Promise<(term: Term) => RestItem> {
  const { content } = request.site;
  const ids = listed.map((term) => term.id);
  const isRequested = context !== 'embed' && wantsField(request.fields, 'meta');
  const keys = isRequested
    ? [...new Set(listed.flatMap((term) => Object.keys(taxonomyNamed(term.taxonomy).meta)))]
    : [];
  const [terms, stored] = await Promise.all([
    content.terms.withAncestors(ids),
    findTermMeta(content.database.read, ids, keys),
  ]);
  return (term) => presentTerm(request, { term, terms, meta: stored.get(term.id) }, context);
}

export async function presentTerms(
  request: RestRequest,
  terms: readonly Term[],
  context: Context,
): Promise<RestItem[]> {
  return terms.map(await presenterOf(request, terms, context));
}

export async function presentOneTerm(request: RestRequest, term: Term, context: Context): Promise<RestItem> {
  return (await presenterOf(request, [term], context))(term);
}

export function presentTerm(request: RestRequest, parts: TermParts, context: Context): RestItem {
  const { term } = parts;
  const definition = taxonomyNamed(term.taxonomy);
  const base = termBase(definition);
  const sorted = typesOf(term.taxonomy)
    .filter(({ restBase }) => restBase !== undefined)
    .map((type) =>
      plainLink(restUrl(request, `${postBase(type)}?${definition.restBase ?? definition.name}=${term.id}`)),
    );
  const up: RestLink = {
    attributes: { embeddable: true, href: restUrl(request, `${base}/${term.parentId}`) },
    target: { kind: 'terms', ids: [term.parentId] },
  };
  return {
    ...(context === 'edit' ? { revision: term.revision } : {}),
    body: termResource(definition).present(request, parts, context),
    links: {
      self: [
        selfLink(restUrl(request, `${base}/${term.id}`), termWrites, request.actor, deletable(request, term)),
      ],
      collection: [plainLink(restUrl(request, base))],
      about: [plainLink(restUrl(request, `/wp/v2/taxonomies/${term.taxonomy}`))],
      ...(definition.isHierarchical && term.parentId > 0 ? { up: [up] } : {}),
      ...(sorted.length > 0 ? { 'wp:post_type': sorted } : {}),
      curies,
    },
  };
}
