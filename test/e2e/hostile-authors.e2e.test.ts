import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { gadgets } from '../fixtures/gadgets.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makeUser } from '../harness/factories.ts';
import { provoke } from '../harness/provoked.ts';
import type { Json } from '../harness/rest-app.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const browser = useChromium();
/** Browsers' own console messages about markup. */
const quiet =
  /^(?:warning|verbose|issue|info: \[)|Failed to load resource|net::ERR|^error: (?:Error: <|Error parsing|Unrecognized|An invalid form)/;
const run = 'window.ran=1';
const script = `<script>${run}</script>`;
const one = `Zyx "'><img src=x onerror=${run}></title></textarea></script>${script}`;
const address = `javascript:${run}`;

const block = (name: string, attributes: Readonly<Record<string, unknown>>, inside = '') =>
  `<!-- wp:${name} ${JSON.stringify(attributes).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('--', '\\u002d\\u002d')} -->` +
  `${inside}<!-- /wp:${name} -->`;
/** Every attribute with an address or a text, of blocks rendered by the server and of others. */
const attributes = [
  block(
    'image',
    { href: address, alt: one, title: one, url: address },
    `<figure><a href="${address}"><img src=x onerror=${run} alt="x"></a></figure>`,
  ),
  block('button', { url: address, text: one, linkTarget: one, rel: one }, `<a href="${address}">b</a>`),
  block('cover', { url: address, alt: one, focalPoint: one }),
  block('embed', { url: address, caption: one, providerNameSlug: one }),
  block('rss', { feedURL: address }),
  block('file', { href: address, fileName: one }),
  block(
    'heading',
    {
      anchor: one,
      className: one,
      style: { color: { background: `url(${address})` }, spacing: { padding: one } },
      level: one,
    },
    `<h2>${one}</h2>`,
  ),
  block('navigation-link', { url: address, label: one, title: one, rel: one }),
  block('social-links', {}, block('social-link', { url: address, service: 'x', label: one })),
  block('video', { src: address, poster: address, caption: one }),
  block('audio', { src: address }),
  block('read-more', { content: one, linkTarget: one }),
  block('search', { label: one, buttonText: one, placeholder: one }),
  block('post-title', { isLink: true, linkTarget: one, rel: one, level: 2 }),
  block('gallery', { ids: [one], linkTo: one }),
  block('latest-posts', { className: one, displayPostContent: true }),
  block('loginout', { className: one }),
  block('broadsheet/post-list', { custom_title: one, custom_url: address, el_class: one }),
  block('html', { content: one }, one),
].join('\n');
/** REST rejects null bytes. */
const texts = gadgets.map((text) => text.replaceAll('\0', ''));
const share = Math.ceil(texts.length / 2);

let place: TestDatabase;
let site: ServedSite;
const people = { author: { cookie: '', nonce: '' }, administrator: { cookie: '', nonce: '' } };
const written: Record<keyof typeof people, string[]> = { author: [], administrator: [] };

async function write(
  who: keyof typeof people,
  path: string,
  body: unknown,
  more: { readonly type?: string; readonly method?: string } = {},
): Promise<Json> {
  const { cookie, nonce } = people[who];
  const { status, body: text } = await rawRequest(site.url, `/wp-json/wp/v2/${path}`, {
    method: more.method ?? 'POST',
    headers: { cookie, 'x-wp-nonce': nonce, 'content-type': more.type ?? 'application/json' },
    body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
  expect([path, status, status < 300 ? '' : text]).toEqual([path, status, '']);
  return JSON.parse(text) as Json;
}

/** Writes hostile texts to every field that a user can write over REST, and notes the pages that show them. */
async function writeEverywhere(who: keyof typeof people): Promise<void> {
  const tag = await write(who, 'tags', {
    name: `${who} ${one}`,
    slug: `${who} ${one}`,
    description: texts.join('\n'),
  });
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#aa3300' } })
    .png()
    .toBuffer();
  const part = (head: string, value: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--zyx\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  const parts = [
    part(`name="file"; filename="<svg onload=${run}>'><img src=x onerror=${run}>.svg.png"`, png),
    part('name="title"', one),
    part('name="alt_text"', one),
    part('name="caption"', texts.join('\n')),
    part('name="description"', texts.join('\n')),
    Buffer.from('--zyx--\r\n'),
  ];
  const uploaded = await write(who, 'media', Buffer.concat(parts), {
    type: 'multipart/form-data; boundary=zyx',
  });
  const picture = await write(who, `media/${String(uploaded['id'])}`, { slug: one }, { method: 'PATCH' });
  await write(who, 'users/me', {
    name: `Zyx ${one}`,
    description: texts.join('\n'),
    url: address.replace('javascript:', 'https://x.example/#javascript:'),
  });
  for (const half of [0, 1]) {
    const post = await write(who, 'posts', {
      status: 'publish',
      title: one,
      excerpt: one,
      slug: `${one}${half}`,
      tags: [tag['id']],
      featured_media: picture['id'],
      comment_status: 'open',
      content: [
        '<!-- wp:paragraph --><p>Words that stay.</p><!-- /wp:paragraph -->',
        attributes,
        `[caption caption="${one.replaceAll('"', "'")}"]x[/caption]`,
        ...texts.slice(half * share, (half + 1) * share).map((text) => block('html', {}, text)),
      ].join('\n'),
      meta: { footnotes: JSON.stringify([{ id: 'a', content: one }]) },
    });
    if (half === 0)
      await write(who, 'comments', {
        post: post['id'],
        content: `${one} ${texts.slice(0, 20).join('\n')}`.slice(0, 60_000),
      });
    written[who].push(new URL(String(post['link'])).pathname);
  }
  written[who].push(
    ...[tag['link'], picture['link']].map((link) => new URL(String(link)).pathname),
    `/author/${who}/`,
  );
}

beforeAll(async () => {
  place = await makeTestDatabase('sqlite');
  site = await serveSite(place);
  for (const who of ['author', 'administrator'] as const) {
    people[who] = await site.signIn(
      await site.database.write((tx) => makeUser(tx, { login: who, slug: who, roles: [who] })),
    );
    await writeEverywhere(who);
  }
});
afterAll(async () => {
  await site?.close();
  await place?.drop();
});

const deedsOn = async (page: Page, path: string) => {
  const { ran, asked } = await provoke(page, site.url + path, {
    allowed: /\/(?:assets|wp-admin\/admin-ajax\.php|wp-json)\b/,
    within: 'main',
  });
  return {
    // Our share and print buttons were pressed, too.
    ran: ran.filter((deed) => !/^(?:open https:\/\/|print )/.test(deed)),
    asked: asked.filter((request) => /evil/.test(request) || !request.includes(` ${site.url}/`)),
  };
};

test('without a wall each of these texts would run', async () => {
  for (const html of [one, `<a href="${address}">x</a>`]) {
    const page = await browser.newPage({ expectedMessages: quiet });
    const { ran } = await provoke(page, 'http://hostile.test/', {
      html: `<!doctype html><html lang="en"><title>T</title><body>${html}</body></html>`,
    });
    expect(ran).not.toEqual([]);
    await page.close();
  }
});

test('content written over REST runs on no page, even without a policy; nor does content stored without cleaning', async () => {
  for (const who of ['author', 'administrator'] as const) {
    for (const path of [...written[who], ...(who === 'author' ? ['/', '/?s=Zyx'] : [])]) {
      const page = await browser.newPage({ expectedMessages: quiet });
      expect([who, path, await deedsOn(page, path)]).toEqual([who, path, { ran: [], asked: [] }]);
      expect([who, path, (await page.textContent('body'))?.includes('Zyx')]).toEqual([who, path, true]);
      await page.close();
    }
  }
});

test('nor on the pages as an administrator opens them, with the policy', async () => {
  for (const path of written.author) {
    const page = await browser.newPage({ expectedMessages: quiet });
    const [name = '', ...value] = people.administrator.cookie.split('; ')[0]?.split('=') ?? [];
    await page.context().addCookies([{ name, value: value.join('='), url: site.url }]);
    expect([path, (await page.goto(site.url + path))?.status()]).toEqual([path, 200]);
    expect([
      path,
      await page.evaluate(() => [
        'ran' in window,
        ...[...document.querySelectorAll('main *')].flatMap((element) =>
          element
            .getAttributeNames()
            .filter(
              (attribute) =>
                attribute.startsWith('on') ||
                /^\s*(?:javascript|vbscript|data:text)/i.test(element.getAttribute(attribute) ?? ''),
            ),
        ),
      ]),
    ]).toEqual([path, [false]]);
    await page.close();
  }
});

test('no text clickjacks the newsroom, or opens an account form in the lightbox: an administrator works as before', async () => {
  const asks = '/wp-admin/authorize-application.php?app_name=Cat&success_url=https%3A%2F%2Fevil.example%2F';
  const frames = [
    asks,
    '/wp-admin/edit-comments.php?c=1&ask=approve',
    '/wp-admin/import.php',
    '/wp-admin/site-editor.php',
    '/wp-admin/no-such-page.php',
    '/wp-admin/profile.php',
    '/wp-admin/second-factor.php',
  ];
  const framing = frames
    .map((src) => `<iframe src="${src}" style="position:fixed;inset:0;opacity:.01"></iframe>`)
    .join('');
  const { link } = await write('administrator', 'posts', {
    status: 'publish',
    title: 'Cat',
    content: `${block('html', {}, framing)}\n<p><a data-lightbox-content href="${asks}">A picture of the cat</a></p>`,
  });
  const page = await browser.newPage({
    expectedMessages:
      /Framing|frame-ancestors|X-Frame-Options|chrome-error|ERR_BLOCKED|404|is a page of an account/,
  });
  const [name = '', ...value] = people.administrator.cookie.split('; ')[0]?.split('=') ?? [];
  await page.context().addCookies([{ name, value: value.join('='), url: site.url }]);
  await page.goto(site.url + new URL(String(link)).pathname);
  await expect
    .poll(() =>
      page
        .frames()
        .slice(1)
        .map((frame) => frame.url()),
    )
    .toEqual(frames.map(() => 'chrome-error://chromewebdata/'));
  await page.evaluate(() =>
    document.querySelectorAll('.post-content iframe').forEach((frame) => frame.remove()),
  );
  await page.getByText('A picture of the cat').click();
  await page.getByText('could not be loaded').or(page.locator('.pswp form')).first().waitFor();
  expect(await page.locator('.pswp form').count()).toBe(0);
  // The newsroom may frame only the log-in form and the page after it.
  const signingIn = [
    '/wp-login.php?redirect_to=%2Fwp-login.php%3Faction%3Dsigned-in',
    '/wp-login.php?action=signed-in',
  ];
  for (const [paths, rule] of [
    [signingIn, 'SAMEORIGIN'],
    [['/wp-admin/profile.php', '/wp-admin/second-factor.php'], 'DENY'],
  ] as const) {
    for (const path of paths) {
      const { headers } = await rawRequest(site.url, path, {
        headers: { cookie: people.administrator.cookie },
      });
      expect([path, headers['x-frame-options']]).toEqual([path, rule]);
    }
  }
});
