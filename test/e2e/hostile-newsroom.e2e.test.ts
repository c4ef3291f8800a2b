import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { chosen, packed, templateItem, worded } from '../fixtures/old-theme.ts';
import { authorXml, inPieces, menuItem, termXml, wxr } from '../fixtures/wxr.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';

const run = 'top.ran=1';
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const image = `<img src=x onerror=${run}>`;
const script = `<script>${run}</script>`;
/** Breaks out of an attribute, of an element, of a comment and of a script. */
const one = `Zyx "'>--></title></textarea></style></script>${image}${script}`;
const quoted = one.replaceAll('"', '&quot;').replaceAll('[', '&#91;').replaceAll(']', '&#93;');
const address = `javascript:${run}`;
const film = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

/** Links, films, buttons, frames and forms of blocks with an address, HTML-escaped; the packages can't parse some. */
function led(to: string): string[] {
  const link = `<a href="${to}">l</a>`;
  const block = (name: string, html: string, attributes = '') =>
    `<!-- wp:${name} ${attributes}-->\n${html}\n<!-- /wp:${name} -->`;
  return [
    block('paragraph', `<p>To ${link} and <strong>${link}</strong></p>`),
    block('heading', `<h2 class="wp-block-heading">${link}</h2>`),
    block(
      'quote',
      `<blockquote class="wp-block-quote">${block('paragraph', `<p>${link}</p>`)}<cite>${link}</cite></blockquote>`,
    ),
    block('list', `<ul class="wp-block-list">${block('list-item', `<li>${link}</li>`)}</ul>`),
    block(
      'table',
      `<figure class="wp-block-table"><table><tbody><tr><td>${link}</td></tr></tbody></table><figcaption>${link}</figcaption></figure>`,
    ),
    block(
      'buttons',
      `<div class="wp-block-buttons">${block(
        'button',
        `<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="${to}">b</a></div>`,
      )}</div>`,
    ),
    block(
      'image',
      `<figure class="wp-block-image"><a href="${to}"><img src="/favicon.ico" alt=""/></a></figure>`,
      '{"linkDestination":"custom"} ',
    ),
    block('image', `<figure class="wp-block-image"><img src="${to}" alt=""/></figure>`),
    block('audio', `<figure class="wp-block-audio"><audio controls src="${to}"></audio></figure>`),
    block(
      'video',
      `<figure class="wp-block-video"><video controls poster="${to}" src="/a.mp4"></video></figure>`,
    ),
    block(
      'video',
      `<figure class="wp-block-video"><video controls src="/a.mp4"><track src="${to}" label="l" srclang="en" kind="captions"/></video></figure>`,
      `{"tracks":[{"src":"javascript:1","label":"l","srclang":"en","kind":"captions"}]} `,
    ),
    block(
      'media-text',
      `<div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media"><a href="${to}">` +
        `<img src="/favicon.ico" alt=""/></a></figure><div class="wp-block-media-text__content">${block('paragraph', `<p>${link}</p>`)}</div></div>`,
    ),
    block(
      'math',
      `<div class="wp-block-math"><math display="block"><mtext href="${to}">x</mtext></math></div>`,
    ),
    block('preformatted', `<pre class="wp-block-preformatted">${link}</pre>`),
    block('verse', `<pre class="wp-block-verse">${link}</pre>`),
    block(
      'columns',
      `<div class="wp-block-columns"><p>Raw ${link}</p>${block('column', `<div class="wp-block-column">Raw ${link}</div>`)}</div>`,
    ),
    block(
      'paragraph',
      `<div>${link}<form action="${to}"><button formaction="${to}">b</button></form><iframe src="${to}"></iframe></div>`,
    ),
    block(
      'group',
      `<section>${link}<object data="${to}"></object><embed src="${to}">${block('heading', `<h2>${link}</h2>`)}</section>`,
    ),
  ];
}

/** Payloads of newer shortcodes, listings, players and page-builder elements. */
const payloads: readonly string[] = [
  `[code]${image}${script}[/code]`,
  `[sourcecode title="</pre>${image}"]\n${script}\n[/sourcecode]`,
  `<a title="[code]">${image}[/code]">x</a>`,
  `[php]</code></pre>${image}<p>[/php]`,
  `<pre>[code]</pre>${image}[/code]`,
  `[code]<br>&lt;img src=x onerror=${run}&gt;</p><p>${image}[/code]`,
  `[youtube "${film}&quot; onload=${run} x=&quot;"]`,
  `[youtube=${film}&rel=0"onload="${run}]`,
  `[youtube ${film}#">${script}]`,
  `[vimeo 12345678" onload="${run}]`,
  `[soundcloud url="https://soundcloud.com/a/b&quot;&gt;${image}"]`,
  `[tweet https://twitter.com/a/status/1?"onmouseover=${run}]`,
  `[spotify spotify:track:6rqhFgbbKwnb9MLmUqDyG6"onload=${run}]`,
  `[su_youtube url="javascript:${run}//youtube.com/watch?v=dQw4w9WgXcQ"]`,
  `<object data="${film}" onload="${run}">` +
    `<param name="movie" value="https://www.youtube.com/v/dQw4w9WgXcQ&quot; onload=&quot;${run}">${image}</object>`,
  `<embed src="https://www.youtube.com/v/dQw4w9WgXcQ&quot;&gt;&lt;img src=x onerror=${run}&gt;" onload="${run}">`,
  `<embed src="http://vimeo.com/moogaloop.swf?clip_id=12345678&quot;onload=${run}">`,
  `<object data="data:text/html,${script}"><embed src="${address}"></object>`,
  `[vc_raw_html]${worded(`${script}${image}<svg><style>${image}</style></svg>`)}[/vc_raw_html]`,
  `[vc_raw_js]${worded(script)}[/vc_raw_js]`,
  `[vc_custom_heading text="${quoted}"]`,
  `[vc_custom_heading text="\`\`>${image.replaceAll('"', '')}" font_container="tag:h2 onclick=x"]`,
  `[vc_toggle title="${quoted}"]${image}[/vc_toggle]`,
  `[vc_tta_section title="a<b onmouseover=${run}>"]x[/vc_tta_section]`,
  `[vc_single_image source="external_link" custom_src="https://x.example/a.png&quot;onerror=${run}"]`,
  `[vc_btn title="<img src=x onerror=${run}>" link="url:javascript%3A${encodeURIComponent(run)}|"]`,
  `[vc_button title="x" href="/&quot;onclick=&quot;${run}"]`,
  `[vc_video link="${address}//www.youtube.com/watch?v=dQw4w9WgXcQ"]`,
  `[vc_gallery images="1,2&quot; onload=${run}"]`,
  `[vc_cta h2="${quoted}"]y[/vc_cta]`,
  `[td_block_text_with_title custom_title="${quoted}"]${image}[/td_block_text_with_title]`,
  `[audio:https://a.example/a.mp3&quot;onerror=${run}|titles=${image}]`,
  `[audio mp3="${address}" ogg="data:text/html,${script}"]`,
  `[video mp4="https://a.example/a.mp4" poster="${address}"]<track src="${address}" onload=${run}><track label='"${image}'>[/video]`,
  `[playlist ids="1" type="video" style="x&quot;${image}"]`,
  `[gallery ids="1" columns="1&quot; onload=${run}" td_gallery_title_input="${quoted}"]`,
  `[caption id="a&quot; onload=${run}" align="x" width="9" caption="${quoted}"]` +
    `<img src="${dot}" onload=${run}>[/caption]`,
  `[embed width="1"]${address}[/embed]`,
  `[embed]${film}"onload="${run}[/embed]`,
  `[[code]${image}[/code]]`,
  `[unknown_code a="${quoted}"]${image}[/unknown_code]`,
  `<!-- wp:embed {"url":"${address}","providerNameSlug":"youtube"} --><figure class="wp-block-embed">${address}</figure><!-- /wp:embed -->`,
  `<!-- wp:code --><pre class="wp-block-code"><code>${image}</code></pre><!-- /wp:code --><!-- wp:freeform -->${image}<!-- /wp:freeform -->`,
  `<!-- wp:paragraph {"style":{"color":{"background":"red;\\u003c/style\\u003e${image.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')}"}}} -->` +
    `<p style="color:red" onclick="${run}">p</p><!-- /wp:paragraph -->`,
  `<!-- wp:no-such/block {"a":"\\u003cimg src=x onerror=${run}\\u003e"} -->${image}<svg onload=${run}></svg><!-- /wp:no-such/block -->`,
  `<!-- wp:button {"url":"${address}"} --><div class="wp-block-button"><a class="wp-block-button__link" href="${address}">b</a></div><!-- /wp:button -->`,
  `<!-- wp:image {"id":1,"href":"${address}"} --><figure class="wp-block-image">` +
    `<a href="${address}"><img src="x" onerror="${run}" alt="&lt;img src=x onerror=${run}&gt;"/></a></figure><!-- /wp:image -->`,
  `<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr><td>${image}</td></tr></tbody></table></figure><!-- /wp:table -->`,
  `<!-- wp:html -->${image}<iframe srcdoc="${script.replaceAll('"', "'")}"></iframe><iframe src="${address}"></iframe><!-- /wp:html -->`,
  `<!-- wp:shortcode -->[code]${image}[/code]<!-- /wp:shortcode --><!-- wp:footnotes /-->`,
  `<!-- wp:file {"href":"${address}"} --><div class="wp-block-file">` +
    `<a href="${address}">f</a><object data="${address}" type="application/pdf"></object></div><!-- /wp:file -->`,
  `<!-- wp:video --><figure class="wp-block-video"><video src="${address}" onerror="${run}"></video></figure><!-- /wp:video -->`,
  `<!-- wp:math {"latex":"\\u003cimg src=x onerror=${run}\\u003e"} -->` +
    `<div class="wp-block-math"><math><mtext><style>${image}</style></mtext></math></div><!-- /wp:math -->`,
  ...led(address),
  ...led(`java&#10;script:${run}`),
  ...led(` vbscript:${run}`),
  ...led('data:text/html,<script>top.ran=1</script>'.replaceAll('<', '&lt;')),
];

const texts = payloads;
const shares = 2;
const share = Math.ceil(texts.length / shares);
const column = (inside: string) => `[tdc_zone][vc_row][vc_column]${inside}[/vc_column][/vc_row][/tdc_zone]`;
const built = column(
  payloads.filter((text) => !text.includes('<!--')).join('\n') +
    `[td_block_1 custom_title="${quoted}" custom_url="${address}" el_class="x&quot; onclick=&quot;${run}" limit="2"]` +
    `[tdm_block_inline_text description="${worded(texts.join('\n'))}"][tdm_block_column_title title_text="${worded(one)}" title_tag="h2 onclick=${run}"]` +
    `[tdm_block_button button_text="${quoted}" button_url="${worded(address)}"][tdm_block_socials facebook="${address}" onload="https://x.example"]` +
    `[td_block_title custom_title="${quoted}" tdc_css="${packed({ all: { 'background-image': `url(${address})` } })}"]`,
);

const items: FixtureItem[] = [
  ...Array.from({ length: shares }, (_none, part) => ({
    id: 10 + part,
    title: `${one} ${part}`,
    slug: `text-${part}`,
    excerpt: one,
    content: texts.slice(part * share, (part + 1) * share).join('\n\n'),
    terms: [`category/hostile=${one}`, `post_tag/tagged=${one}`],
    meta: {
      _thumbnail_id: '40',
      td_subtitle: one,
      _yoast_wpseo_title: one,
      _yoast_wpseo_metadesc: one,
      '_yoast_wpseo_opengraph-image': address,
      _yoast_wpseo_canonical: address,
      footnotes: JSON.stringify([{ id: `a"${one}`, content: texts.slice(0, 20).join('') }]),
      rank_math_title: one,
      [`zyx`]: one,
      ...chosen('tdb_template_50'),
      td_post_video: `a:1:{s:8:"td_video";s:${address.length}:"${address}";}`,
    },
    comments: [
      { id: 100 + part * 2, author: one, content: texts.slice(0, 60).join('\n') },
      { id: 101 + part * 2, author: one, content: one, approved: '0' },
    ],
  })),
  { id: 19, title: 'Led', slug: 'led', content: led(address).join('\n\n') },
  {
    id: 20,
    type: 'page',
    title: one,
    slug: 'built',
    content: built,
    meta: { _wp_page_template: 'page-pagebuilder-latest.php' },
  },
  { id: 21, title: one, slug: 'built-post', content: built },
  { id: 22, type: 'wp_block', title: one, slug: 'pattern', content: texts.join('\n') },
  {
    id: 40,
    type: 'attachment',
    title: one,
    content: texts.join('\n'),
    excerpt: one,
    slug: 'picture',
    status: 'inherit',
    guid: address,
    attachmentUrl: `https://old.example/wp-content/uploads/${encodeURIComponent(one)}.jpg`,
    meta: { _wp_attachment_image_alt: one },
  },
  templateItem(50, 'single', column(`[tdb_title][tdb_single_content]${built}`), { title: one }),
  menuItem(60, 'main', { title: one, url: address, classes: one, xfn: one }),
  menuItem(61, 'main', { title: one, url: 'https://x.example/"onclick="' }),
  {
    id: 70,
    type: 'wp_global_styles',
    title: one,
    slug: 'wp-global-styles-x',
    content: JSON.stringify({
      version: 3,
      isGlobalStylesUserThemeJSON: true,
      styles: { css: `p{color:red}</style>${script}`, color: { background: `url(${address})` } },
    }),
  },
  { id: 71, type: 'custom_css', title: one, slug: 'theme', content: `p{color:red}</style>${image}` },
  { id: 72, type: `zyx${one}`, title: one, content: one },
  { id: 73, type: 'unknown_zyx', title: one, content: one },
];
const parts = [
  termXml({ id: 3, taxonomy: 'category', slug: 'hostile', name: one, description: texts.join('\n') }),
  termXml({ id: 4, taxonomy: 'post_tag', slug: 'tagged', name: one, description: texts.join('\n') }),
];
const xml = wxr(items, {
  title: one.replaceAll('<', '&lt;'),
  parts,
  authors: [
    authorXml('ann', 7, one).replace(
      '</wp:author>',
      `<wp:author_description><![CDATA[${texts.join('\n')}]]></wp:author_description></wp:author>`,
    ),
  ],
});

let place: TestDatabase;
let database: Database;
let server: RealServer;
let chief = 0;
const browser = useChromium();
const fixture = () => ({
  url: server.url,
  dataDir: place.dataDir,
  write: async (work: Parameters<Database['write']>[0]) => void (await database.write(work)),
});

beforeAll(async () => {
  place = await makeTestDatabase('sqlite');
  database = await openSiteDatabase({ dataDir: place.dataDir, maxConnections: 2 });
  await importWxr(database, inPieces(xml));
  chief = await database.write((tx) =>
    makeUser(tx, { login: 'chief', slug: 'chief', roles: ['administrator'] }),
  );
  server = await startRealServer(place);
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
  await place?.drop();
});

/** Code that ran in each frame of a page, or would run without a policy. */
async function foundIn(page: Page): Promise<string[]> {
  const look = () => [
    ...('ran' in window ? ['ran'] : []),
    ...[...document.querySelectorAll('*')].flatMap((element) =>
      element
        .getAttributeNames()
        .filter(
          (name) =>
            name.startsWith('on') ||
            name === 'srcdoc' ||
            (/^(?:href|src|action|formaction|data|poster|xlink:href)$/.test(name) &&
              /^\s*(?:javascript|vbscript|data:text)/i.test(
                (element.getAttribute(name) ?? '').replace(/[\t\n\r]/g, ''),
              )),
        )
        .map((name) => `${element.localName} ${name}`),
    ),
  ];
  return (await Promise.all(page.frames().map((frame) => frame.evaluate(look)))).flat();
}

test('without a wall they would', async () => {
  const page = await browser.newPage({ expectedMessages: /./ });
  await page.setContent(`<!doctype html><html lang="en"><title>T</title><body>${one}</body></html>`);
  expect(await foundIn(page)).toEqual(['ran', 'img onerror']);
  await page.close();
});

test('shortcodes, players, elements of page builders and names out of an export run nothing in the newsroom', async () => {
  const ids = new Map(
    (await database.read.selectFrom('post').select(['id', 'slug']).execute()).map(({ id, slug }) => [
      slug,
      id,
    ]),
  );
  const template = await database.read.selectFrom('template').select('id').executeTakeFirstOrThrow();
  for (const path of [
    ...['text-0', 'text-1', 'built', 'led', 'pattern'].map(
      (slug) => `/wp-admin/post.php?post=${ids.get(slug)}&action=edit`,
    ),
    `/wp-admin/upload.php?item=${ids.get('picture')}`,
    '/wp-admin/edit.php',
    '/wp-admin/edit-comments.php',
    '/wp-admin/edit-tags.php?taxonomy=category',
    '/wp-admin/users.php',
    `/wp-admin/site-editor.php?postId=${template.id}`,
  ]) {
    const page = await openNewsroom(browser, fixture(), path, chief, { expectedMessages: /./ });
    await expect.poll(() => page.evaluate(() => document.title)).not.toBe('');
    await atRest(page);
    expect([path, await foundIn(page)]).toEqual([path, []]);
    await page.close();
  }
});

test('addresses that the canvas hides stay in the text, except in the edited block', {
  timeout: 60_000,
}, async () => {
  const { id, content } = await database.read
    .selectFrom('post')
    .select(['id', 'content'])
    .where('slug', '=', 'led')
    .executeTakeFirstOrThrow();
  const page = await openNewsroom(browser, fixture(), `/wp-admin/post.php?post=${id}&action=edit`, chief, {
    expectedMessages: /./,
  });
  const words = page
    .frameLocator('iframe[name=editor-canvas]')
    .locator('p.wp-block-paragraph', { hasText: 'To l and l' });
  const code = async () => {
    await page.keyboard.press('Control+Shift+Alt+m');
    return page.getByLabel('Content as HTML').inputValue();
  };
  await words.waitFor();
  await atRest(page);
  expect(await code()).toBe(content);
  await page.keyboard.press('Control+Shift+Alt+m');
  await words.click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  const link = `<a href="${address}">l</a>`;
  expect(content).toContain(`<p>To ${link} and <strong>${link}</strong></p>`);
  expect(await code()).toBe(
    content.replace(
      `<p>To ${link} and <strong>${link}</strong></p>`,
      '<p>To <a>l</a> and <strong><a>l</a></strong>!</p>',
    ),
  );
  await page.close();
});

test('nor for readers, without a policy', async () => {
  for (const path of [
    '/text-0/',
    '/text-1/',
    '/built/',
    '/built-post/',
    '/picture/',
    '/category/hostile/',
    '/author/ann/',
  ]) {
    const page = await browser.newPage({ expectedMessages: /./, bypassCSP: true });
    expect([path, (await page.goto(server.url + path))?.status()]).toEqual([path, 200]);
    await atRest(page);
    expect([path, await foundIn(page)]).toEqual([path, []]);
    await page.close();
  }
});
