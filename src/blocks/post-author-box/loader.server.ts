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
  /** Undefined where there is no page of theirs. */
  readonly url: string | undefined;
  /** Address of the portrait. */
  readonly portrait?: string | undefined;
  /** Plain text. */
  readonly bio: string;
  /** Their site and where else they are. */
  readonly links: readonly ProfileLink[];
}

export interface AuthorBoxData {
  /** Those of whom there is something to say, in the order of the byline. */
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
  // The byline names everybody already: a box without a word about them would only repeat it.
  const authors = boxed.filter(({ bio, links: elsewhere }) => bio !== '' || elsewhere.length > 0);
  return authors.length === 0 ? undefined : { authors };
}
