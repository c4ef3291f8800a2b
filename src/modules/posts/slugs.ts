import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { siteSlug } from '../settings/index.ts';
import { fileType, isClosedSlug, isOwnSegment, postTypeNamed, registeredTypes } from '../types/index.ts';
import type { PostStatus, Post, TrashedStatus } from './model.ts';
import { postStatuses } from './model.ts';

export interface SlugWish {
  /** Undefined for a new post. */
  readonly id?: number | undefined;
  readonly type: string;
  readonly status: PostStatus;
  readonly title: string;
  readonly slug?: string | undefined;
  readonly parentId?: number | undefined;
}

export interface SlugHolder {
  readonly id: number;
  readonly type: string;
  readonly slug: string;
  readonly modified_at: number;
}

/** Drafts get their slug when they are published. */
const withoutSlug: ReadonlySet<PostStatus> = new Set(['draft', 'auto-draft', 'pending']);
/** These statuses have no permalink, so other posts may take the slug; it is checked again once the status changes. */
const withoutAddress: readonly PostStatus[] = ['draft', 'auto-draft', 'pending', 'trash'];
/** Statuses that give a post without a slug one, as in WordPress. */
const addressed: ReadonlySet<PostStatus> = new Set(['publish', 'future', 'private']);

/** Whether a post of this status has a permalink, for visitors or for users who may read it. */
export const holdsAddress = (status: PostStatus): boolean => !withoutAddress.includes(status);

const firstNumbers = 16;
/** Larger suffixes are tried together, each double the previous: 16, 32 … 2 ** 30. */
const doublings = Array.from({ length: 27 }, (_, power) => firstNumbers * 2 ** power);

type Placed = Pick<SlugWish, 'type' | 'status'> & { readonly slug: string; readonly parentId: number };

/** Whether a change chooses a slug: it sets one, moves the post, or gives it a permalink for the first time. */
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

export async function requestedSlug(read: Reader, { type, status, title, slug }: SlugWish): Promise<string> {
  return !slug && withoutSlug.has(status) ? '' : slug || (await siteSlug(read, title)) || type;
}

/** Whether a slug is reserved: an address of the site or of a type that editors defined, or a page number of the parent (`/about/2/`). */
export function isClosedTo(
  { type, parentId = 0 }: Pick<SlugWish, 'type' | 'parentId'>,
  slug: string,
): boolean {
  const { isHierarchical, slug: base } = postTypeNamed(type);
  return (
    isClosedSlug(slug) ||
    (parentId > 0 && isHierarchical && /^\d+$/.test(slug)) ||
    (parentId === 0 && base === '' && isOwnSegment(slug))
  );
}

const highest = 20;

/** The nearest ancestor with a slug (drafts may have no slug), which begins the post's path; 0 if there isn't any. */
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
 * Posts that occupy one of these slugs. As in WordPress, slugs are unique per parent in hierarchical types, otherwise
 * per type; also, no two posts of any type share an address (decision 084).
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
  // `|| ''` and `+ 0` keep SQLite, which has no statistics, from reading all posts of the type or parent instead of
  // those with the slug.
  const ofType = (names: readonly string[]) =>
    names.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`post.type || '' in (${sql.join(names)})`;
  const below = (id: number) => sql<SqlBool>`post.parent_id + 0 = ${id}`;
  const rows = await read
    .selectFrom('post')
    .select(['id', 'type', 'slug', 'parent_id', 'modified_at'])
    // The parent segment, if it is the slug of a post at the root.
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
      const hasBase = (type: { readonly slug: string }) => type.slug === base;
      const isNested = showsParents && aboveId > 0;
      // A child of a draft without a slug has its address at the draft's level.
      const shownBelow = (id: number) =>
        eb.or([
          below(id),
          sql<SqlBool>`exists (select 1 from post above where above.id = post.parent_id and above.slug = '' and above.parent_id = ${id})`,
        ]);
      const places: Expression<SqlBool>[] = isNested
        ? [eb.and([named((type) => hasBase(type) && type.showsParents), shownBelow(aboveId)])]
        : [
            named((type) => hasBase(type) && !type.showsParents),
            eb.and([named((type) => hasBase(type) && type.showsParents), shownBelow(0)]),
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

/** The first free slug with a suffix: `-2`, `-3` … */
export async function numberedSlug(read: Reader, post: SlugWish, requested: string): Promise<string> {
  const firstFree = async (numbers: readonly number[]): Promise<number | undefined> => {
    const slugs = numbers.map((number) => `${requested}-${number}`);
    const taken = new Set((await slugHolders(read, post, slugs)).map(({ slug }) => slug));
    return numbers.find((_number, place) => !taken.has(slugs[place] ?? ''));
  };
  const near = await firstFree(Array.from({ length: firstNumbers - 1 }, (_, place) => place + 2));
  if (near !== undefined) return `${requested}-${near}`;
  // For very common names, numbers in between may stay unused: a binary search between a taken and a free number.
  let free = await firstFree(doublings);
  if (free === undefined)
    throw new ConflictError(`No number is free behind the slug "${requested}"; choose another one.`);
  for (let taken = free / 2; free - taken > 1; ) {
    const middle = Math.floor((taken + free) / 2);
    if ((await firstFree([middle])) === undefined) taken = middle;
    else free = middle;
  }
  return `${requested}-${free}`;
}

/**
 * The slug for a post that asks for `requested`: that one, or a numbered one. `aside` lists attachments to rename first,
 * since posts take precedence over them (decision 084).
 */
export async function chooseSlug(
  read: Reader,
  post: SlugWish,
  requested: string,
): Promise<{ readonly slug: string; readonly aside: readonly SlugHolder[] }> {
  const numbered = async () => ({ slug: await numberedSlug(read, post, requested), aside: [] });
  if (isClosedTo(post, requested)) return numbered();
  const holders = await slugHolders(read, post, [requested]);
  if (post.type === fileType ? holders.length > 0 : holders.some(({ type }) => type !== fileType))
    return numbered();
  return { slug: requested, aside: holders };
}

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

export async function writeOldSlugs(tx: Tx, postId: number, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return;
  await tx.db
    .insertInto('old_slug')
    .values(slugs.map((slug) => ({ slug, post_id: postId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** WordPress' meta keys of a trashed post: when it was trashed (in seconds), its former status and slug. */
const keys = {
  status: '_wp_trash_meta_status',
  at: '_wp_trash_meta_time',
  slug: '_wp_desired_post_slug',
} as const;

/** Appended to slugs of trashed posts, which frees them for others. */
const suffix = '__trashed';

export function trashedSlug(slug: string): { readonly slug?: string } {
  return slug === '' ? {} : { slug: `${slug}${suffix}` };
}

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

/** The status before the trash, from the meta or else from `before`; `draft` if it is unknown. '' for posts not in the trash. */
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

export const noTrashMeta: Readonly<Record<string, readonly string[]>> = {
  [keys.status]: [],
  [keys.at]: [],
  [keys.slug]: [],
};

export function slugBefore(slug: string): string {
  return slug.replace(/__trashed(?:-\d+)?$/, '');
}
