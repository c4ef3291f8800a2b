import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const link = (style: string, more = '') => `<a href="https://evil.example/" data-evil style="${style}"${more}>evil</a>`;
const whole = 'top:0;left:0;width:100vw;height:100vh;z-index:2147483647;opacity:0';
const block = (name: string, attributes: object, inside: string) => `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inside}<!-- /wp:${name} -->`;
const rows = 'evil<br>'.repeat(150);

/** Markup that tries to lie over masthead, admin bar or footer, by what it tries. */
const variants: Readonly<Record<string, string>> = {
  'a fixed link': link(`position:fixed;${whole}`),
  'a sticky box': `<div data-evil style="position:sticky;${whole}">${rows}</div>`,
  'an escaped property': link(`\\70osition:fixed;${whole}`),
  'an escaped value': link(`position:f\\69 xed;${whole}`),
  'a comment within the declaration': link(`position/**/:/**/fixed;${whole}`),
  'upper case and !important': link(`POSITION:FIXED!IMPORTANT;${whole}`),
  'a custom property': link(`--p:fixed;position:var(--p);${whole}`),
  'a fallback of a custom property': link(`position:var(--none,fixed);${whole}`),
  'attr()': link(`position:attr(data-p type(*));${whole}`, ' data-p="fixed"'),
  'an absolute box far above': link('position:absolute;top:-3000px;left:0;width:100vw;height:9000px;z-index:2147483647'),
  'an absolute box to the end of the page': link('position:absolute;top:0;bottom:-5000px;left:-100vw;width:300vw;z-index:9'),
  'inset': link('position:absolute;inset:-4000px;z-index:9'),
  'a relative box moved up': `<div data-evil style="position:relative;top:-1500px;z-index:9;height:3000px">${rows}</div>`,
  'a negative margin': `<div data-evil style="margin-top:-190px;height:9000px;position:relative;z-index:9">${rows}</div>`,
  'negative margins within each other': `${'<div style="margin-top:-190px;position:relative">'.repeat(12)}<p data-evil>${rows}</p>${'</div>'.repeat(12)}`,
  'a margin of a viewport': `<div data-evil style="margin:-100vh 0 -100vh;height:300vh">${rows}</div>`,
  'a transform that moves': `<div data-evil style="transform:translate(0,-1200px);height:3000px">${rows}</div>`,
  'a transform that enlarges': `<div data-evil style="transform:scale(60)">${rows}</div>`,
  'a matrix': `<div data-evil style="transform:matrix(1,0,0,1,0,-1200);height:3000px">${rows}</div>`,
  'perspective': `<div data-evil style="transform:perspective(10px) translateZ(9px)">${rows}</div>`,
  'translate and scale by themselves': `<div data-evil style="translate:0 -1200px;scale:40">${rows}</div>`,
  'zoom': `<div data-evil style="zoom:40;margin-top:-190px">${rows}</div>`,
  'a motion path': `<div data-evil style="offset-path:path('M0 -900');offset-distance:100%">${rows}</div>`,
  'an anchor': link(`position:absolute;position-area:top;position-anchor:--a;${whole}`),
  'an outline': link('display:block;outline:3000px solid red'),
  'a shadow': link('display:block;box-shadow:0 0 0 3000px red'),
  'an SVG that overflows': '<svg data-evil style="overflow:visible;position:fixed;inset:0" overflow="visible" width="10" height="10">'
    + '<a href="https://evil.example/"><rect x="-3000" y="-3000" width="9000" height="9000"/></a></svg>',
  'a foreignObject': '<svg data-evil width="100" height="100"><foreignObject x="-999" y="-999" width="3000" height="3000">'
    + `<div style="position:fixed;${whole}">evil</div></foreignObject></svg>`,
  'a huge glyph': '<span data-evil style="font-size:4000px;line-height:0">evil</span>',
  'a line height below nothing': `<div data-evil style="line-height:0;font-size:900px;vertical-align:9000px">${rows}</div>`,
  'a popover': `<div data-evil popover style="position:fixed;${whole}">evil</div>`,
  'an open dialog': `<dialog open data-evil style="position:fixed;${whole}">evil</dialog>`,
  'a style sheet': `<style>[data-evil]{position:fixed;inset:0;z-index:99999}#content{overflow:visible!important}</style>${link('')}`,
  'a class of ours': `<a data-evil class="video-floats is-compact more-articles pswp" href="https://evil.example/" style="${whole}">evil</a>`,
  'a block with a position': block('group', { style: { position: { type: 'fixed', top: '0px' } } },
    `<div data-evil class="wp-block-group is-position-fixed" style="position:fixed;${whole}">${rows}</div>`),
  'a block with a margin': block('group', { style: { spacing: { margin: { top: '-2000px' } } } },
    `<div data-evil class="wp-block-group" style="margin-top:-2000px">${rows}</div>`),
  'a server-rendered block with a margin': block('latest-posts', { style: { spacing: { margin: { top: '-2000px', bottom: '-2000px' } } } }, ''),
  'a block style by device': block('paragraph', { style: { '@mobile': { spacing: { margin: { top: '-2000px' } } }, ':hover': { shadow: '0 0 0 4000px red' } } },
    `<p data-evil>${rows}</p>`),
  'an animation': '<style>@keyframes m{from,to{top:-2000px;position:fixed}}[data-evil]{animation:m 9s infinite;position:relative}</style>'
    + `<p data-evil>${rows}</p>`,
  'text indent': `<p data-evil style="text-indent:-9000px;white-space:nowrap;padding-top:0;margin-top:-190px">${rows}</p>`,
};
const slugs = Object.keys(variants).map((_, index) => `variant-${index}`);
const ids = { editor: 0, author: 0 };

const site = useRealSite(async (tx) => {
  ids.editor = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  ids.author = await makeUser(tx, { login: 'noor', roles: ['author'], displayName: 'Noor' });
  const harmless = '\n\n<!-- wp:paragraph --><p>Harmless words.</p><!-- /wp:paragraph -->';
  const post = (slug: string, content: string, more = {}) =>
    makePost(tx, { title: 'Harbour', slug, authorId: ids.author, content: content + harmless, ...more });
  for (const [index, content] of Object.values(variants).entries()) await post(slugs[index] ?? '', content);
  const all = Object.values(variants).join('\n');
  const pattern = await makePost(tx, { type: 'wp_block', title: 'Cover', slug: 'cover', authorId: ids.author, content: all });
  await post('pattern', `<!-- wp:block {"ref":${pattern}} /-->`);
  const commented = await post('commented', '');
  await makeComment(tx, { postId: commented, content: all });
  await makeTerm(tx, { name: 'Covering', slug: 'covering', description: all });
  await post('listed', '', { excerpt: all });
});

/** What a click on masthead, admin bar and footer would meet that is of the content, at several heights of the page. */
async function coveredParts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found = new Set<string>();
    const parts = [...document.querySelectorAll('header, .masthead, footer, #wpadminbar')]
      .filter((part) => !part.closest('#content') && part.getClientRects().length > 0);
    let looked = 0;
    const end = document.documentElement.scrollHeight - innerHeight;
    for (const top of [0, 200, end / 2, end]) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => { requestAnimationFrame(resolve); });
      for (const part of parts) {
        const box = part.getBoundingClientRect();
        for (const across of [0.05, 0.3, 0.5, 0.7, 0.95]) {
          for (const down of [0.1, 0.5, 0.9]) {
            const [x, y] = [box.left + box.width * across, box.top + box.height * down];
            if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
            looked++;
            const hit = document.elementFromPoint(x, y);
            if (hit?.closest('[data-evil], #content')) found.add(`${part.className || part.id}: ${hit.outerHTML.slice(0, 160)}`);
          }
        }
      }
    }
    return looked < 40 ? [`only ${looked} points of ${parts.length} parts are in sight`] : [...found];
  });
}
const path = (slug: string) => `/${slug}/`;

test('each way of covering the page leaves masthead, admin bar and footer to the page', async () => {
  const page = await openNewsroom(browser, site, path(slugs[0] ?? ''), ids.editor, { viewport: { width: 1280, height: 900 }, expectedMessages: /./ });
  for (const [index, name] of Object.keys(variants).entries()) {
    await page.goto(site.url + path(slugs[index] ?? ''));
    await page.locator('#wpadminbar').waitFor();
    expect([name, await coveredParts(page)]).toEqual([name, []]);
    expect(await page.locator('#content').textContent()).toContain('Harmless words.');
  }
  // What did get through would be seen.
  await page.locator('#content').evaluate((content) => {
    const box = Object.assign(document.createElement('div'), { style: 'position:fixed;inset:0;z-index:2147483647' });
    box.dataset['evil'] = '';
    content.append(box);
  });
  expect((await coveredParts(page)).length).toBeGreaterThan(1);
});

test('on a phone, and in patterns, comments, excerpts and descriptions, too', async () => {
  const page = await browser.newPage({ viewport: { width: 375, height: 812 }, hasTouch: true, expectedMessages: /./ });
  for (const slug of [...drawn('ways of covering a phone', slugs, 2), 'pattern', 'commented', 'category/covering', 'listed']) {
    await page.goto(site.url + path(slug));
    expect([slug, await coveredParts(page)]).toEqual([slug, []]);
  }
});
