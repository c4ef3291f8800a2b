import type { Term } from '../../../content/terms/term.ts';
import { taxonomyNamed } from '../../../content/types/registry.ts';
import { permalinks } from '../../../content/permalinks.ts';
import { renderedDescription, renderedName } from './rendered-text.ts';
import { curies, plainLink, restUrl, selfLink } from './rest-route.ts';
import type { RestItem, RestRequest } from './rest-route.ts';

/** Last part of a taxonomy's REST path. */
export const taxonomyBases: Readonly<Record<string, string>> = { category: 'categories', post_tag: 'tags' };

/** The term after every term above it, outermost first; cycles are cut. */
function chainOf(term: Term, terms: ReadonlyMap<number, Term>): Term[] {
  const chain: Term[] = [];
  for (let at: Term | undefined = term; at && !chain.includes(at); at = terms.get(at.parentId)) chain.unshift(at);
  return chain;
}

/** A term as REST shows it; `terms` holds those above it. */
export function presentTerm(request: RestRequest, term: Term, terms: ReadonlyMap<number, Term>, context: 'view' | 'embed'): RestItem {
  const { settings, site } = request;
  const base = `/wp/v2/${taxonomyBases[term.taxonomy] ?? term.taxonomy}`;
  const link = `${site.content.siteUrl}${permalinks(settings.permalink_structure).term(chainOf(term, terms))}`;
  const hierarchical = taxonomyNamed(term.taxonomy).isHierarchical;
  const { id, slug, taxonomy } = term;
  const name = renderedName(term.name);
  return {
    body: context === 'embed'
      ? { id, link, name, slug, taxonomy }
      : { id, count: term.count, description: renderedDescription(term.description), link, name, slug, taxonomy, ...(hierarchical ? { parent: term.parentId } : {}), meta: [] },
    links: {
      self: [selfLink(restUrl(request, `${base}/${id}`))],
      collection: [plainLink(restUrl(request, base))],
      about: [plainLink(restUrl(request, `/wp/v2/taxonomies/${taxonomy}`))],
      ...(hierarchical && term.parentId > 0 ? { up: [{ attributes: { embeddable: true, href: restUrl(request, `${base}/${term.parentId}`) }, target: { kind: 'terms', ids: [term.parentId] } }] } : {}),
      'wp:post_type': [plainLink(restUrl(request, `/wp/v2/posts?${base.split('/').at(-1)}=${id}`))],
      curies,
    },
  };
}
