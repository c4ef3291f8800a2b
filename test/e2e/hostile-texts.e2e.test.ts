import { renderedDescription, renderedTitle } from '../../src/kernel/http/rest/resource.ts';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderPostContent } from '../../src/blocks/document/content-pipeline.ts';
import type { ContentEnv, ContentPicture } from '../../src/blocks/document/content-env.ts';
import type { DocumentNode } from '../../src/blocks/document/document.ts';
import { commentHtml } from '../../src/blocks/post-comments/comment-html.server.ts';
import { cleanVisitorHtml } from '../../src/modules/comments/submission.ts';
import { feedHtml } from '../../src/lib/markup/feed-html.ts';
import { paragraphs } from '../../src/site/rest/load-posts.ts';
import { cleanCommentHtml } from '../../src/import/post-details.ts';
import { typographyOf } from '../../src/lib/typography/typography.ts';
import { viewTexts } from '../../src/lib/view-texts.ts';
import { bystander, gadgets } from '../fixtures/gadgets.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { drawn } from '../harness/drawn.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { provoke } from '../harness/provoked.ts';
import { serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';
import { FormerSites } from '../../src/lib/former-sites.ts';

const file = fileURLToPath(new URL('../../../shared/data/hostile-html.json', import.meta.url));
const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
/** Our own gadgets, and a third of the known ones per place: each is drawn for some places. */
const textsIn = (place: string) => [...gadgets, ...drawn(`texts in ${place}`, known, 3)];
const browser = useChromium();
/** Browsers' own console messages about markup. */
const quiet =
  /^(?:warning|verbose|issue|info: \[)|Failed to load resource|net::ERR|^error: (?:Error: <|Error parsing|Unrecognized|An invalid form)/;
const attribute = (text: string) => text.replaceAll('"', "'").replaceAll(/[[\]]/g, '');

const french = typographyOf('fr');
const picture: ContentPicture = {
  id: 7,
  src: '/a.jpg',
  srcset: '',
  width: 800,
  height: 600,
  alt: 'A',
  color: '',
  focalX: 500,
  focalY: 500,
};
const env: ContentEnv = {
  siteUrl: 'https://new.test',
  former: new FormerSites([]),
  isRendered: (name) => name.startsWith('broadsheet/'),
  pictures: async (ids) => new Map(ids.map((id) => [id, { ...picture, id }])),
  picturesByUrl: async () => new Map(),
  words: viewTexts,
  language: 'fr',
  onProblem: () => undefined,
};
const htmlOf = (nodes: readonly DocumentNode[]): string =>
  nodes
    .map((node) => (typeof node === 'string' ? node : `<section>${htmlOf(node.children)}</section>`))
    .join('');
const content = async (text: string, more: Partial<ContentEnv> = {}) =>
  htmlOf((await renderPostContent({ id: 1, content: text }, { ...env, ...more })).nodes);

/** Every path by which text becomes HTML. */
const places: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  'an HTML block': (text) => content(`<!-- wp:html -->${text}<!-- /wp:html -->`),
  'a classic text': (text) => content(`Words.\n\n${text}\n\nWords.`),
  'a paragraph next to our blocks': (text) =>
    content(
      `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph --><!-- wp:broadsheet/row --><!-- wp:html -->${text}<!-- /wp:html --><!-- ` +
        `/wp:broadsheet/row -->${text}`,
    ),
  'a caption as an attribute': (text) =>
    content(`[caption width="300" caption="${attribute(text)}"]<img src="/a.jpg">[/caption]`),
  'a caption behind its picture': (text) =>
    content(`[caption width="300"]<img src="/a.jpg"> ${text}[/caption]`),
  'an embed': (text) => content(`[embed]${text}[/embed]`),
  'an unknown shortcode': (text) => content(`[vc_row a="b"]${text}[/vc_row]`),
  'a player': (text) => content(`[audio src="${attribute(text)}"]${text}[/audio]`),
  'a gallery': (text) =>
    content('[gallery ids="7"]', {
      pictures: async (ids) => new Map(ids.map((id) => [id, { ...picture, id, caption: text, alt: text }])),
    }),
  'a footnote': (text) =>
    content('<!-- wp:footnotes /-->', {
      footnotes: async () => JSON.stringify([{ id: text, content: text }]),
    }),
  'a feed': async (text) =>
    feedHtml(await content(`<!-- wp:html -->${text}<!-- /wp:html -->`), 'https://new.test/a/'),
  'an excerpt, caption or description': (text) => paragraphs(text, french),
  'a description of a term or a person': renderedDescription,
  'a title': (text) => renderedTitle(text, french),
  'a comment': (text) =>
    commentHtml(text, {
      typography: french,
      isRightToLeft: true,
      siteUrl: 'https://new.test',
      exporters: ['https://old.test'],
    }),
  'an imported comment': cleanCommentHtml,
  'a comment that is sent': cleanVisitorHtml,
};

describe.each(Object.entries(places))('in %s', (name, toHtml) => {
  test.skipIf(known.length === 0)(
    'no text runs anything without a policy, untouched or touched (skipped without ../shared/data)',
    async () => {
      const pieces = new Set<string>();
      for (const text of textsIn(name)) pieces.add(await toHtml(text));
      const html = [...pieces].map((piece) => `<div>${piece}</div>`).join('\n');
      const page = await browser.newPage({ expectedMessages: quiet });
      expect(
        await provoke(page, 'http://hostile.test/', {
          html: `<!doctype html><html lang="en"><title>T</title><body>${html}</body></html>`,
        }),
      ).toEqual({ ran: [], asked: [] });
      // The same after another parse, with and without scripts.
      await page.evaluate((all) => {
        const box = document.createElement('div');
        box.innerHTML = document.body.innerHTML;
        document.body.append(box);
        box.append(...new DOMParser().parseFromString(all, 'text/html').body.childNodes);
      }, html);
      expect(await page.evaluate(() => (window as unknown as { deeds: string[] }).deeds)).toEqual([]);
      expect(
        await page.evaluate(() =>
          [
            ...document.querySelectorAll(
              'script:not([type="application/ld+json"]),template,object,embed,base,meta,[data-behaviour],[data-late]:not(.gallery-slider),[data-island],[data-modules],[data-config],[srcdoc]',
            ),
          ].map((element) => element.outerHTML.slice(0, 200)),
        ),
      ).toEqual([]);
    },
  );
});

test('a harmless text stays the same for a browser', async () => {
  const page = await browser.newPage();
  await page.setContent('<!doctype html><body></body>');
  const read = (html: string) =>
    page.evaluate((text) => {
      document.body.innerHTML = text;
      return document.body.innerHTML;
    }, html);
  const written = await read(bystander);
  expect(await read(await content(`<!-- wp:html -->${bystander}<!-- /wp:html -->`))).toBe(
    written.replace(
      /<table.*?<\/table>/s,
      (table) => `<div class="table-scroll" tabindex="0" role="region" aria-label="Table">${table}</div>`,
    ),
  );
});

describe('on pages of a site', () => {
  let place: TestDatabase;
  let site: ServedSite;
  /** Texts per page; few, because one text may hide the others. */
  const share = 8;

  beforeAll(async () => {
    place = await makeTestDatabase('sqlite');
    site = await serveSite(place);
    await site.database.write(async (tx) => {
      const bio = gadgets.join('\n');
      const authorId = await makeUser(tx, { login: 'ann', displayName: `Ann ${gadgets[1]}`, bio });
      const term = await makeTerm(tx, { slug: 'hostile', name: `Hostile ${gadgets[1]}`, description: bio });
      const media = await makeMedia(tx, {
        slug: 'picture',
        title: gadgets[2] ?? '',
        content: bio,
        excerpt: bio,
      });
      for (let index = 0; index < gadgets.length; index += share) {
        const some = gadgets.slice(index, index + share);
        await makePost(tx, {
          slug: `text-${index}`,
          title: `T ${some[0]}`,
          excerpt: some.join(' '),
          authorId,
          termIds: [term],
          commentStatus: 'open',
          content: `${some
            .map((text) => `<!-- wp:html -->${text}<!-- /wp:html -->`)
            .join('')}<!-- wp:shortcode -->[gallery ids="${media}"]<!-- /wp:shortcode -->`,
        });
      }
      await makePost(tx, { slug: 'bystander', content: `<!-- wp:html -->${bystander}<!-- /wp:html -->` });
    });
  });
  afterAll(async () => {
    await site?.close();
    await place?.drop();
  });

  const paths = [
    ...Array.from({ length: Math.ceil(gadgets.length / share) }, (_, index) => `/text-${index * share}/`),
    '/',
    '/category/hostile/',
    '/author/ann/',
    '/picture/',
    '/?s=T',
  ];

  test('gadgets trigger none of our code, with all our scripts and without a policy', async () => {
    for (const path of paths) {
      const page = await browser.newPage({ expectedMessages: quiet });
      const deeds = await provoke(page, site.url + path, {
        allowed: /\/(?:assets|wp-admin\/admin-ajax\.php|wp-json)\b/,
        within: '.post-content',
      });
      expect([path, deeds.ran, deeds.asked.filter((request) => /evil|script/.test(request))]).toEqual([
        path,
        [],
        [],
      ]);
      expect([
        path,
        await page.evaluate(() => [
          typeof document.cookie,
          typeof document.createElement,
          document.querySelector('form form') === null,
          document.querySelectorAll('#commentform').length <= 1,
        ]),
      ]).toEqual([path, ['string', 'function', true, true]]);
      await page.close();
    }
  });

  test('machine-readable output is clean, and editors see the text as written', async () => {
    const reply = (await (await fetch(`${site.url}/wp-json/wp/v2/posts?per_page=100`)).json()) as Record<
      'content' | 'excerpt' | 'title',
      { rendered: string }
    >[];
    const media = (await (await fetch(`${site.url}/wp-json/wp/v2/media`)).json()) as Record<
      'caption' | 'description' | 'title',
      { rendered: string }
    >[];
    const terms = (await (await fetch(`${site.url}/wp-json/wp/v2/categories`)).json()) as {
      description: string;
      name: string;
    }[];
    const users = (await (await fetch(`${site.url}/wp-json/wp/v2/users`)).json()) as {
      description: string;
      name: string;
    }[];
    const feed = [
      ...(await (await fetch(`${site.url}/feed/`)).text()).matchAll(/<!\[CDATA\[([^]*?)\]\]>/g),
    ].map(([, html = '']) => html);
    const oembed = (await (
      await fetch(`${site.url}/wp-json/oembed/1.0/embed?url=${encodeURIComponent(`${site.url}/text-0/`)}`)
    ).json()) as { html: string };
    const pieces = [
      ...reply.flatMap(({ content: text, excerpt, title }) => [
        text.rendered,
        excerpt.rendered,
        title.rendered,
      ]),
      ...media.flatMap(({ caption, description, title }) => [
        caption.rendered,
        description.rendered,
        title.rendered,
      ]),
      ...terms.flatMap(({ description, name }) => [description, name]),
      ...users.flatMap(({ description, name }) => [description, name]),
      ...feed,
      oembed.html.replace(/<iframe[^]*<\/iframe>/, ''),
    ];
    expect(pieces.length).toBeGreaterThan(40);
    const page = await browser.newPage({ expectedMessages: quiet });
    expect(
      await provoke(page, 'http://hostile.test/', {
        html: `<!doctype html><html lang="en"><title>T</title><body>${pieces.map((piece) => `<div>${piece}</div>`).join('\n')}</body></html>`,
      }),
    ).toEqual({ ran: [], asked: [] });
    const stored = await site.database.read
      .selectFrom('post')
      .select('content')
      .where('slug', '=', 'text-0')
      .executeTakeFirstOrThrow();
    expect(stored.content).toContain(gadgets[0]);
  });
});
