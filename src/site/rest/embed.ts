import { filterComments, findNewestOfPosts } from '../../modules/comments/comment-lists.ts';
import { listUsers, readableUsers } from '../../modules/users/reader.ts';
import { loadCommentItems, loadPostItems } from './present-post.ts';
import { byName } from '../../modules/terms/model.ts';
import { presentTerm } from '../../modules/terms/rest/term-resource.ts';
import { presentUsers } from '../../modules/users/rest/user-resource.ts';
import { isList } from '../../kernel/http/rest/query-string.ts';
import type { RawValue } from '../../kernel/http/rest/query-string.ts';
import type { EmbedTarget, RestItem, RestLink } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';

/** Relations to embed: `all`, or by name. */
export type EmbedWish = 'all' | ReadonlySet<string>;

/** Per post. */
const maxReplies = 100;

/** Parses `_embed`, `_embed=author,wp:term`, `_embed[]=author`; undefined: nothing. */
export function parseEmbed(value: RawValue | undefined): EmbedWish | undefined {
  if (value === undefined) return undefined;
  if (isList(value)) return new Set(value);
  if (typeof value !== 'string') return undefined;
  if (value === '' || value === '1' || value === 'true') return 'all';
  return new Set(value.split(/[\s,]+/));
}

export function finishItem(item: RestItem): Record<string, unknown> {
  const links = Object.entries(item.links).map(([relation, list]): [string, unknown] => [
    relation,
    list.map(({ attributes }) => attributes),
  ]);
  return links.length === 0 ? { ...item.body } : { ...item.body, _links: Object.fromEntries(links) };
}

/** Replaces items that visitors can't see, as in WordPress. */
const missing = {
  post: { code: 'rest_post_invalid_id', message: 'Invalid post ID.', data: { status: 404 } },
  user: { code: 'rest_user_invalid_id', message: 'Invalid user ID.', data: { status: 404 } },
  comment: { code: 'rest_comment_invalid_id', message: 'Invalid comment ID.', data: { status: 404 } },
} as const;

const finish = (item: RestItem | undefined, kind: keyof typeof missing) =>
  item ? finishItem(item) : missing[kind];

/** `_embedded` of each item, in order; undefined if empty. One request per kind of resource for all items. */
export async function embedInto(
  request: RestRequest,
  items: readonly RestItem[],
  wish: EmbedWish,
): Promise<(Record<string, unknown[]> | undefined)[]> {
  const wanted = items.map((item) =>
    Object.entries(item.links).filter(
      ([relation, links]) => (wish === 'all' || wish.has(relation)) && links.some(({ target }) => target),
    ),
  );
  const targets = wanted
    .flat()
    .flatMap(([, links]) => links.map(({ target }) => target))
    .filter((target) => target !== undefined);
  const resolve = await loadTargets(request, targets);
  return wanted.map((relations) => {
    const embedded = relations
      .map(([relation, links]): [string, unknown[]] => [
        relation,
        links.map(({ target }: RestLink) => (target ? resolve(target) : [])),
      ])
      .filter(([, list]) => list.some((entry) => !Array.isArray(entry) || entry.length > 0));
    return embedded.length === 0 ? undefined : Object.fromEntries(embedded);
  });
}

async function loadTargets(
  request: RestRequest,
  targets: readonly EmbedTarget[],
): Promise<(target: EmbedTarget) => unknown> {
  const posts = new Set<number>();
  const comments = new Set<number>();
  const replies = new Set<number>();
  const terms = new Set<number>();
  const users = new Map<number, boolean>();
  for (const target of targets) {
    if (target.kind === 'post') posts.add(target.id);
    else if (target.kind === 'comment') comments.add(target.id);
    else if (target.kind === 'replies') replies.add(target.postId);
    else if (target.kind === 'terms') for (const id of target.ids) terms.add(id);
    else users.set(target.id, target.published || (users.get(target.id) ?? false));
  }
  const [postItems, people, knownTerms, discussion] = await Promise.all([
    posts.size === 0 ? new Map<number, RestItem>() : loadPostItems(request, [...posts], 'embed'),
    loadUsers(request, users),
    request.site.content.terms.withAncestors([...terms]),
    loadDiscussion(request, [...comments], [...replies]),
  ]);
  return (target) => {
    switch (target.kind) {
      case 'post':
        return finish(postItems.get(target.id), 'post');
      case 'user':
        return finish(people.get(target.id), 'user');
      case 'comment':
        return finish(discussion.comments.get(target.id), 'comment');
      case 'replies':
        return (discussion.replies.get(target.postId) ?? []).map(finishItem);
      case 'terms':
        return target.ids
          .map((id) => knownTerms.get(id))
          .filter((term) => term !== undefined)
          .toSorted(byName)
          .map((term) => finishItem(presentTerm(request, { term, terms: knownTerms }, 'embed')));
    }
  };
}

/** Users by id: published authors, and others if the caller can see them. */
async function loadUsers(
  request: RestRequest,
  wanted: ReadonlyMap<number, boolean>,
): Promise<Map<number, RestItem>> {
  const { database, users } = request.site.content;
  const published = [...wanted].filter(([, known]) => known).map(([id]) => id);
  const others = [...wanted].filter(([, known]) => !known).map(([id]) => id);
  const [known, found] = await Promise.all([
    users.byIds(published),
    others.length === 0
      ? []
      : listUsers(database.read, {
          among: readableUsers(request.actor),
          ids: others,
          limit: others.length,
        }).then(({ users: listed }) => listed),
  ]);
  const people = [...known.values(), ...found];
  const items = await presentUsers(request, people, 'embed');
  return new Map(items.map((item, index) => [people[index]?.id ?? 0, item]));
}

async function loadDiscussion(
  request: RestRequest,
  ids: readonly number[],
  postIds: readonly number[],
): Promise<{ comments: Map<number, RestItem>; replies: Map<number, RestItem[]> }> {
  const { read } = request.site.content.database;
  const [single, byPost] = await Promise.all([
    ids.length === 0
      ? []
      : filterComments(read, { ids, order: 'id', descending: false, limit: ids.length, offset: 0 }),
    findNewestOfPosts(read, postIds, maxReplies),
  ]);
  const all = [...single, ...[...byPost.values()].flat()];
  if (all.length === 0) return { comments: new Map(), replies: new Map() };
  const items = await loadCommentItems(request, all, 'embed');
  const comments = new Map(items.map((item, index) => [all[index]?.id ?? 0, item]));
  return {
    comments,
    replies: new Map(
      [...byPost].map(([postId, list]) => [
        postId,
        list.map(({ id }) => comments.get(id)).filter((item) => item !== undefined),
      ]),
    ),
  };
}
