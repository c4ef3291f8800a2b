import type { PostCard } from '../../src/modules/posts/model.ts';

/** A card with all parts; tests pass the fields that matter to them. */
export function postCard(fields: Partial<PostCard> = {}): PostCard {
  const id = fields.id ?? 1;
  return {
    id,
    type: 'post',
    title: `Title ${id}`,
    url: `/post-${id}/`,
    excerpt: `Excerpt ${id}`,
    publishedAt: Date.UTC(2026, 10, 17),
    modifiedAt: Date.UTC(2026, 10, 17),
    format: 'standard',
    commentCount: 0,
    commentStatus: 'open',
    sticky: false,
    authors: [{ id: 3, name: 'Mira Holt', url: '/author/mira/' }],
    termIds: [7],
    category: { id: 7, name: 'Science', url: '/category/science/', accent: 7 },
    picture: {
      id: 9,
      src: '/media/a-600.webp',
      small: '/media/a-300.webp',
      srcset: '/media/a-600.webp 600w, /media/a-1200.webp 1200w',
      width: 1600,
      height: 1067,
      alt: 'A ship',
      color: '#123456',
      focalX: 250,
      focalY: 500,
    },
    readingMinutes: 4,
    ...fields,
  };
}

/** A title that breaks pages which don't escape. */
export const hostileTitle = '<img src=x onerror=alert(1)>"&\'';
