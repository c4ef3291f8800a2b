import { z } from 'zod';
import type { RestSite } from '../../../kernel/http/rest/rest-request.ts';
import { defaultAvatarPath } from '../../../lib/account-urls.ts';
import { htmlToText } from '../../../lib/plain-text.ts';
import { findSummaries } from '../../posts/index.ts';
import { findUsers } from '../../users/index.ts';
import { listFrontEditors } from '../editors.ts';
import { categoryOfArea } from '../model.ts';
import type { Arrangement } from '../model.ts';
import type { RenderedArea } from '../rendered-area.ts';

const shownPost = z.object({
  id: z.number(),
  /** Plain text. */
  title: z.string(),
  link: z.string(),
  edit_link: z.string(),
  picture: z.object({ url: z.string(), alt: z.string() }).nullable(),
  /** Empty: a draft without a date. */
  date: z.string(),
  author: z.string(),
  is_pinned: z.boolean(),
  /** False: pinned, but readers don't see it there. */
  is_shown: z.boolean(),
});
export const shownArea = z.object({
  area: z.string(),
  title: z.string(),
  link: z.string(),
  places: z.number(),
  posts: z.array(shownPost),
});

const editLink = (id: number) => `/wp-admin/post.php?post=${id}&action=edit`;
const dateOf = (publishedAt: number) => (publishedAt === 0 ? '' : new Date(publishedAt).toISOString());

/** Areas with their posts: those that readers see, then pinned ones that they don't see. Bands that the front page lacks are last. */
export async function showAreas(
  { database, siteUrl, terms }: Pick<RestSite['content'], 'database' | 'siteUrl' | 'terms'>,
  { pins }: Arrangement,
  rendered: readonly RenderedArea[],
): Promise<z.output<typeof shownArea>[]> {
  const pinnedIds = pins.map(({ postId }) => postId);
  const posts = await findSummaries(database.read, pinnedIds);
  const authors = await findUsers(
    database.read,
    [...posts.values()].map(({ authorId }) => authorId),
  );
  const absent = [...new Set(pins.map(({ area }) => area))].filter(
    (area) => !rendered.some((known) => known.area === area),
  );
  const categories = await terms.withAncestors(absent.flatMap((area) => categoryOfArea(area) ?? []));
  const missing = absent.map((area): RenderedArea => {
    const title = categories.get(categoryOfArea(area) ?? 0)?.name ?? '';
    return { area, title, link: '', places: 0, cards: [] };
  });
  return [...rendered, ...missing].map(({ area, title, link, places, cards }) => {
    const here = new Set(pins.filter((pin) => pin.area === area).map(({ postId }) => postId));
    const shown = new Set(cards.map(({ id }) => id));
    const hidden = [...here].flatMap((id) => (shown.has(id) ? [] : (posts.get(id) ?? [])));
    return {
      area,
      title,
      link,
      places,
      posts: [
        ...cards.map((card, place) => ({
          id: card.id,
          title: card.title,
          link: siteUrl + card.url,
          edit_link: editLink(card.id),
          picture: card.picture
            ? {
                // The desk shows the first post of the lead several times as wide as the others.
                url: area === 'lead' && place === 0 ? card.picture.src : card.picture.small,
                alt: card.picture.alt,
              }
            : null,
          date: dateOf(card.publishedAt),
          author: card.authors.map(({ name }) => name).join(', '),
          is_pinned: here.has(card.id),
          is_shown: true,
        })),
        ...hidden.map((post) => ({
          id: post.id,
          title: htmlToText(post.title),
          link: `${siteUrl}/?p=${post.id}`,
          edit_link: editLink(post.id),
          picture: null,
          date: dateOf(post.publishedAt),
          author: authors.get(post.authorId)?.displayName ?? '',
          is_pinned: true,
          is_shown: false,
        })),
      ],
    };
  });
}

export const shownOthers = z.array(
  z.object({ id: z.number(), name: z.string(), portrait: z.string(), since: z.string() }),
);

/** Other users who have the desk open. */
export async function listOthers(
  { database, siteUrl, portraits }: Pick<RestSite['content'], 'database' | 'siteUrl' | 'portraits'>,
  userId: number,
): Promise<z.output<typeof shownOthers>> {
  const editors = (await listFrontEditors(database.read)).filter((editor) => editor.userId !== userId);
  if (editors.length === 0) return [];
  const ids = editors.map((editor) => editor.userId);
  const [users, pictures] = await Promise.all([findUsers(database.read, ids), portraits(ids)]);
  return editors.flatMap(({ userId: id, since }) => {
    const user = users.get(id);
    if (!user) return [];
    return [
      {
        id,
        name: user.displayName,
        portrait: pictures.get(id)?.url ?? `${siteUrl}${defaultAvatarPath}`,
        since: new Date(since).toISOString(),
      },
    ];
  });
}
