import { postStatuses } from './post.ts';
import type { Post, PostStatus, TrashedStatus } from './post.ts';

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
