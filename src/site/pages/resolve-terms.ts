import type { Content } from '../../modules/content/content.ts';
import { listTypesOfTerm } from '../../modules/posts/list.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { findTermBySlug } from '../../modules/terms/reader.ts';
import { chainOf } from '../../modules/terms/model.ts';
import type { Term } from '../../modules/terms/model.ts';
import { articleType, tagTaxonomy } from '../../modules/types/names.ts';
import {
  isOfCode,
  postTypeNamed,
  registeredTaxonomies,
  taxonomyNamed,
  typesOf,
} from '../../modules/types/registry.ts';
import type { Found, ResolveContext } from './resolution.ts';

/** Limit of included and of excluded terms; an address with more is not found. */
const maxTerms = 8;

/** Whether these are only exclusions, within the limit: if none of them exists, nothing is excluded. */
export const areLeftOut = (numbers: string | null | undefined) =>
  /^(?:[,\s]*-\d{1,15}){1,8}[,\s]*$/.test(numbers ?? '');

/** The archive of a term by slug; `red+blue`: posts with all of these terms, `red,blue`: with any of them, as in WordPress. */
export async function byTermSlugs(
  context: ResolveContext,
  taxonomy: string,
  text: string,
): Promise<Found | undefined> {
  const { read } = context.content.database;
  const only = await findTermBySlug(read, taxonomy, text);
  const isAny = text.includes(',');
  // In a query, a plus sign is a space.
  const slugs = [
    ...new Set(
      text
        .split(isAny ? ',' : /[+\s]/)
        .map((slug) => slug.trim())
        .filter((slug) => slug !== ''),
    ),
  ];
  if (only || slugs.length > maxTerms || (slugs.length < 2 && slugs[0] === text))
    return byTerm(context, only);
  const found = await Promise.all(slugs.map((slug) => findTermBySlug(read, taxonomy, slug)));
  const terms = found.filter((term) => term !== undefined);
  return !isAny && terms.length < found.length
    ? undefined
    : bySeveral(context, terms, isAny ? 'any' : 'all', []);
}

/** `12`; `12,15`: posts of either; `-12`: excludes this term from the posts listed otherwise. Ignores ids that are no terms. */
async function byTermIds(
  context: ResolveContext,
  taxonomy: string,
  text: string,
): Promise<Found | undefined> {
  const numbers = text
    .split(',')
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number !== 0);
  const [wanted, without] = [numbers.filter((id) => id > 0), numbers.filter((id) => id < 0).map((id) => -id)];
  if (wanted.length > maxTerms || without.length > maxTerms) return undefined;
  const known = await context.content.terms.withAncestors([...wanted, ...without]);
  const termsOf = (ids: readonly number[]) =>
    ids
      .map((id) => known.get(id))
      .filter((term) => term?.taxonomy === taxonomy)
      .filter((term) => term !== undefined);
  const terms = termsOf(wanted);
  return wanted.length > 0 && terms.length === 0
    ? undefined
    : bySeveral(context, terms, 'any', termsOf(without));
}

export interface TermsAsked {
  readonly taxonomy: string;
  readonly ids?: string;
  readonly slugs?: string;
}

/** All terms in a query, the first taxonomy first; empty parameters are ignored. */
export function termsAsked(query: URLSearchParams): TermsAsked[] {
  const termsRequested = (
    taxonomy: string,
    idParameter: string | undefined,
    slugParameter?: string,
  ): TermsAsked[] => {
    const ids = idParameter === undefined ? null : query.get(idParameter);
    const slugs = slugParameter === undefined ? null : query.get(slugParameter);
    return ids
      ? [{ taxonomy, ids }]
      : slugs
        ? [{ taxonomy, slugs: slugs.split('/').findLast((part) => part !== '') ?? '' }]
        : [];
  };
  const taxonomy = query.get('taxonomy');
  return [
    ...registeredTaxonomies().flatMap(({ name, idParameter, slugParameter }) =>
      termsRequested(name, idParameter, slugParameter),
    ),
    ...termsRequested(tagTaxonomy, 'tag_id'),
    ...(taxonomy ? [{ taxonomy, slugs: query.get('term') ?? '' }] : []),
  ];
}

export async function byTermsAsked(
  context: ResolveContext,
  { taxonomy, ids, slugs = '' }: TermsAsked,
): Promise<Found | undefined> {
  return ids === undefined ? byNamedTaxonomy(context, taxonomy, slugs) : byTermIds(context, taxonomy, ids);
}

export async function byNamedTaxonomy(
  context: ResolveContext,
  taxonomy: string,
  slug: string,
): Promise<Found | undefined> {
  return taxonomyNamed(taxonomy).isPublic ? byTermSlugs(context, taxonomy, slug) : undefined;
}

async function bySeveral(
  context: ResolveContext,
  terms: readonly Term[],
  mode: 'any' | 'all',
  without: readonly Term[],
): Promise<Found | undefined> {
  const [first = without[0]] = terms;
  if (terms.length === 1 && without.length === 0) return byTerm(context, first);
  if (!first || !taxonomyNamed(first.taxonomy).isPublic) return undefined;
  const { content, links, settings } = context;
  // The query scans the posts of the smallest term.
  const bySize = terms.toSorted((a, b) => a.count - b.count);
  const several = {
    taxonomy: first.taxonomy,
    groups:
      mode === 'all' ? bySize.map(({ id }) => [id]) : terms.length > 0 ? [terms.map(({ id }) => id)] : [],
    without: without.map(({ id }) => id),
  };
  // With exclusions only, the list has the site's name.
  const name = terms.map((term) => term.name).join(mode === 'all' ? ' + ' : ', ') || settings.blogname;
  return {
    page: {
      kind: taxonomyNamed(first.taxonomy).pageKind,
      title: siteTypography(settings).line(name),
      several,
      postType: terms[0] && (await typeListedBy(terms[0], content)),
      aboveTags: [...terms, ...without].map(({ id }) => `term:${id}` as const),
    },
    path: links.terms(terms, mode, without),
    listing: true,
  };
}

export async function byTerm(
  { content, links, settings }: ResolveContext,
  term: Term | undefined,
): Promise<Found | undefined> {
  if (!term) return undefined;
  const { pageKind: kind, isPublic: isShown } = taxonomyNamed(term.taxonomy);
  if (!isShown) return undefined;
  const chain = chainOf(term, await content.terms.withAncestors([term.id]));
  const postType = await typeListedBy(term, content);
  const title = siteTypography(settings).line(term.name);
  const page = {
    title,
    term,
    postType,
    aboveTags: chain.filter(({ id }) => id !== term.id).map(({ id }) => `term:${id}` as const),
  };
  return { page: { kind, ...page }, path: links.term(chain), listing: true };
}

/**
 * The type that a term's archive lists; undefined: articles, which a taxonomy's first type may be. Else the first type
 * that the term has posts of; without types, articles if there are any, else the type with most of its posts.
 */
async function typeListedBy({ id, taxonomy }: Term, { database }: Content): Promise<string | undefined> {
  const sorted = typesOf(taxonomy)
    .filter((type) => type.isPublic)
    .map(({ name }) => name);
  // Terms of a taxonomy that editors defined may have no articles.
  if (sorted.length === 1 || (sorted[0] === articleType && isOfCode(taxonomy)))
    return sorted[0] === articleType ? undefined : sorted[0];
  const used = (await listTypesOfTerm(database.read, id)).filter((name) => postTypeNamed(name).isPublic);
  const type =
    sorted.length > 0
      ? (sorted.find((name) => used.includes(name)) ?? sorted[0])
      : used.includes(articleType)
        ? articleType
        : used[0];
  return type === articleType ? undefined : type;
}
