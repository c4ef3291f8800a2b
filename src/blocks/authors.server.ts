import { authorLinks } from '../modules/posts/authors.ts';
import { htmlToText } from '../lib/plain-text.ts';
import type { LoadContext } from './load-context.ts';
import { currentItem } from './core/block-context.server.ts';
import { portraitAt } from '../modules/users/user-fields.ts';
import { profileService } from '../lib/profile-links.ts';
import type { ProfileLink } from '../ui/byline.tsx';
import { socialServices } from './core/social-icons.ts';

export interface ShownAuthor {
  readonly id: number;
  readonly name: string;
  /** Undefined without an author page. */
  readonly url: string | undefined;
}

/** The first author of the block's post; on an author archive without a post, that author. */
export async function currentAuthor(context: LoadContext): Promise<ShownAuthor | undefined> {
  const item = await currentItem(context);
  if (item) return item.authors[0];
  const { author } = context.page;
  if (!author || context.inherited.postId !== undefined) return undefined;
  context.tag(`user:${author.id}`);
  const { permalink_structure: structure } = await context.content.settings.current();
  return authorLinks([author.id], new Map([[author.id, author]]), structure, new Set([author.id]))[0];
}

export async function findAuthor(id: number, context: LoadContext): Promise<ShownAuthor | undefined> {
  return context.cache(`author ${id}`, async (inner) => {
    const { content } = inner;
    for (const name of [`user:${id}`, `list:author:${id}`] as const) inner.tag(name, 'secondary');
    const users = await inner.together.users([id]);
    if (!users.has(id)) return undefined;
    const [{ permalink_structure: structure }, withPages] = await Promise.all([
      content.settings.current(),
      inner.together.withPages([id]),
    ]);
    return authorLinks([id], users, structure, new Set(withPages.keys()))[0];
  });
}

/** A user's biography as plain text with line breaks. */
export async function biographyOf({ id }: ShownAuthor, { content }: LoadContext): Promise<string> {
  const bio = (await content.users.byIds([id])).get(id)?.bio ?? '';
  return bio
    .split(/\r?\n/)
    .map((line) => htmlToText(line))
    .join('\n')
    .trim();
}

export async function avatarOf(
  { id, name }: ShownAuthor,
  context: LoadContext,
  pixels?: number,
): Promise<{ id: number; name: string; src: string | undefined }> {
  return { id, name, src: await portraitOf(context, id, pixels) };
}

/** URL of a user's portrait at `pixels` by `pixels`; cached for all pages. */
export async function portraitOf(
  context: LoadContext,
  userId: number,
  pixels = 64,
): Promise<string | undefined> {
  const found = await context.cache(`portrait ${userId}`, async (inner) => {
    const portrait = (await inner.content.portraits([userId])).get(userId);
    inner.tag(`user:${userId}`);
    if (portrait && portrait.mediaId > 0) inner.tag(`media:${portrait.mediaId}`);
    return portrait;
  });
  return found && portraitAt(found, pixels);
}

export function profileLinks(addresses: readonly string[]): ProfileLink[] {
  return addresses.map((url) => {
    const service = profileService(url);
    const { name = '', path = '' } = socialServices[service] ?? {};
    return { url, name: service === 'chain' ? new URL(url).hostname.replace(/^www\./, '') : name, path };
  });
}
