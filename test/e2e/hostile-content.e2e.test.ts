import { afterAll, beforeAll, expect, test } from 'vitest';
import { importWxr } from '../../src/import/import-wxr.ts';
import { authorXml, inPieces, menuItem, termXml, wxr } from '../fixtures/wxr.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const run = 'window.zyxRan=1';
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/** Markup that acts on load or on a click in a page that includes it unchanged. */
const acting = [
  `<script>${run}</script>`,
  `"><script>${run}</script>`,
  `'"--></style></title></textarea></script><script>${run}</script>`,
  `<img src="${dot}" onload="${run}">`,
  `<svg onload="${run}"><script>${run}</script></svg>`,
  `<svg><a xlink:href="javascript:${run}"><text y="9">svg</text></a></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img src="${dot}" title="--&gt;&lt;img src=${dot} onload=${run}&gt;">`,
  `<noscript><p title="</noscript><img src=${dot} onload=${run}>">`,
  `<iframe srcdoc="<script>parent.zyxRan=1</script>"></iframe>`,
  `<iframe src="javascript:parent.zyxRan=1"></iframe>`,
  `<a class="zyx" href="javascript:${run}">a</a>`,
  `<a class="zyx" href=" java&#10;script:${run}">b</a>`,
  `<a class="zyx" href="data:text/html,<script>${run}</script>">c</a>`,
  `<form action="javascript:${run}"><button class="zyx">d</button></form>`,
  `<input autofocus onfocus="${run}">`,
  `<details open ontoggle="${run}"><summary>s</summary></details>`,
  `<video><source onerror="${run}"></video>`,
  `<marquee onstart="${run}">m</marquee>`,
  `<p style="width:expression(${run});behavior:url(x)" onmouseover="${run}">e</p>`,
  `<object data="data:text/html,<script>parent.zyxRan=1</script>"></object>`,
  `<base href="https://evil.example/">`,
  `<div data-behaviour="zyx" data-island="zyx" data-config="{">f</div>`,
];
const all = acting.join('\n');
const one = `"'><img src=${dot} onload=${run}>${acting[0]}`;

let place: TestDatabase;
let site: ServedSite;
const browser = useChromium();

beforeAll(async () => {
  place = await makeTestDatabase('sqlite');
  site = await serveSite(place);
  const items = [
    {
      id: 10,
      title: all,
      content: `<p>Words.</p>${all}`,
      excerpt: all,
      slug: 'classic',
      terms: [`category/hostile=${one}`, `post_tag/tagged=${one}`],
      meta: {
        _thumbnail_id: '12',
        td_subtitle: one,
        _yoast_wpseo_title: one,
        _yoast_wpseo_metadesc: one,
        enclosure: `javascript:${run}\n1\naudio/mpeg`,
      },
      comments: [
        { id: 1, author: one, content: all },
        { id: 2, parent: 1, author: one, content: all },
      ],
    },
    {
      id: 11,
      title: one,
      content:
        `<!-- wp:html -->\n${all}\n<!-- /wp:html -->\n<!-- wp:paragraph {"className":"\\"><script>${run}</script>"} -->\n<p>${all}</p>\n<!-- /wp:paragraph ` +
        `-->\n<!-- wp:broadsheet/post-list {"custom_title":"\\u003cscript\\u003e${run}\\u003c/script\\u003e"} /-->`,
      slug: 'blocks',
      terms: [`category/hostile=${one}`],
    },
    {
      id: 12,
      type: 'attachment',
      title: one,
      content: all,
      excerpt: all,
      slug: 'picture',
      status: 'inherit',
      attachmentUrl: `javascript:${run}`,
      guid: `javascript:${run}`,
      meta: { _wp_attachment_image_alt: one },
    },
    {
      id: 13,
      type: 'page',
      title: one,
      content: `[caption width="1" caption="${one.replaceAll('"', '&quot;')}"]x[/caption][gallery ids="12" link="${run}"]`,
      slug: 'a-page',
    },
    menuItem(20, 'main', { title: one, url: `javascript:${run}`, classes: one, xfn: one }),
    menuItem(21, 'main', { title: one, url: ` java\nscript:${run}` }),
    menuItem(22, 'main', { title: 'T', type: 'taxonomy', object: 'category', objectId: 3 }),
  ];
  const parts = [
    termXml({ id: 3, taxonomy: 'category', slug: 'hostile', name: one, description: all }),
    termXml({ id: 4, taxonomy: 'post_tag', slug: 'tagged', name: one, description: all }),
  ];
  await importWxr(
    site.database,
    inPieces(
      wxr(items, {
        title: one.replaceAll('<', '&lt;'),
        authors: [
          authorXml('ann', 7, one).replace(
            '</wp:author>',
            `<wp:author_description><![CDATA[${all}]]></wp:author_description></wp:author>`,
          ),
        ],
        parts,
      }),
    ),
  );
});
afterAll(async () => {
  await site.close();
  await place.drop();
});

const addresses = [
  '/',
  '/classic/',
  '/blocks/',
  '/picture/',
  '/a-page/',
  '/category/hostile/',
  '/tag/tagged/',
  '/author/ann/',
  '/?s=Words',
  '/classic/embed/',
  `/?s=${encodeURIComponent(one).replaceAll("'", '%27')}`,
];

/** Clicks and touches everything that might act. */
const provoke = (): void => {
  for (const element of document.querySelectorAll<HTMLElement>('.zyx, [class*="zyx"]')) {
    element.addEventListener('click', (event) => event.preventDefault());
    for (const type of ['mouseover', 'focus', 'click'])
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
  }
};

/** Markup that ran, or looks as if it could. */
const found = (): { ran: boolean; base: string; suspects: string[] } => {
  const suspects = [...document.querySelectorAll('*')].flatMap((element) =>
    element
      .getAttributeNames()
      .filter(
        (name) =>
          name.startsWith('on') ||
          name === 'srcdoc' ||
          (['href', 'action', 'src', 'formaction'].includes(name) &&
            /^\s*(?:j\s*a\s*v\s*a\s*script|vbscript|data:text)/i.test(element.getAttribute(name) ?? '')),
      )
      .map((name) => `${element.localName} ${name}`),
  );
  return { ran: 'zyxRan' in window, base: document.baseURI, suspects };
};

test('markup that acts, in every field of an export, does nothing on any page', async () => {
  for (const path of addresses) {
    const page = await browser.newPage();
    const elsewhere: string[] = [];
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => elsewhere.push(dialog.message())));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${site.url}/`) && !request.url().startsWith('data:image/'))
        elsewhere.push(request.url());
    });
    expect([path, (await page.goto(`${site.url}${path}`))?.status()]).toEqual([path, 200]);
    await page.evaluate(provoke);
    await atRest(page);
    expect([path, await page.evaluate(found)]).toEqual([
      path,
      { ran: false, base: `${site.url}${path}`, suspects: [] },
    ]);
    expect([path, elsewhere, page.url()]).toEqual([path, [], `${site.url}${path}`]);
    await page.close();
  }
});

test('nor does it in machine-readable output', async () => {
  for (const path of [
    '/feed/',
    '/feed/atom/',
    '/comments/feed/',
    '/classic/feed/',
    '/category/hostile/feed/',
    '/author/ann/feed/',
    '/wp-sitemap.xml',
    '/wp-sitemap-posts-post-1.xml',
    '/news-sitemap.xml',
    '/robots.txt',
  ]) {
    const reply = await fetch(`${site.url}${path}`);
    const text = await reply.text();
    expect([
      path,
      reply.status,
      /<script|<\w+(?:\s+[\w:-]+(?:="[^"]*")?)*\s+(?:on\w+=|href="\s*javascript:)/i.exec(text)?.[0],
    ]).toEqual([path, 200, undefined]);
  }
  for (const path of [
    '/site.webmanifest',
    '/wp-json/wp/v2/posts',
    '/wp-json/wp/v2/comments',
    '/wp-json/wp/v2/categories',
    '/wp-json/wp/v2/users',
    '/wp-json/wp/v2/media',
    `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(`${site.url}/classic/`)}`,
  ]) {
    const reply = await fetch(`${site.url}${path}`);
    expect([
      path,
      reply.status,
      reply.headers.get('content-type'),
      reply.headers.get('x-content-type-options'),
    ]).toEqual([path, 200, expect.stringMatching(/^application\/(?:manifest\+)?json/), 'nosniff']);
    await reply.json();
  }
  const head =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(
      await (await fetch(`${site.url}/classic/`)).text(),
    )?.[1] ?? '';
  expect(JSON.parse(head)).toBeTypeOf('object');
  expect(head).not.toContain('<');
});
