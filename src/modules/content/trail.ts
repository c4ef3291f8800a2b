import type { Content } from './content.ts';
import { findPostsAbove } from '../menus/index.ts';
import { permalinks, isSection, postTypeNamed, taxonomiesOf } from '../types/index.ts';
import { categoryOf } from '../cards/index.ts';
import { chainOf } from '../terms/index.ts';
import type { Term } from '../terms/index.ts';
import { findPostPaths, isListed, isPublic, findSummaries } from '../posts/index.ts';
import type { Post, PostSummary } from '../posts/index.ts';
import { readerText, siteTypography } from '../settings/index.ts';

export interface TrailStep {
  /** Plain text; empty for a post without a title. */
  readonly name: string;
  readonly url: string;
}

export interface TrailPage {
  readonly kind: string;
  readonly title: string;
  readonly path: string;
  readonly post?: Post | undefined;
  readonly term?: Term | undefined;
}

/**
 * Breadcrumbs from the front page to the page itself: the type's archive, an article's categories, ancestors of a term
 * or page, the post of an attachment. Empty for the front page. `byTerms`: prefer a post's terms to its ancestors.
 */
export async function findTrail(content: Content, page: TrailPage, byTerms = true): Promise<TrailStep[]> {
  if ((page.kind === 'home' && !page.post) || isStaticFront(page)) return [];
  const site = await content.settings.current();
  const between = page.term
    ? await termsAbove(content, page.term)
    : page.post
      ? await stepsToPost(content, page.post, byTerms)
      : [];
  return [{ name: readerText(site, 'home'), url: '/' }, ...between, { name: page.title, url: page.path }];
}

export const isStaticFront = ({ path, post }: Pick<TrailPage, 'path' | 'post'>): boolean =>
  post !== undefined && path === '/';

async function stepsToPost(content: Content, post: Post, byTerms: boolean): Promise<TrailStep[]> {
  const { archive, labels, isRegistered, isHierarchical } = postTypeNamed(post.type);
  // A listed post's type has an archive page with content.
  const top =
    archive && isRegistered && isListed(post)
      ? [{ name: labels.archive, url: `/${encodeURIComponent(archive.slug)}/` }]
      : [];
  if ((byTerms || !isHierarchical) && taxonomiesOf(post.type).some(({ name }) => isSection(name))) {
    const terms = await content.terms.withAncestors(post.termIds);
    const category = categoryOf(post, terms);
    return category ? [...top, ...(await toSteps(content, chainOf(category, terms)))] : top;
  }
  return post.parentId > 0 ? [...top, ...(await postsAbove(content, post))] : top;
}

async function termsAbove(content: Content, term: Term): Promise<TrailStep[]> {
  return toSteps(content, chainOf(term, await content.terms.withAncestors([term.id])).slice(0, -1));
}

async function toSteps(content: Content, chain: readonly Term[]): Promise<TrailStep[]> {
  const site = await content.settings.current();
  const typography = siteTypography(site);
  const links = permalinks(site.permalink_structure);
  return chain.map((term, place) => ({
    name: typography.line(term.name),
    url: links.term(chain.slice(0, place + 1)),
  }));
}

async function postsAbove({ database: { read }, settings }: Content, post: Post): Promise<TrailStep[]> {
  const summaries = await findSummaries(read, await findPostsAbove(read, [post.id]));
  const chain: PostSummary[] = [];
  for (
    let at = summaries.get(post.parentId);
    at && at.id !== post.id && !chain.includes(at);
    at = summaries.get(at.parentId)
  )
    chain.unshift(at);
  const visible = chain.filter(isPublic);
  const site = await settings.current();
  const typography = siteTypography(site);
  const paths = await findPostPaths(read, visible, site.permalink_structure);
  return visible.map((above) => ({ name: typography.line(above.title), url: paths.get(above.id) ?? '/' }));
}
