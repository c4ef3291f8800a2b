import { permalinks } from '../../modules/types/permalinks.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { authorsWithPages } from '../current-post.server.ts';
import { profilesOf } from '../../modules/users/user-fields.ts';
import type { ProfileLink } from '../../ui/byline.tsx';
import { portraitOf, profileLinks } from '../authors.server.ts';
import type { LoadContext } from '../load-context.ts';

export interface BoxedAuthor {
  readonly id: number;
  readonly name: string;
  /** Undefined without an author page. */
  readonly url: string | undefined;
  readonly portrait?: string | undefined;
  /** Plain text. */
  readonly bio: string;
  readonly links: readonly ProfileLink[];
}

export interface AuthorBoxData {
  /** Authors with a biography or links, in the order of the byline. */
  readonly authors: readonly BoxedAuthor[];
}

export async function load(_settings: unknown, context: LoadContext): Promise<AuthorBoxData | undefined> {
  const {
    content,
    page: { post },
  } = context;
  if (!post) return undefined;
  const [users, withPages, site] = await Promise.all([
    content.users.byIds(post.authorIds),
    authorsWithPages(context, post),
    content.settings.current(),
  ]);
  const links = permalinks(site.permalink_structure);
  const typography = siteTypography(site);
  for (const id of post.authorIds) context.tag(`user:${id}`);
  const named = post.authorIds.map((id) => users.get(id)).filter((user) => user !== undefined);
  const boxed = await Promise.all(
    named.map(async (user) => ({
      id: user.id,
      portrait: await portraitOf(context, user.id),
      name: user.displayName,
      url: withPages.has(user.id) ? links.author(user) : undefined,
      bio: typography.line(user.bio),
      links: user.links.length === 0 ? [] : profileLinks(profilesOf(user)),
    })),
  );
  // The byline already names the authors, so a box without further details is omitted.
  const authors = boxed.filter(({ bio, links: elsewhere }) => bio !== '' || elsewhere.length > 0);
  return authors.length === 0 ? undefined : { authors };
}
