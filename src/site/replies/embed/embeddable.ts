import type { PageInfo } from '../../../blocks/load-context.ts';
import type { Tag } from '../../../modules/content/tags.ts';
import { embedAddress } from '../../../modules/types/permalinks.ts';
import { findPictureFiles } from '../../../modules/media/picture.ts';
import { siteTypography } from '../../../modules/settings/site-facts.ts';
import { resolvePage } from '../../pages/resolve-page.ts';
import type { Content } from '../../../modules/content/content.ts';
import type { PictureFiles } from '../../../modules/media/picture.ts';
import { authorLinks, findAuthorsWithPages } from '../../../modules/posts/authors.ts';
import { excerptOf } from '../../../modules/cards/cards.ts';
import { isListed } from '../../../modules/posts/policy.ts';
import type { Post, AuthorLink } from '../../../modules/posts/model.ts';

export interface Embeddable {
  readonly post: Post;
  /** Plain text. */
  readonly title: string;
  readonly url: string;
  readonly embedUrl: string;
  readonly excerpt: string;
  readonly authors: readonly AuthorLink[];
  readonly picture: PictureFiles | undefined;
  /** Tags that the post's address depends on. */
  readonly aboveTags: readonly Tag[];
}

const maxHops = 3;

/** The listed post at an address of this site, over HTTP or HTTPS; undefined for any other address. */
export async function findEmbeddable(content: Content, address: string): Promise<Embeddable | undefined> {
  const host = new URL(content.siteUrl).host;
  let requested = URL.canParse(address) ? new URL(address) : undefined;
  for (
    let hop = 0;
    hop <= maxHops && requested?.host === host && /^https?:$/.test(requested.protocol);
    hop++
  ) {
    const resolution = await resolvePage(content, {
      path: requested.pathname,
      query: requested.searchParams,
    });
    if (resolution.type === 'page') return toEmbeddable(content, resolution.page);
    requested =
      resolution.type === 'redirect' && URL.canParse(resolution.location, requested)
        ? new URL(resolution.location, requested)
        : undefined;
  }
  return undefined;
}

/** The embeddable parts of a page; undefined unless it shows a listed post. */
export async function toEmbeddable(
  content: Content,
  { post, path, title, kind, aboveTags = [] }: PageInfo,
): Promise<Embeddable | undefined> {
  if (!post || !isListed(post) || kind === 'home') return undefined;
  const settings = await content.settings.current();
  const { permalink_structure: structure, blogname } = settings;
  const [users, withPages, pictures] = await Promise.all([
    content.users.byIds(post.authorIds),
    findAuthorsWithPages(content.database.read, [post]),
    findPictureFiles(content, [post.featuredMediaId]),
  ]);
  return {
    post,
    aboveTags,
    title: title || blogname,
    url: content.siteUrl + path,
    embedUrl: content.siteUrl + embedAddress(structure, path),
    excerpt: siteTypography(settings).text(excerptOf(post)),
    authors: authorLinks(post.authorIds, users, structure, withPages),
    picture: pictures.get(post.featuredMediaId),
  };
}
