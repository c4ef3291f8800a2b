import { countersOf, countListedPosts } from '../../modules/posts/list.ts';
import { findFormerAuthor } from '../../modules/imports/ledger.ts';
import { siteTypography, formerAddresses } from '../../modules/settings/site-facts.ts';
import { findUser, findUserBySlug, findUsers } from '../../modules/users/reader.ts';
import type { User } from '../../kernel/permission.ts';
import type { Found, ResolveContext } from './resolution.ts';
import { areLeftOut } from './resolve-terms.ts';

/** Limit of included and of excluded authors; an address with more is not found. */
const maxAuthors = 8;

/** Whether a query only excludes authors, within the limit. */
export const leavesOut = (query: URLSearchParams) =>
  !query.get('author_name') && areLeftOut(query.get('author'));

/** The authors in a query: by `author_name`, else by `author`. */
export async function byAuthorsAsked(context: ResolveContext): Promise<Found | undefined> {
  const {
    content: {
      database: { read },
    },
    request: { query },
  } = context;
  const name = query.get('author_name');
  return name
    ? byAuthor(context, await findUserBySlug(read, name))
    : byAuthorIds(context, query.get('author') ?? '');
}

/** `12`; `12,15`: articles of any of them; `-12`: all articles except this author's. Ignores users without an author page. */
async function byAuthorIds(context: ResolveContext, text: string): Promise<Found | undefined> {
  const {
    content: {
      database: { read },
    },
    links,
    settings,
  } = context;
  const numbers = text
    .split(',')
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number !== 0);
  const [wanted, without] = [numbers.filter((id) => id > 0), numbers.filter((id) => id < 0).map((id) => -id)];
  if (numbers.length === 0 || wanted.length > maxAuthors || without.length > maxAuthors) return undefined;
  const former =
    numbers.length === 1 && wanted[0] !== undefined ? await byFormerId(context, wanted[0]) : undefined;
  if (former) return former;
  const known = await findUsers(read, [...wanted, ...without]);
  const counts = await countersOf(
    read,
    [...known.keys()].map((authorId) => ({ authorId })),
  );
  const shown = new Set([...known.keys()].filter((_, index) => (counts[index] ?? 0) > 0));
  const peopleOf = (ids: readonly number[]) =>
    [...new Set(ids)]
      .filter((id) => shown.has(id))
      .map((id) => known.get(id))
      .filter((user) => user !== undefined);
  const [people, others] = [peopleOf(wanted), peopleOf(without)];
  if (people.length === 1 && others.length === 0) return byAuthor(context, people[0]);
  if (people.length + others.length === 0 || (wanted.length > 0 && people.length === 0)) return undefined;
  const [ids, withoutIds] = [people, others].map((users) =>
    users.map(({ id }) => id).toSorted((a, b) => a - b),
  );
  // With exclusions only, the list has the site's name.
  const title =
    people.map(({ displayName }) => displayName).join(', ') ||
    siteTypography(settings).line(settings.blogname);
  return {
    page: {
      kind: 'author',
      title,
      several: {
        groups: [],
        without: [],
        ...(people.length > 0 && { authorIds: ids }),
        withoutAuthorIds: withoutIds,
      },
      aboveTags: [...people, ...others].map(({ id }) => `user:${id}` as const),
    },
    path: links.authors(ids ?? [], withoutIds ?? []),
    listing: true,
  };
}

/**
 * Archive of the author with this id at the old site. With plain permalinks `/?author=1` is an address of this site,
 * whose own author takes precedence.
 */
async function byFormerId(context: ResolveContext, id: number): Promise<Found | undefined> {
  const {
    content: {
      database: { read },
    },
    links,
    settings,
  } = context;
  const own = await findUser(read, id);
  if (own && links.author(own) === `/?author=${id}` && (await byAuthor(context, own))) return undefined;
  const formerId = await findFormerAuthor(read, formerAddresses(settings), id);
  return formerId === undefined ? undefined : byAuthor(context, await findUser(read, formerId));
}

/** Users without public posts have no page, so that accounts are not revealed. */
export async function byAuthor(
  { content, links }: ResolveContext,
  author: User | undefined,
): Promise<Found | undefined> {
  if (!author || (await countListedPosts(content.database.read, { authorId: author.id })) === 0)
    return undefined;
  return {
    page: { kind: 'author', title: author.displayName, author },
    path: links.author(author),
    listing: true,
  };
}
