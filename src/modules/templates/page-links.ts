import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { SiteSource } from '../settings/index.ts';
import { chainOf } from '../terms/index.ts';
import type { TermCache } from '../terms/index.ts';
import { permalinks, articleType, registeredTypes } from '../types/index.ts';
import {
  findPostPaths,
  mayReadPost,
  mayBeOpenedSql,
  countListedPosts,
  listCountedDays,
  findSummaries,
} from '../posts/index.ts';
import { findUsers, authors } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { kindOfArchive } from './kinds.ts';
import { frontPages, listOfKind, subjectOf, countReach } from './reach.ts';
import type { Subjected, Subject } from './reach.ts';
import { findReferring } from './reader.ts';

interface PageSource extends SiteSource {
  readonly terms: TermCache;
}

interface PageLink {
  /** Plain text. */
  readonly title: string;
  /** Root-relative. */
  readonly path: string;
}

async function linksOf(
  content: PageSource,
  actor: Actor | undefined,
  items: readonly Subjected[],
): Promise<PageLink[]> {
  const { read } = content.database;
  const links = permalinks((await content.settings.current()).permalink_structure);
  const ids = items.map(({ id }) => id);
  const kind = items[0]?.of;
  if (kind === 'author') {
    const users = await findUsers(read, ids);
    return ids.flatMap((id) => {
      const user = users.get(id);
      return user ? [{ title: user.displayName, path: links.author(user) }] : [];
    });
  }
  if (kind === 'term') {
    const terms = await content.terms.withAncestors(ids);
    return ids.flatMap((id) => {
      const term = terms.get(id);
      return term ? [{ title: term.name, path: links.term(chainOf(term, terms)) }] : [];
    });
  }
  const posts = [...(await findSummaries(read, ids)).values()].filter((post) => mayReadPost(actor, post));
  const paths = await findPostPaths(read, posts, links.structure);
  const byId = new Map(posts.map((post) => [post.id, post]));
  return ids.flatMap((id) => {
    const post = byId.get(id);
    return post
      ? [{ title: htmlToText(post.title) || `(no title) ${id}`, path: paths.get(id) ?? `/?p=${id}` }]
      : [];
  });
}

/** Extra rows to read, since the actor may not see all of them. */
const spare = 3;

export async function listFollowing(
  content: PageSource,
  actor: Actor | undefined,
  kind: string,
  limit: number,
): Promise<PageLink[]> {
  const except = frontPages(await content.settings.current());
  return (
    await linksOf(
      content,
      actor,
      await listOfKind(content.database.read, kind, { follows: true, limit: limit * spare, except }),
    )
  ).slice(0, limit);
}

const fixed: Readonly<Record<string, PageLink>> = {
  home: { title: 'Front page', path: '/' },
  '404': { title: 'A page that is not there', path: '/a-page-that-is-not-there/' },
};

const samples = 12;
/** Minimum length of an opening, in characters, for a post to count as one with text. */
const wordy = 200;

async function textsFirst(read: Reader, items: readonly Subjected[]): Promise<Subjected[]> {
  const rows = await read
    .selectFrom('post')
    .select(['id', 'opening'])
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .execute();
  const lengths = new Map(rows.map(({ id, opening }) => [id, Math.min(opening?.length ?? 0, wordy)]));
  return items.toSorted((a, b) => (lengths.get(b.id) ?? 0) - (lengths.get(a.id) ?? 0));
}

/** Returns a page to preview a template with: the newest one, or the one with the most content. Undefined: no page of this kind exists. */
export async function samplePage(
  content: PageSource,
  actor: Actor | undefined,
  kind: string,
): Promise<PageLink | undefined> {
  const known = fixed[kind];
  if (known) return known;
  const settings = await content.settings.current();
  const links = permalinks(settings.permalink_structure);
  const { read } = content.database;
  const except = frontPages(settings);
  const newest = async (of: string) => {
    const items = await listOfKind(read, of, { follows: false, limit: samples, except });
    return (
      await linksOf(content, actor, items[0]?.of === 'post' ? await textsFirst(read, items) : items)
    )[0];
  };
  if (kind === 'header' || kind === 'footer') return (await newest('single')) ?? fixed['home'];
  if (kind === 'date') {
    const [day] = await listCountedDays(read, articleType, 1);
    const date = new Date(day?.from ?? Date.now());
    return {
      title: 'A day',
      path: links.date(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()),
    };
  }
  if (kind === 'search') {
    const word = (await newest('single'))?.title.split(/\s+/).find((one) => one.length > 4) ?? 'news';
    return { title: `Search for “${word}”`, path: links.search(word) };
  }
  if (kind === 'cpt' || kind === 'cpt_tax') {
    const first = await firstCustom(content, actor, kind);
    if (first) return first;
  }
  if (subjectOf(kind) !== 'kind') return newest(kind);
  const listed = registeredTypes().find(
    ({ name, archive, isPublic }) => isPublic && archive && kindOfArchive(name) === kind,
  );
  // A type without posts has no archive page.
  if (!listed?.archive || (await countListedPosts(read, { type: listed.name })) === 0) return undefined;
  return { title: listed.labels.archive, path: `/${listed.archive.slug}/` };
}

async function firstCustom(
  content: PageSource,
  actor: Actor | undefined,
  type: 'cpt' | 'cpt_tax',
): Promise<PageLink | undefined> {
  const kinds = registeredTypes()
    .filter(({ isPublic, pageKind }) => isPublic && pageKind === 'cpt')
    .map(({ name }) => (type === 'cpt' ? `cpt:${name}` : kindOfArchive(name)));
  for (const kind of kinds) {
    const found = await samplePage(content, actor, kind);
    if (found) return found;
  }
  return undefined;
}

interface TemplateReach {
  /** Undefined: not counted, for dates, searches, or all pages of the site. */
  readonly total: number | undefined;
  readonly pages: readonly PageLink[];
}

/** Pages that use a template: as their own, as the global one of their kind, or as the mobile variant, header or footer of the template they use. */
export async function reachOfTemplate(
  content: PageSource,
  actor: Actor | undefined,
  id: number,
  limit: number,
): Promise<TemplateReach> {
  const { read } = content.database;
  const ids = [...new Set([id, ...(await findReferring(read, id)).map((whole) => whole.id)])];
  const uses = await read
    .selectFrom('template_assignment')
    .select(['kind', sql<number>`sum(case when item_id = 0 then 1 else 0 end)`.as('global')])
    .where('template_id', 'in', ids)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  const settings = await content.settings.current();
  const except = frontPages(settings);
  let total: number | undefined = 0;
  const pages: PageLink[] = [];
  for (const { kind, global } of uses) {
    const of = subjectOf(kind);
    if (kind === 'home') {
      total = total === undefined ? undefined : total + 1;
      pages.push({ title: settings.blogname, path: '/' });
      continue;
    }
    if (of !== 'kind') {
      const items = await itemsOf(read, kind, of, ids);
      total = total === undefined ? undefined : total + items.length;
      if (pages.length < limit)
        pages.push(
          ...(await linksOf(
            content,
            actor,
            items.slice(0, limit * spareItems).map((item) => ({ id: item, of })),
          )),
        );
    }
    if (Number(global) === 0) continue;
    const reach = await countReach(read, kind, except);
    total = total === undefined || reach.total === undefined ? undefined : total + reach.total;
    if (pages.length < limit) pages.push(...(await listFollowing(content, actor, kind, limit)));
  }
  return { total, pages: pages.slice(0, limit) };
}

const spareItems = 3;

async function itemsOf(
  read: Reader,
  kind: string,
  of: Exclude<Subject, 'kind'>,
  ids: readonly number[],
): Promise<number[]> {
  const own = read
    .selectFrom('template_assignment')
    .select('item_id as id')
    .where('kind', '=', kind)
    .where('item_id', '>', 0)
    .where('template_id', 'in', ids)
    .orderBy('item_id', 'desc');
  const rows =
    of === 'post'
      ? own.innerJoin('post', 'post.id', 'item_id').where(mayBeOpenedSql)
      : of === 'term'
        ? own.innerJoin('term', 'term.id', 'item_id')
        : own.innerJoin('user', 'user.id', 'item_id').where(authors.sql());
  return (await rows.execute()).map((row) => row.id);
}
