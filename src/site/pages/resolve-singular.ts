import { maxParts } from '../../blocks/document/text-parts.ts';
import { withNames } from '../../modules/types/permalinks.ts';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';
import { positive } from '../../lib/numbers.ts';
import type { PostPage } from '../../blocks/load-context.ts';
import { findPostsAbove } from '../../modules/menus/store.ts';
import { findPostPaths } from '../../modules/posts/addresses.ts';
import {
  bySpecificity,
  hasPage,
  isOfShownType,
  isPublic,
  isWithdrawn,
  mayBeOpened,
  mayEditPost,
  mayReadPost,
} from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/model.ts';
import { findAutosave } from '../../modules/posts/revisions.ts';
import { findPost, findPostsBySlug, findSlugsBeginning, findSummaries } from '../../modules/posts/reader.ts';
import { siteTypography, frontPageOf, postsPageOf } from '../../modules/settings/site-facts.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import type { Found, ResolveContext } from './resolution.ts';
import { articleType, fileType } from '../../modules/types/names.ts';

/** Slugs to compare for a unique beginning; as many are ambiguous. */
const maxAlike = 20;

export function kindOfPost({ type }: Pick<Post, 'type'>): PostPage['kind'] {
  return postTypeNamed(type).pageKind;
}

/** Posts, pages, attachments and items of custom types, by path or by id, as far as the viewer can open them. */
export async function resolveSingular(context: ResolveContext): Promise<Found | undefined> {
  const {
    segments,
    request: { query },
    content,
  } = context;
  if (segments.length === 0) {
    const [name, pageName, file] = [query.get('name'), query.get('pagename'), query.get('attachment')];
    if (name) return openFirst(context, await findPostsBySlug(content.database.read, name, [articleType]));
    if (pageName)
      return byPath(
        context,
        pageName.split('/').filter((part) => part !== ''),
      );
    if (file) return openFirst(context, await findPostsBySlug(content.database.read, file, [fileType]));
    const id = positive(query.get('p') ?? query.get('page_id') ?? query.get('attachment_id'));
    const post = id === undefined ? undefined : await findPost(content.database.read, id);
    return post && (await open(context, post));
  }
  return (await byPath(context, segments)) ?? (await byPart(context, segments));
}

/** A post of a type with unique slugs by its slug alone, whatever its address is. */
export async function findBySlug(context: ResolveContext, slug: string): Promise<Found | undefined> {
  const candidates = (await findPostsBySlug(context.content.database.read, slug))
    .filter((post) => !postTypeNamed(post.type).isHierarchical && mayOpen(context, post))
    .toSorted(bySpecificity);
  for (const post of candidates) {
    const found = await open(context, post);
    if (found) return found;
  }
  return undefined;
}

/** The only published item whose slug starts like that; of several the exact match, such as a page that was moved below another one. */
export async function findOnlyBeginning(
  context: ResolveContext,
  beginning: string,
): Promise<Found | undefined> {
  const { read } = context.content.database;
  const alike = await findSlugsBeginning(read, beginning, maxAlike);
  const shown = alike.filter(isPublic);
  const exact = shown.filter(({ slug }) => slug === beginning);
  const [only, ...others] = exact.length > 0 ? exact : shown;
  if (!only || others.length > 0 || (exact.length === 0 && alike.length === maxAlike)) return undefined;
  const post = await findPost(read, only.id);
  return post && open(context, post);
}

export async function findPostById(context: ResolveContext, id: number): Promise<Found | undefined> {
  const post = await findPost(context.content.database.read, id);
  return post?.type === articleType ? open(context, post) : undefined;
}

async function openFirst(context: ResolveContext, posts: readonly Post[]): Promise<Found | undefined> {
  const post = posts.find((one) => mayOpen(context, one));
  return post && open(context, post);
}

/** `/about/team/`: the post whose slug is the last segment and whose own address is this path. */
async function byPath(context: ResolveContext, segments: readonly string[]): Promise<Found | undefined> {
  const candidates = await findPostsBySlug(context.content.database.read, segments.at(-1) ?? '');
  const visible = candidates.filter((post) => mayOpen(context, post)).toSorted(bySpecificity);
  const paths = await findPostPaths(context.content.database.read, visible, withNames);
  const wanted = segments.map(encodeURIComponent).join('/');
  const exact = visible.find((post) => paths.get(post.id) === `/${wanted}/`);
  return exact && open(context, exact);
}

/** `/{postname}/7/`: a part of the text, existing or not. At WordPress the number may have been the post's id. */
async function byPart(context: ResolveContext, segments: readonly string[]): Promise<Found | undefined> {
  const part = segments.length > 1 ? positive(segments.at(-1)) : undefined;
  const found = part === undefined ? undefined : await byPath(context, segments.slice(0, -1));
  const post = found?.page.post;
  if (!post || part === undefined) return found;
  return part === post.id && part > maxParts(post) ? found : { ...found, part };
}

/** Whether the viewer can read it; doesn't read the viewer for public posts. */
function mayRead(
  { viewer }: ResolveContext,
  post: Pick<Post, 'id' | 'status' | 'trashedStatus' | 'type' | 'authorId'>,
): boolean {
  return (
    isPublic(post) || (!isWithdrawn(post) && (mayReadPost(viewer.actor, post) || viewer.shared === post.id))
  );
}

/** Whether the viewer may get a page of it. `open` checks the parent of an `inherit` post. */
function mayOpen(context: ResolveContext, post: Post): boolean {
  return hasPage(post) || (isOfShownType(post) && mayRead(context, post));
}

async function asLeft({ content, viewer }: ResolveContext, post: Post): Promise<Post> {
  if (!viewer.preview || viewer.autosaved !== post.id || !viewer.actor || !mayEditPost(viewer.actor, post))
    return post;
  const left = await findAutosave(content.database.read, post.id, viewer.actor.id);
  if (!left) return post;
  const { title, excerpt, content: text, footnotes } = left;
  return {
    ...post,
    title,
    excerpt,
    content: text,
    footnotes,
    opening: openingOfMarkup(text),
    isUnsaved: true,
  };
}

async function open(context: ResolveContext, stored: Post): Promise<Found | undefined> {
  const { content, settings } = context;
  const { read } = content.database;
  if (!mayOpen(context, stored)) return undefined;
  const post = await content.shownTexts.of(await asLeft(context, stored));
  if (post.status === 'inherit' && post.parentId > 0) {
    const parent = (await findSummaries(read, [post.parentId])).get(post.parentId);
    if (parent && (parent.isProtected || !mayRead(context, parent))) return undefined;
  }
  const path = !mayBeOpened(post)
    ? `/?p=${post.id}`
    : post.id === frontPageOf(settings)
      ? '/'
      : (await findPostPaths(read, [post], settings.permalink_structure)).get(post.id);
  if (path === undefined) return undefined;
  const above =
    post.parentId > 0 ? (await findPostsAbove(read, [post.id])).filter((id) => id !== post.id) : [];
  const aboveTags = above.map((id) => `post:${id}` as const);
  const title = siteTypography(settings).line(post.title);
  if (post.id === postsPageOf(settings)) {
    return { page: { kind: 'home', title, post, aboveTags }, path, listing: true };
  }
  return { page: { kind: kindOfPost(post), title, post, aboveTags }, path, listing: false };
}
