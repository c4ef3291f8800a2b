import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { siteSlug } from '../settings/index.ts';
import { fileType, isClosedSlug, postTypeNamed, registeredTypes } from '../types/index.ts';
import type { PostStatus, Post, TrashedStatus } from './model.ts';
import { postStatuses } from './model.ts';

/** What is to have a slug. */
export interface SlugWish {
  /** Of a post that is there already. */
  readonly id?: number | undefined;
  readonly type: string;
  readonly status: PostStatus;
  readonly title: string;
  readonly slug?: string | undefined;
  readonly parentId?: number | undefined;
}

/** What has the slug, or the address, that another post wishes for. */
export interface SlugHolder {
  readonly id: number;
  readonly type: string;
  readonly slug: string;
  readonly modified_at: number;
}

/** Drafts get their slug when they are published. */
const withoutSlug: ReadonlySet<PostStatus> = new Set(['draft', 'auto-draft', 'pending']);
/** What has no address but its number: another thing may take the one that it wishes for, and it is asked about once it becomes more. */
const withoutAddress: readonly PostStatus[] = ['draft', 'auto-draft', 'pending', 'trash'];
/** Statuses that give a post without a slug one, as in WordPress. */
const addressed: ReadonlySet<PostStatus> = new Set(['publish', 'future', 'private']);

/** Whether a post of this status has the address that its slug makes, for visitors or for those who may read it. */
export const holdsAddress = (status: PostStatus): boolean => !withoutAddress.includes(status);

/** Numbers that are tried one by one behind a slug. */
const firstNumbers = 16;
/** Numbers beyond these are tried together, each twice the one before: 16, 32 … 2 ** 30. */
const doublings = Array.from({ length: 27 }, (_, power) => firstNumbers * 2 ** power);

/** Fields that decide whether a change gives a post another slug. */
type Placed = Pick<SlugWish, 'type' | 'status'> & { readonly slug: string; readonly parentId: number };

/** Whether a change of a post chooses its slug again: it names one, or the post gets another place, or an address for the first time. */
export function choosesSlug(
  current: Placed,
  next: Omit<Placed, 'slug'> & { readonly slug?: string | undefined },
): boolean {
  if (next.slug !== undefined) return true;
  if (current.slug === '') return addressed.has(next.status);
  return (
    next.parentId !== current.parentId ||
    next.type !== current.type ||
    (holdsAddress(next.status) && !holdsAddress(current.status))
  );
}

/** The slug that a post wishes for; empty for what needs none yet. */
export async function wantedSlug(read: Reader, { type, status, title, slug }: SlugWish): Promise<string> {
  return !slug && withoutSlug.has(status) ? '' : slug || (await siteSlug(read, title)) || type;
}

/** Whether nobody has a slug there: its address is one of the site's own, or that of a part of what stands above (`/about/2/`), as in WordPress. */
export function isClosedTo(
  { type, parentId = 0 }: Pick<SlugWish, 'type' | 'parentId'>,
  slug: string,
): boolean {
  return isClosedSlug(slug) || (parentId > 0 && postTypeNamed(type).isHierarchical && /^\d+$/.test(slug));
}

/** How far up something with a slug is looked for. */
const highest = 20;

/** What the address of a post begins with: the nearest thing above it that has a slug, which drafts may lack; 0: nothing has. */
async function findNamedAbove(read: Reader, parentId: number): Promise<number> {
  let id = parentId;
  for (let level = 0; level < highest && id > 0; level++) {
    const above = await read
      .selectFrom('post')
      .select(['slug', 'parent_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!above || above.slug !== '') return id;
    id = above.parent_id;
  }
  return 0;
}

/**
 * Who has one of these slugs where a post wishes for it. As in WordPress, a slug is unique below its parent where the type is hierarchical, else in its type;
 * and no two things have one address, whatever their types, since only one of them could be read (decision 084).
 */
export async function slugHolders(
  read: Reader,
  post: SlugWish,
  slugs: readonly string[],
): Promise<SlugHolder[]> {
  const { isHierarchical, isPublic, showsParents, slug: base } = postTypeNamed(post.type);
  const parentId = post.parentId ?? 0;
  const aboveId =
    isPublic && showsParents && holdsAddress(post.status) ? await findNamedAbove(read, parentId) : parentId;
  // Without the detours SQLite, which keeps no statistics, may read every post of the type or below the parent instead of those with the slug.
  const ofType = (names: readonly string[]) =>
    names.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`post.type || '' in (${sql.join(names)})`;
  const below = (id: number) => sql<SqlBool>`post.parent_id + 0 = ${id}`;
  const rows = await read
    .selectFrom('post')
    .select(['id', 'type', 'slug', 'parent_id', 'modified_at'])
    // The segment in front of its own, where that is the slug of a post at the root.
    .select(
      sql<
        string | null
      >`(select above.slug from post above where above.id = ${aboveId} and above.parent_id = 0)`.as('above'),
    )
    .where('slug', 'in', slugs)
    .$if(post.id !== undefined, (query) => query.where('id', '<>', post.id ?? 0))
    .where((eb) => {
      const same: Expression<SqlBool> = isHierarchical
        ? eb.and([ofType([post.type]), below(parentId)])
        : ofType([post.type]);
      if (!isPublic || !holdsAddress(post.status)) return same;
      const named = (
        holds: (type: {
          readonly isPublic: boolean;
          readonly slug: string;
          readonly showsParents: boolean;
        }) => boolean,
      ) =>
        ofType(
          registeredTypes()
            .filter((type) => type.isPublic && holds(type))
            .map(({ name }) => name),
        );
      const here = (type: { readonly slug: string }) => type.slug === base;
      const isNested = showsParents && aboveId > 0;
      // Below a draft without a slug there, what is shown stands beside it.
      const shownBelow = (id: number) =>
        eb.or([
          below(id),
          sql<SqlBool>`exists (select 1 from post above where above.id = post.parent_id and above.slug = '' and above.parent_id = ${id})`,
        ]);
      const places: Expression<SqlBool>[] = isNested
        ? [eb.and([named((type) => here(type) && type.showsParents), shownBelow(aboveId)])]
        : [
            named((type) => here(type) && !type.showsParents),
            eb.and([named((type) => here(type) && type.showsParents), shownBelow(0)]),
          ];
      // `/product/tea/`: a product, or a page below the page `product`.
      if (base === '' && isNested) {
        const others = registeredTypes()
          .filter((type) => !type.isPublic || type.slug === '')
          .map(({ name }) => name);
        places.push(eb.not(ofType(others)));
      } else if (base !== '' && !isNested) {
        places.push(
          eb.and([
            named((type) => type.slug === '' && type.showsParents),
            sql<SqlBool>`exists (select 1 from post above where above.id = post.parent_id and above.parent_id = 0 and above.slug = ${base})`,
          ]),
        );
      }
      return eb.or([same, eb.and([eb('status', 'not in', withoutAddress), eb.or(places)])]);
    })
    .limit(500)
    .execute();
  return rows.filter(({ type, parent_id: parent, above }) => {
    const other = postTypeNamed(type);
    return (
      other.slug === base ||
      type === post.type ||
      base !== '' ||
      (other.slug === above && !(other.showsParents && parent > 0))
    );
  });
}

/** A slug with `-2`, `-3` … behind it that nobody has where a post wishes for it. */
export async function numberedSlug(read: Reader, post: SlugWish, wanted: string): Promise<string> {
  const firstFree = async (numbers: readonly number[]): Promise<number | undefined> => {
    const slugs = numbers.map((number) => `${wanted}-${number}`);
    const taken = new Set((await slugHolders(read, post, slugs)).map(({ slug }) => slug));
    return numbers.find((_number, place) => !taken.has(slugs[place] ?? ''));
  };
  const near = await firstFree(Array.from({ length: firstNumbers - 1 }, (_, place) => place + 2));
  if (near !== undefined) return `${wanted}-${near}`;
  // Where very many posts have one name, numbers in between may stay unused: the search halves the gap between a taken and a free one.
  let free = await firstFree(doublings);
  if (free === undefined)
    throw new ConflictError(`No number is free behind the slug "${wanted}"; choose another one.`);
  for (let taken = free / 2; free - taken > 1; ) {
    const middle = Math.floor((taken + free) / 2);
    if ((await firstFree([middle])) === undefined) taken = middle;
    else free = middle;
  }
  return `${wanted}-${free}`;
}

/**
 * The slug that a post gets when it wishes for `wanted`: that one, or a numbered one. `aside`: files that have to be renamed first, since posts take
 * precedence over files (decision 084).
 */
export async function chooseSlug(
  read: Reader,
  post: SlugWish,
  wanted: string,
): Promise<{ readonly slug: string; readonly aside: readonly SlugHolder[] }> {
  const numbered = async () => ({ slug: await numberedSlug(read, post, wanted), aside: [] });
  if (isClosedTo(post, wanted)) return numbered();
  const holders = await slugHolders(read, post, [wanted]);
  if (post.type === fileType ? holders.length > 0 : holders.some(({ type }) => type !== fileType))
    return numbered();
  return { slug: wanted, aside: holders };
}

/** The slugs of these posts that other posts share. */
export async function sharedSlugs(
  read: Reader,
  posts: readonly Pick<SlugHolder, 'slug'>[],
): Promise<Set<string>> {
  const shared = await read
    .selectFrom('post')
    .select('slug')
    .where(
      'slug',
      'in',
      posts.map(({ slug }) => slug),
    )
    .groupBy('slug')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  return new Set(shared.map(({ slug }) => slug));
}

/** Stores former slugs of a post; their addresses redirect to it. */
export async function writeOldSlugs(tx: Tx, postId: number, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return;
  await tx.db
    .insertInto('old_slug')
    .values(slugs.map((slug) => ({ slug, post_id: postId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Post meta of what is in the trash, as WordPress names it: when it went there (in seconds), its status and its slug before. */
const keys = {
  status: '_wp_trash_meta_status',
  at: '_wp_trash_meta_time',
  slug: '_wp_desired_post_slug',
} as const;

/** Behind the slug of what is in the trash, so that others may take it. */
const suffix = '__trashed';

/** The slug of a post in the trash; nothing where it has none. */
export function trashedSlug(slug: string): { readonly slug?: string } {
  return slug === '' ? {} : { slug: `${slug}${suffix}` };
}

/** What a post in the trash remembers. */
export function trashMeta(
  { status, slug }: Pick<Post, 'status' | 'slug'>,
  now: number,
): Record<string, readonly string[]> {
  return {
    [keys.status]: [status],
    [keys.at]: [String(Math.floor(now / 1000))],
    [keys.slug]: slug === '' ? [] : [slug],
  };
}

/**
 * What a post of this status was before the trash, if it is there: as its meta says, else as it was until now (`before`). A draft where nobody knows, or where
 * it was something that is unknown here.
 */
export function trashedStatus(
  status: PostStatus,
  meta: Readonly<Record<string, readonly string[]>> = {},
  before?: { readonly status: PostStatus; readonly trashedStatus: TrashedStatus },
): TrashedStatus {
  if (status !== 'trash') return '';
  const noted = meta[keys.status]?.[0];
  for (const known of postStatuses) if (known === noted && known !== 'trash') return known;
  return (before?.status === 'trash' ? before.trashedStatus : before?.status) || 'draft';
}

/** Forgets it. */
export const noTrashMeta: Readonly<Record<string, readonly string[]>> = {
  [keys.status]: [],
  [keys.at]: [],
  [keys.slug]: [],
};

/** The slug that a post in the trash had. */
export function slugBefore(slug: string): string {
  return slug.replace(/__trashed(?:-\d+)?$/, '');
}
