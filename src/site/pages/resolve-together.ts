import type { Narrowed } from '../../blocks/load-context.ts';
import { permalinks } from '../../modules/settings/permalinks.ts';
import { siteTypography } from '../../modules/settings/site-typography.ts';
import type { Tag } from '../../modules/content/tags.ts';
import { taxonomyNamed } from '../../modules/types/registry.ts';
import type { Found, ResolveContext } from './resolution.ts';
import { byAuthorsAsked, leavesOut } from './resolve-authors.ts';
import { byDateAsked, dateParameters } from './resolve-dates.ts';
import { areLeftOut, byTermsAsked, termsAsked } from './resolve-terms.ts';

/** All that a query names beside a text: terms of each taxonomy, people, a date. */
interface Together {
  /** What each of them is the archive of; what only leaves out what is not there is none. */
  readonly found: readonly Found[];
  /** Undefined where nothing is named. */
  readonly narrowed?: Narrowed;
  readonly aboveTags: readonly Tag[];
}

const namesPeople = (query: URLSearchParams) => Boolean(query.get('author_name') || query.get('author'));
const namesDate = (query: URLSearchParams) => dateParameters.some((name) => query.get(name));

/** Whether a query names more than one of terms of a taxonomy, people and a date. */
export function namesSeveral(query: URLSearchParams): boolean {
  return termsAsked(query).length + Number(namesPeople(query)) + Number(namesDate(query)) > 1;
}

/** All that a query names beside a text; undefined where something of it is not there. */
export async function askedTogether(context: ResolveContext): Promise<Together | undefined> {
  const { query } = context.request;
  // Whatever the site's addresses are like, these stand together in a query.
  const asking = { ...context, links: permalinks('plain') };
  const parts = await Promise.all([
    ...termsAsked(query).map(
      async (terms) => (await byTermsAsked(asking, terms)) ?? (areLeftOut(terms.ids) ? 'nothing' : undefined),
    ),
    ...(namesPeople(query)
      ? [byAuthorsAsked(asking).then((found) => found ?? (leavesOut(query) ? 'nothing' : undefined))]
      : []),
    ...(namesDate(query) ? [byDateAsked(asking)] : []),
  ]);
  if (parts.includes(undefined)) return undefined;
  const found = parts.filter((part) => part !== undefined && part !== 'nothing');
  if (found.length === 0) return { found, aboveTags: [] };
  const pages = found.map(({ page }) => page);
  const author = pages.find((page) => page.kind === 'author');
  const authorIds = author?.author ? [author.author.id] : author?.several?.authorIds;
  const names = pages
    .filter((page) => !page.several || page.several.groups.length > 0 || page.several.authorIds)
    .map(({ title }) => title);
  return {
    found,
    narrowed: {
      groups: pages.flatMap((page) => (page.term ? [[page.term.id]] : (page.several?.groups ?? []))),
      without: pages.flatMap((page) => page.several?.without ?? []),
      ...(authorIds && { authorIds }),
      withoutAuthorIds: author?.several?.withoutAuthorIds ?? [],
      between: pages.find((page) => page.dates)?.dates,
      query: found.map(({ path }) => path.slice(path.indexOf('?') + 1)).join('&'),
      name: names.join(' – '),
    },
    aboveTags: pages.flatMap(({ aboveTags = [], term, author: person }) => [
      ...aboveTags,
      ...(term ? [`term:${term.id}` as const] : []),
      ...(person ? [`user:${person.id}` as const] : []),
    ]),
  };
}

/**
 * `/?cat=3&author=5&m=2026`: what is of all of them, as in WordPress, a page of the kind of the first. Undefined where something of it is not there, `nothing`
 * where nothing is left to ask for.
 */
export async function byAllAsked(context: ResolveContext): Promise<Found | 'nothing' | undefined> {
  const together = await askedTogether(context);
  if (!together) return undefined;
  const {
    found: [only, ...others],
    narrowed,
    aboveTags,
  } = together;
  if (!only || !narrowed) return 'nothing';
  if (others.length === 0) return only;
  const { groups, without, authorIds, withoutAuthorIds, between, query, name } = narrowed;
  const of = { groups, without, authorIds, withoutAuthorIds, between };
  const shared = {
    title: name || siteTypography(context.settings).line(context.settings.blogname),
    aboveTags,
  };
  const taxonomy = only.page.term?.taxonomy ?? only.page.several?.taxonomy;
  return {
    page:
      taxonomy === undefined
        ? { kind: 'author', several: of, ...shared }
        : {
            kind: taxonomyNamed(taxonomy).pageKind,
            several: { taxonomy, ...of },
            postType: only.page.postType,
            ...shared,
          },
    path: `/?${query}`,
    listing: true,
  };
}
