import { createHash } from 'node:crypto';
import type { CommentInput } from '../../src/modules/comments/store.ts';
import type { MediaInput } from '../../src/modules/media/writer.ts';
import type { PostInput } from '../../src/modules/posts/writer.ts';
import type { TermInput } from '../../src/modules/terms/writer.ts';
import type { UserInput } from '../../src/modules/users/writer.ts';
import { seededRandom } from '../harness/random.ts';

const vocabulary = 30_000;
const wordsPerParagraph = 75;
const paragraphsPerPost = 8;
/** Paragraphs from which texts are composed: choosing words for each post would take longer than writing it. */
const pool = 6000;
const [categoryCount, mainCategories, tagCount, authorCount, pictureCount] = [40, 8, 200, 20, 24];
const [firstPicture, firstPost] = [1, 1000];
/** Interval between posts with comments, and between posts without a picture. */
const [commentedEvery, barEvery] = [8, 10];
/** Posts are spread evenly over the eight years before this date, more than four minutes apart, so that sites are deterministic. */
const newest = Date.UTC(2026, 8, 1);
const span = 8 * 365 * 24 * 3600 * 1000;

/** Incremented when the same arguments give another site. */
const planVersion = 1;

type Planned<Input> = Input & { readonly id: number };
export type PlannedPost = Planned<
  Required<
    Pick<
      PostInput,
      | 'type'
      | 'status'
      | 'title'
      | 'slug'
      | 'content'
      | 'authorId'
      | 'publishedAt'
      | 'featuredMediaId'
      | 'termIds'
    >
  >
> & {
  readonly paragraphs: readonly number[];
  readonly comments: readonly (Planned<CommentInput> & { readonly parentId: number })[];
};

/** A generated site with fixed ids, which any process can write. */
export interface SitePlan {
  readonly key: string;
  readonly users: readonly Planned<
    Pick<UserInput, 'login' | 'email' | 'displayName' | 'roles' | 'createdAt'>
  >[];
  readonly terms: readonly Planned<TermInput>[];
  readonly pictures: readonly (Planned<PostInput> & { readonly media: MediaInput })[];
  readonly paragraphs: readonly string[];
  readonly postCount: number;
  /** Oldest first. */
  posts(): Generator<PlannedPost>;
  /** The word of this rank; 0 is the most frequent. */
  word(rank: number): string;
}

const syllables = [
  'ba',
  'ren',
  'do',
  'mi',
  'lor',
  'ka',
  'tes',
  'vi',
  'no',
  'pra',
  'sil',
  'un',
  'ter',
  'ga',
  'fel',
  'os',
  'mar',
  'qui',
  'len',
  'ju',
  'stra',
  'ho',
  'wen',
  'ci',
  'pel',
  'da',
  'rum',
  'ex',
  'li',
  'zon',
];

/** Distinct words, short ones first, as in a language. */
function words(): string[] {
  const found = new Set<string>();
  for (const first of syllables) found.add(first);
  for (const first of syllables) for (const second of syllables) found.add(first + second);
  for (const first of syllables)
    for (const second of syllables) for (const third of syllables) found.add(first + second + third);
  for (const first of syllables)
    for (const second of syllables) for (const third of syllables) found.add(first + second + third + first);
  return [...found].slice(0, vocabulary);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Plans a site of `postCount` posts of 600 words, in 40 categories on two levels, 200 tags and 20 authors. Deterministic. */
export function planSite(postCount: number): SitePlan {
  const known = words();
  // A word's frequency falls with its rank, as in natural texts (Zipf).
  const wordBy = (random: () => number) => known[Math.floor(known.length ** random()) - 1] ?? '';
  const sentence = (random: () => number, length: number) =>
    capital(Array.from({ length }, () => wordBy(random)).join(' '));
  const random = seededRandom(1);
  const paragraphs = Array.from({ length: pool }, () =>
    Array.from({ length: 5 }, () => `${sentence(random, wordsPerParagraph / 5)}.`).join(' '),
  );
  const below = (place: () => number, limit: number) => Math.floor(place() * limit);
  const createdAt = newest - span - 1000;
  return {
    key: createHash('sha256').update(`${planVersion} ${postCount}`).digest('hex').slice(0, 12),
    users: Array.from({ length: authorCount }, (_, place) => ({
      id: place + 2,
      login: `writer${place}`,
      email: `writer${place}@bench.example`,
      displayName: `${capital(wordBy(random))} ${capital(wordBy(random))}`,
      roles: ['author'],
      createdAt,
    })),
    terms: [
      ...Array.from({ length: categoryCount }, (_, place) => ({
        id: place + 2,
        taxonomy: 'category',
        slug: `section-${place}`,
        name: `Section ${capital(wordBy(random))} ${place}`,
        parentId: place < mainCategories ? 0 : (place % mainCategories) + 2,
      })),
      ...Array.from({ length: tagCount }, (_, place) => ({
        id: place + 100,
        taxonomy: 'post_tag',
        slug: `topic-${place}`,
        name: `Topic ${wordBy(random)} ${place}`,
      })),
    ],
    pictures: Array.from({ length: pictureCount }, (_, place) => ({
      id: firstPicture + place,
      type: 'attachment',
      status: 'inherit' as const,
      title: `Picture ${place}`,
      slug: `picture-${place}`,
      mimeType: 'image/jpeg',
      publishedAt: createdAt,
      media: {
        postId: firstPicture + place,
        file: `2026/09/picture-${place}.jpg`,
        width: 1600,
        height: 1067,
        bytes: 200_000,
        alt: sentence(random, 5),
        color: '#4a6fa5',
        sizes: Object.fromEntries(
          [300, 480, 768, 1024].map((width) => [
            `w${width}`,
            {
              file: `picture-${place}-${width}x${Math.round(width / 1.5)}.webp`,
              width,
              height: Math.round(width / 1.5),
              mime: 'image/webp',
            },
          ]),
        ),
      },
    })),
    paragraphs,
    postCount,
    word: (rank) => known[rank] ?? '',
    *posts() {
      let comment = 0;
      for (let place = 0; place < postCount; place++) {
        // A seed per post, so that another number of posts gives other posts and none depends on the ones before.
        const draw = seededRandom(place * 31 + postCount);
        const id = firstPost + place;
        const publishedAt =
          Math.floor((newest - span + (span * (place + draw() / 2)) / postCount) / 1000) * 1000;
        const chosen = Array.from({ length: paragraphsPerPost }, () => below(draw, pool));
        const category = below(draw, categoryCount) + 2;
        const tags = new Set(Array.from({ length: 1 + below(draw, 4) }, () => below(draw, tagCount) + 100));
        const comments =
          place % commentedEvery === 0
            ? Array.from({ length: 3 }, (_, turn) => ({
                id: ++comment,
                postId: id,
                parentId: turn === 2 ? comment - 1 : 0,
                status: 'approved' as const,
                authorName: `Reader ${comment % 997}`,
                authorEmail: `reader${comment % 997}@bench.example`,
                authorIp: '203.0.113.9',
                createdAt: publishedAt + turn * 60_000,
                content: `<p>${paragraphs[comment % pool]?.slice(0, 200) ?? ''}</p>`,
              }))
            : [];
        yield {
          id,
          type: 'post',
          status: 'publish',
          title: sentence(draw, 6 + below(draw, 5)),
          slug: `post-${id}`,
          authorId: below(draw, authorCount) + 2,
          publishedAt,
          featuredMediaId: place % barEvery === 0 ? 0 : firstPicture + below(draw, pictureCount),
          termIds: [category, ...tags],
          paragraphs: chosen,
          content: chosen
            .map(
              (number, turn) =>
                `${turn === 3 ? heading(paragraphs[number] ?? '') : ''}<!-- wp:paragraph -->\n<p>${paragraphs[number] ?? ''}</p>\n<!-- /wp:paragraph -->`,
            )
            .join('\n\n'),
          comments,
        };
      }
    },
  };
}

/** The start of the paragraph, so that a post contains only words of its title and paragraphs. */
function heading(paragraph: string): string {
  return `<!-- wp:heading -->\n<h2 class="wp-block-heading">${paragraph.split(' ').slice(0, 4).join(' ')}</h2>\n<!-- /wp:heading -->\n\n`;
}
