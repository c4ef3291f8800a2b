import { scriptFrameAddress } from '../../src/modules/posts/script-blocks.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { scriptKey } from '../../src/lib/block-scripts.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { makeUploads } from './uploads.ts';

/** Valid values of a site, which the fuzzer mutates. */
export interface FuzzSite {
  /** Ids of public and hidden posts, and of media, terms, users and comments. */
  readonly ids: readonly number[];
  readonly slugs: readonly string[];
  /** Root-relative URLs, mostly of existing pages, in lists by kind that are used equally often. */
  readonly paths: readonly (readonly string[])[];
  /** Ids of pages that accept comments, and of their comments. Visitors must not be able to change anything else. */
  readonly talks: readonly number[];
  readonly remarks: readonly number[];
  /** Root-relative URLs of uploaded files. */
  readonly uploads: readonly string[];
}

/**
 * Words that only occur in content hidden from visitors: unpublished and protected posts, held comments, email
 * addresses, login names. The fuzzer never sends them, so a response with one is a leak.
 */
export const canaries = [
  'Zyxdraft',
  'Zyxpending',
  'Zyxprivate',
  'Zyxfuture',
  'Zyxtrash',
  'Zyxsecret',
  'Zyxpassword',
  'Zyxheld',
  'Zyxspam',
  'Zyxmeta',
  'zyxlogin',
  'zyxmail.example',
  '203.0.113.77',
] as const;
/** In the title of protected posts, which their own pages and REST routes may show. */
export const protectedTitle = 'Zyxbehind';

const hiddenStatuses = ['draft', 'pending', 'private', 'future', 'trash'] as const;

/** Fills an empty site with public content, and with hidden content of every kind that contains the canaries. Files are in `dataDir`. */
export async function makeFuzzSite(database: Database, dataDir: string): Promise<FuzzSite> {
  const ids: number[] = [];
  const talks: number[] = [];
  const remarks: number[] = [];
  let frame = '';
  await database.write(async (tx) => {
    const mail = (name: string) => `${name}@zyxmail.example`;
    // Pages must not contain random lists, which differ at each render.
    await saveSettings(tx, {
      trending_sort: '',
      push_mobile: true,
      comment_previously_approved: false,
      comments_per_page: 2,
      ads_txt: 'ads.example, 1, DIRECT',
      ad_header: '<p>Buy</p>',
      ad_header_framed: true,
      ad_footer: '<p>Buy</p>',
      ad_footer_framed: true,
      html_block_scripts: true,
    });
    const ada = await makeUser(tx, {
      login: 'zyxlogin-ada',
      slug: 'ada-quill',
      displayName: 'Ada Quill',
      email: mail('ada'),
    });
    const ben = await makeUser(tx, {
      login: 'zyxlogin-ben',
      slug: 'ben-hart',
      displayName: 'Ben Hart',
      email: mail('ben'),
      bio: '<p>Writes at night.</p>',
    });
    const science = await makeTerm(tx, {
      name: 'Science',
      slug: 'science',
      description: 'What is <em>known</em>.',
    });
    const space = await makeTerm(tx, { name: 'Space', slug: 'space', parentId: science });
    const night = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Night & day', slug: 'night' });
    const picture = await makeMedia(tx, {
      title: 'A comet',
      slug: 'comet-picture',
      file: { file: '2026/01/picture-1.jpg' },
    });
    const shared = { authorIds: [ada, ben], termIds: [space, night] };
    const visitor = (n: number) => ({ authorEmail: mail(`reader${n}`), authorIp: '203.0.113.77' });
    ids.push(ada, ben, science, space, night, picture);
    for (let n = 1; n <= 25; n++) {
      const title = n % 5 === 0 ? `Crème & “comet” ${n}` : `Comet ${n}`;
      const id = await makePost(tx, {
        ...shared,
        commentStatus: 'closed',
        title,
        slug: n % 5 === 0 ? `crème-${n}` : `comet-${n}`,
        featuredMediaId: picture,
        sticky: n === 7,
        format: n % 6 === 0 ? 'video' : 'standard',
        meta: { _zyx_private: ['Zyxmeta'] },
        content:
          `<!-- wp:paragraph -->\n<p>The comet <a href="/comet-${n + 1}/">${n}</a> returns [gallery ids="${picture}"].</p>\n<!-- /wp:paragraph -->\n<!-- ` +
          'wp:broadsheet/post-list {"limit":3} /-->',
      });
      const comment = await makeComment(tx, { postId: id, ...visitor(n) });
      await makeComment(tx, { postId: id, parentId: comment, ...visitor(n), userId: ada });
      for (const [status, word] of [
        ['hold', 'Zyxheld'],
        ['spam', 'Zyxspam'],
        ['trash', 'Zyxtrash'],
      ] as const) {
        await makeComment(tx, {
          postId: id,
          status,
          content: `${word} remark`,
          authorName: word,
          ...visitor(n),
        });
      }
      ids.push(id, comment);
    }
    // Pages are in no list of articles, so that comments on them change no other page.
    for (let n = 1; n <= 3; n++) {
      const talk = await makePost(tx, {
        type: 'page',
        title: `Talk ${n}`,
        slug: `talk-${n}`,
        authorIds: [ben],
      });
      talks.push(talk);
      for (let m = 1; m <= 3; m++)
        remarks.push(
          await makeComment(tx, {
            postId: talk,
            ...(m === 3 ? { parentId: remarks.at(-1) } : {}),
            ...visitor(m),
          }),
        );
    }
    ids.push(...talks, ...remarks);
    const script = '<script>run()</script>';
    const about = await makePost(tx, {
      type: 'page',
      slug: 'about',
      title: 'About',
      commentStatus: 'closed',
      content: `<!-- wp:html -->${script}<!-- /wp:html -->`,
    });
    await tx.db
      .insertInto('script_block')
      .values({ post_id: about, key: scriptKey(script), noted_at: 0 })
      .execute();
    frame = scriptFrameAddress(`${about}/${scriptKey(script)}`);
    ids.push(
      about,
      await makePost(tx, {
        type: 'page',
        slug: 'team',
        title: 'Team',
        parentId: about,
        commentStatus: 'closed',
      }),
    );
    for (const status of hiddenStatuses) {
      const word = `Zyx${status}`;
      const hidden = {
        title: `${word} comet`,
        content: `<p>${word} comet</p>`,
        excerpt: `${word} comet`,
        publishedAt: status === 'future' ? Date.UTC(2099, 0, 1) : Date.UTC(2026, 0, 2),
      };
      for (const [type, parentId] of [
        ['post', 0],
        ['page', about],
      ] as const) {
        const id = await makePost(tx, {
          ...shared,
          ...hidden,
          type,
          parentId,
          status,
          slug: `hidden-${status}-${type}`,
          featuredMediaId: picture,
        });
        const media = await makeMedia(tx, {
          parentId: id,
          title: `${word} picture`,
          slug: `hidden-${status}-${type}-picture`,
          content: word,
          excerpt: word,
          file: { file: `2026/01/hidden-${status}-${type}.jpg`, alt: word },
        });
        await makeComment(tx, { postId: id, content: `${word} remark`, authorName: word, ...visitor(0) });
        ids.push(id, media);
      }
    }
    const behind = {
      ...shared,
      commentStatus: 'closed' as const,
      title: `${protectedTitle} comet`,
      password: 'Zyxpassword',
      content: '<p>Zyxsecret comet</p>',
      excerpt: 'Zyxsecret comet',
    };
    const locked = await makePost(tx, { ...behind, slug: 'behind' });
    await makeComment(tx, { postId: locked, content: 'Zyxsecret remark', ...visitor(0) });
    ids.push(
      locked,
      await makePost(tx, { ...behind, type: 'page', slug: 'behind-page' }),
      await makeMedia(tx, {
        parentId: locked,
        title: 'Zyxsecret picture',
        slug: 'behind-picture',
        file: { file: '2026/01/behind.jpg', alt: 'Zyxsecret' },
      }),
    );
  });
  const hidden = hiddenStatuses.flatMap((status) => [
    `hidden-${status}-post`,
    `hidden-${status}-page`,
    `hidden-${status}-post-picture`,
  ]);
  const slugs = [
    'comet-1',
    'comet-7',
    'cr%C3%A8me-5',
    'talk-1',
    'talk-2',
    'talk-3',
    'about',
    'team',
    'behind',
    'behind-page',
    'behind-picture',
    'comet-picture',
    'science',
    'space',
    'night',
    'ada-quill',
    'ben-hart',
    ...hidden,
  ];
  return { ids, slugs, paths: pathsOf(slugs, frame), talks, remarks, uploads: makeUploads(dataDir) };
}

function pathsOf(slugs: readonly string[], frame: string): string[][] {
  const archives = [
    '/',
    '/category/science/',
    '/category/science/space/',
    '/tag/night/',
    '/author/ada-quill/',
    '/2026/',
    '/2026/01/',
    '/2026/01/01/',
  ];
  return [
    archives,
    archives,
    ['/?s=comet', '/?s=comet&paged=2', '/search/comet/'],
    archives.map((path) => `${path}page/2/`),
    slugs.map((slug) => `/${slug}/`),
    slugs.map((slug) => `/${slug}/feed/`),
    slugs.map((slug) => `/${slug}/embed/`),
    ['/about/', '/about/team/', '/about/hidden-draft-page/', '/talk-2/'],
    [
      '/comet-1/',
      '/comet-2/',
      '/cr%C3%A8me-10/',
      '/comet-1/2/',
      '/comet-1/comment-page-1/',
      '/talk-1/comment-page-1/',
      '/talk-1/comment-page-2/',
    ],
    [
      ...archives.flatMap((path) => [`${path}feed/`, `${path}feed/atom/`]),
      '/comments/feed/',
      '/rss/',
      '/wp-rss2.php',
    ],
    [
      '/wp-sitemap.xml',
      '/sitemap.xml',
      '/news-sitemap.xml',
      '/wp-sitemap-posts-post-1.xml',
      '/wp-sitemap-posts-page-1.xml',
      '/wp-sitemap-taxonomies-category-1.xml',
      '/wp-sitemap-users-1.xml',
      '/wp-sitemap.css',
    ],
    [
      '/robots.txt',
      '/ads.txt',
      '/favicon.ico',
      '/apple-touch-icon.png',
      '/icon-192.png',
      '/site.webmanifest',
      '/broadsheet-push.js',
      '/ad-frame/header',
      '/ad-frame/footer',
      frame,
      frame,
      '/healthz',
      '/assets/',
      '/assets/nothing.js',
    ],
    [
      '/api/token',
      '/index.php',
      '/.well-known/security.txt',
      '/xmlrpc.php',
      '/xmlrpc.php?rsd',
      '/wp-cron.php',
      '/wp-login.php',
      '/wp-admin/',
      '/wp-comments-post.php',
      '/wp-content/uploads/2026/01/hidden-draft-post.jpg',
      '/wp-content/uploads/',
      '/wp-admin/admin-ajax.php',
    ],
  ];
}
