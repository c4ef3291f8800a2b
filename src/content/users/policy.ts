import { isPublic } from '../posts/policy.ts';
import type { PostSummary } from '../posts/post.ts';
import { capabilityOf } from '../types/capabilities.ts';
import type { PostAction } from '../types/capabilities.ts';
import type { Actor, Capability } from './role.ts';

type PolicyPost = Pick<PostSummary, 'type' | 'status' | 'authorId'>;

/** Whether somebody's roles allow something; visitors (undefined) may nothing. */
export function can(actor: Pick<Actor, 'capabilities'> | undefined, capability: Capability): boolean {
  return actor?.capabilities.has(capability) ?? false;
}

/** Whether somebody's roles allow an action on posts of a type: each type says whose capabilities it goes by. */
function canAct(actor: Actor | undefined, action: PostAction, type: string): boolean {
  return actor?.capabilities.has(capabilityOf(type, action)) ?? false;
}

/** WordPress' rule for `edit` and `delete`: the plain capability for one's own drafts, and further ones for what is published, private or somebody else's. */
function mayChange(verb: 'edit' | 'delete', actor: Actor | undefined, post: PolicyPost): boolean {
  if (!actor) return false;
  const { type } = post;
  const published = post.status === 'publish' || post.status === 'future';
  if (!canAct(actor, verb, type) || (published && !canAct(actor, `${verb}_published`, type))) return false;
  if (post.authorId === actor.id) return true;
  return canAct(actor, `${verb}_others`, type) && (post.status !== 'private' || canAct(actor, `${verb}_private`, type));
}

/** Whether somebody may change this post. */
export function mayEditPost(actor: Actor | undefined, post: PolicyPost): boolean {
  return mayChange('edit', actor, post);
}

/** Whether somebody may move this post to the trash or delete it for good. */
export function mayDeletePost(actor: Actor | undefined, post: PolicyPost): boolean {
  return mayChange('delete', actor, post);
}

/** Whether somebody may publish, schedule or unpublish posts of a type. */
export function mayPublish(actor: Actor | undefined, type: string): boolean {
  return canAct(actor, 'publish', type);
}

/**
 * Whether somebody (undefined: a visitor) may open this post: published ones all, private ones their author and who may read private ones, all others who may edit them.
 * A password is asked for separately.
 */
export function mayReadPost(post: PolicyPost, actor: Actor | undefined): boolean {
  if (isPublic(post)) return true;
  if (post.status !== 'private') return mayEditPost(actor, post);
  return canAct(actor, 'read_private', post.type) || (actor?.id === post.authorId && can(actor, 'read'));
}

/** Whether somebody may change this account: one's own, or anybody's with `edit_users`. Roles need `promote_users`. */
export function mayEditUser(actor: Actor | undefined, userId: number): boolean {
  return actor?.id === userId || can(actor, 'edit_users');
}
