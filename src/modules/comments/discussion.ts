import type { Reader } from '../../kernel/db/open-database.ts';
import { findVisiblePosts } from '../posts/find-visible.ts';
import { hasPage, lackingToRead } from '../posts/policy.ts';
import type { Post } from '../posts/post.ts';
import { findPost } from '../posts/reader.ts';
import type { Settings } from '../settings/settings.ts';
import type { Actor } from '../../kernel/actor.ts';
import { whyClosed } from './policy.ts';

/** Why a post takes no comment of somebody: there is none, it is in the trash or not published, they can't read it, or its discussion is closed to them. */
export type Hindrance = 'missing' | 'trash' | 'unpublished' | 'unreadable' | 'closed' | 'members';

/** Who wants to comment. */
export interface Commenter {
  /** Who is signed in; undefined: a visitor. */
  readonly actor: Actor | undefined;
  /** Whether they have shown that they know the password of a post. */
  readonly unlocks: (password: string) => boolean;
}

/** A post that somebody wants to comment on. */
export interface Discussion {
  readonly post: Post | undefined;
  /** Undefined: they can. */
  readonly hindrance: Hindrance | undefined;
  /** The capability that they lack to see the post; undefined where they see it, but for its password. */
  readonly lacking: string | undefined;
}

/** The post, and whether somebody may comment on it. `now`: milliseconds. */
export async function findDiscussion(
  read: Reader,
  postId: number,
  commenter: Commenter,
  settings: Settings,
  now: number,
): Promise<Discussion> {
  const { actor } = commenter;
  const post = postId > 0 ? await findPost(read, postId) : undefined;
  if (!post) return { post, hindrance: 'missing', lacking: undefined };
  const isVisible = (await findVisiblePosts(read, [postId], actor)).has(postId);
  const refused = (hindrance: Hindrance | undefined): Discussion => ({
    post,
    hindrance,
    lacking: isVisible ? undefined : lackingToRead(actor, post),
  });
  if (post.status === 'trash') return refused('trash');
  if (post.status === 'draft') return refused('unpublished');
  if (isVisible && !hasPage(post)) return refused('unpublished');
  if (!(isVisible && !post.isProtected) && !(await isUnlocked(read, post, commenter)))
    return refused('unreadable');
  return refused(whyClosed(post, settings, now, () => actor !== undefined));
}

/** Whether somebody sees a post, and the one that it belongs to, once they have given the passwords. */
async function isUnlocked(read: Reader, post: Post, { unlocks }: Commenter): Promise<boolean> {
  const owner =
    post.status === 'inherit' && post.parentId > 0 ? await findPost(read, post.parentId) : undefined;
  return [post, owner].every(
    (one) => one === undefined || (hasPage(one) && (!one.isProtected || unlocks(one.password))),
  );
}
