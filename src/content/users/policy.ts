import { isPublic } from '../posts/policy.ts';
import type { PostSummary } from '../posts/post.ts';
import type { Actor, Capability } from './role.ts';

type PolicyPost = Pick<PostSummary, 'type' | 'status' | 'authorId'>;

/** Whether somebody's roles allow something; visitors (undefined) may nothing. */
export function can(actor: Pick<Actor, 'capabilities'> | undefined, capability: Capability): boolean {
  return actor?.capabilities.has(capability) ?? false;
}

/** Pages have capabilities of their own; every other type goes by those of posts. */
function family(type: string): 'pages' | 'posts' {
  return type === 'page' ? 'pages' : 'posts';
}

/** WordPress' rule for `edit` and `delete`: the plain capability for one's own drafts, and further ones for what is published, private or somebody else's. */
function mayChange(verb: 'edit' | 'delete', actor: Actor | undefined, post: PolicyPost): boolean {
  if (!actor) return false;
  const kind = family(post.type);
  const published = post.status === 'publish' || post.status === 'future';
  if (!can(actor, `${verb}_${kind}`) || (published && !can(actor, `${verb}_published_${kind}`))) return false;
  if (post.authorId === actor.id) return true;
  return can(actor, `${verb}_others_${kind}`) && (post.status !== 'private' || can(actor, `${verb}_private_${kind}`));
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
  return can(actor, `publish_${family(type)}`);
}

/**
 * Whether somebody (undefined: a visitor) may open this post: published ones all, private ones their author and who may read private ones, all others who may edit them.
 * A password is asked for separately.
 */
export function mayReadPost(post: PolicyPost, actor: Actor | undefined): boolean {
  if (isPublic(post)) return true;
  if (post.status !== 'private') return mayEditPost(actor, post);
  return can(actor, `read_private_${family(post.type)}`) || (actor?.id === post.authorId && can(actor, 'read'));
}

/** Whether somebody may change this account: one's own, or anybody's with `edit_users`. Roles need `promote_users`. */
export function mayEditUser(actor: Actor | undefined, userId: number): boolean {
  return actor?.id === userId || can(actor, 'edit_users');
}
