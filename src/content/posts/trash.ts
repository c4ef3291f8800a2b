import type { Reader } from '../../db/open-database.ts';
import { postStatuses } from './post.ts';
import type { Post, PostStatus } from './post.ts';
import { findPostMeta } from './reader.ts';

/** Post meta of what is in the trash, as WordPress names it: when it went there (in seconds), its status and its slug before. */
const keys = { status: '_wp_trash_meta_status', at: '_wp_trash_meta_time', slug: '_wp_desired_post_slug' } as const;

/** Behind the slug of what is in the trash, so that others may take it. */
const suffix = '__trashed';

/** The slug of a post in the trash; nothing where it has none. */
export function trashedSlug(slug: string): { readonly slug?: string } {
  return slug === '' ? {} : { slug: `${slug}${suffix}` };
}

/** What a post in the trash remembers. */
export function trashMeta({ status, slug }: Pick<Post, 'status' | 'slug'>, now: number): Record<string, readonly string[]> {
  return { [keys.status]: [status], [keys.at]: [String(Math.floor(now / 1000))], [keys.slug]: slug === '' ? [] : [slug] };
}

/** The status that a post in the trash had; nothing where nobody noted one of ours. */
export async function statusBefore(read: Reader, id: number): Promise<PostStatus | undefined> {
  const noted = (await findPostMeta(read, [id], [keys.status])).get(id)?.get(keys.status)?.[0];
  return postStatuses.find((status) => status === noted);
}

/** Forgets it. */
export const noTrashMeta: Readonly<Record<string, readonly string[]>> = { [keys.status]: [], [keys.at]: [], [keys.slug]: [] };

/** The slug that a post in the trash had. */
export function slugBefore(slug: string): string {
  return slug.replace(/__trashed(?:-\d+)?$/, '');
}
