import { permalinks } from '../../../content/permalinks.ts';
import type { Term } from '../../../content/terms/term.ts';
import { taxonomyNamed } from '../../../content/types/registry.ts';
import type { Taxonomy } from '../../../content/types/taxonomy.ts';
import { optionalWhole, shape, writtenText } from './params.ts';
import { renderedDescription, renderedName } from './rendered-text.ts';
import { curies, plainLink, selfLink } from './rest-item.ts';
import type { RestItem, RestLink } from './rest-item.ts';
import { restUrl } from './rest-request.ts';
import type { RestRequest } from './rest-request.ts';
import { everywhere, fieldsOf, whole } from './resource.ts';
import type { Context } from './resource.ts';

/** A term with those above it. */
export interface TermParts {
  readonly term: Term;
  readonly terms: ReadonlyMap<number, Term>;
}

const { shown, written, resource } = fieldsOf<TermParts>();
const text = writtenText({ most: 200 });

const { id, count, description, link, name, slug, taxonomy, parent, meta } = {
  id: shown(optionalWhole(), everywhere, ({ term }) => term.id),
  count: shown(optionalWhole(), whole, ({ term }) => term.count),
  description: written(writtenText({ most: 100_000 }), whole, ({ term }) => renderedDescription(term.description)),
  link: shown(text, everywhere, termLink),
  name: written(text, everywhere, ({ term }) => renderedName(term.name)),
  slug: written(text, everywhere, ({ term }) => term.slug),
  taxonomy: shown(text, everywhere, ({ term }) => term.taxonomy),
  parent: written(optionalWhole({ min: 0 }), whole, ({ term }) => term.parentId),
  meta: shown(shape<readonly never[]>({ type: 'array' }), whole, () => []),
};

/** Terms of a taxonomy without parents. */
const flat = resource('tag', { id, count, description, link, name, slug, taxonomy, meta });
/** Terms that stand below each other. */
const hierarchical = resource('category', { id, count, description, link, name, slug, taxonomy, parent, meta });

/** The fields of a taxonomy's terms. */
export function termResource({ isHierarchical }: Pick<Taxonomy, 'isHierarchical'>): typeof hierarchical | typeof flat {
  return isHierarchical ? hierarchical : flat;
}

/** Arguments of writes are those of the hierarchical kind: without one, `parent` is refused. */
export const writtenTerm = hierarchical;

/** Path of a taxonomy's collection. */
export const termBase = ({ restBase, name: named }: Pick<Taxonomy, 'restBase' | 'name'>): string => `/wp/v2/${restBase ?? named}`;

/** The term after every term above it, outermost first; cycles are cut. */
function chainOf({ term, terms }: TermParts): Term[] {
  const chain: Term[] = [];
  for (let at: Term | undefined = term; at && !chain.includes(at); at = terms.get(at.parentId)) chain.unshift(at);
  return chain;
}

/** Absolute address of a term's page. */
export function termLink(parts: TermParts, { settings, site }: RestRequest): string {
  return `${site.content.siteUrl}${permalinks(settings.permalink_structure).term(chainOf(parts))}`;
}

/** A term as REST shows it; `allow` are the methods that the asker may use on it. */
export function presentTerm(request: RestRequest, parts: TermParts, context: Context, allow?: readonly string[]): RestItem {
  const { term } = parts;
  const definition = taxonomyNamed(term.taxonomy);
  const base = termBase(definition);
  const up: RestLink = { attributes: { embeddable: true, href: restUrl(request, `${base}/${term.parentId}`) }, target: { kind: 'terms', ids: [term.parentId] } };
  return {
    body: termResource(definition).present(request, parts, context),
    links: {
      self: [selfLink(restUrl(request, `${base}/${term.id}`), allow)],
      collection: [plainLink(restUrl(request, base))],
      about: [plainLink(restUrl(request, `/wp/v2/taxonomies/${term.taxonomy}`))],
      ...(definition.isHierarchical && term.parentId > 0 ? { up: [up] } : {}),
      'wp:post_type': [plainLink(restUrl(request, `/wp/v2/posts?${base.split('/').at(-1)}=${term.id}`))],
      curies,
    },
  };
}
