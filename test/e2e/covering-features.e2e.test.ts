import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { coveredParts } from '../harness/covered-parts.ts';
import { drawn } from '../harness/drawn.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const whole = 'position:fixed;inset:0;width:100vw;height:100vh;z-index:2147483647';
const rows = 'evil<br>'.repeat(150);
const box = (style: string, more = '') => `<div data-evil style="${style}" ${more}>${rows}</div>`;
/** A style sheet for content, and the content that it is about. */
const sheet = (css: string) => `<style>${css}</style>${box('')}`;

/** HTML and CSS features by which content could escape its box. */
const variants: Readonly<Record<string, string>> = {
  'a popover with its button': `<button popovertarget="p" data-evil>evil</button><div id="p" popover="manual" data-evil style="${whole}">${rows}</div>`,
  'a command that opens a dialog': `<button command="show-modal" commandfor="d">evil</button><dialog id="d" data-evil open style="${whole}">${rows}</dialog>`,
  'open details': `<details open data-evil style="${whole}"><summary style="${whole}">evil</summary>${rows}</details>`,
  'details styled by their part': `<style>details::details-content{${whole}}</style><details open data-evil>${rows}</details>`,
  'anchor positioning': sheet(
    'header,.masthead{anchor-name:--a}' +
      '[data-evil]{position:absolute;position-anchor:--a;inset:anchor(top) 0 auto;height:900px;z-index:9}',
  ),
  'anchor positioning by position-area': box(
    'position:absolute;position-area:span-all;position-visibility:always;inset:auto',
  ),
  'a view transition': sheet(
    '@view-transition{navigation:auto}[data-evil]{view-transition-name:root;position:relative;top:-900px}',
  ),
  'a motion path in a sheet': sheet('[data-evil]{offset:path("M 0 -900 L 0 -2000") 100%}'),
  zoom: `<div style="zoom:20">${box('margin-top:-190px')}</div>`,
  'containment that is switched off':
    `<style>#content,main,:root{contain:none;overflow:visible!important;clip-path:none!important}</style>` +
    box('margin-top:-190px'),
  'a float with a shape': box(
    'float:left;width:100vw;height:300vh;shape-outside:inset(-999px);shape-margin:999px;margin-top:-190px',
  ),
  'generated content': sheet(
    `[data-evil]::before{content:"evil";${whole}}[data-evil]::after{content:"";position:absolute;inset:-2000px}`,
  ),
  '@scope of its own': sheet(
    `@scope (:root){:scope{overflow:visible!important}[data-evil]{${whole}}} @scope{:scope{${whole}}}`,
  ),
  '@scope that ends the outer one': sheet(`}@scope (body){header{display:none}[data-evil]{${whole}}}`),
  '@layer': sheet(`@layer base,more;@layer more{[data-evil]{${whole}}#content{overflow:visible!important}}`),
  '@starting-style': sheet(
    `@starting-style{[data-evil]{${whole}}}[data-evil]{transition:all 9999s;display:block}`,
  ),
  '@container': sheet(
    `#content{container-type:inline-size}@container (min-width:1px){[data-evil]{${whole}}}`,
  ),
  '@supports': sheet(`@supports (display:grid){@media all{[data-evil]{${whole}}}}`),
  '@property': sheet(
    '@property --p{syntax:"*";inherits:true;initial-value:fixed}[data-evil]{position:var(--p);inset:0;z-index:99}',
  ),
  '@import': sheet(
    `@import "data:text/css,[data-evil]{position:fixed;inset:0}";@\\69mport url(//evil.example/a.css);`,
  ),
  nesting: sheet(`&{overflow:visible!important}[data-evil]{&{${whole}}& &{${whole}}body &{${whole}}}`),
  ':has()': sheet(
    `:has(>[data-evil]){overflow:visible!important;${whole}}body:has([data-evil]) header{display:none}`,
  ),
  ':host and ::part': sheet(`:host,:host-context(body),::part(x),::slotted(*){${whole}}`),
  ':root and :scope': sheet(
    `:root,:scope,html,body,main,#content{overflow:visible!important;position:static!important;${whole}}`,
  ),
  'a shadow root': `<div><template shadowrootmode="open"><style>:host,*{${whole}}</style><a href="https://evil.example/" data-evil>evil</a></template></div>`,
  'a foreignObject in a style of its own':
    '<svg data-evil style="overflow:visible" viewBox="0 0 1 1">' +
    '<style>*{overflow:visible!important;position:fixed;inset:0}</style>' +
    `<foreignObject x="-999" y="-999" width="3000" height="3000"><div xmlns="http://www.w3.org/1999/xhtml" data-evil>${rows}</div></foreignObject></svg>`,
  'a drawing that moves':
    '<svg data-evil width="100%" height="900" style="margin-top:-190px"><a href="#x"><rect width="9999" height="9999" y="-5000">' +
    '<animate attributeName="y" values="-5000" dur="9s"/></rect></a></svg>',
  'a formula':
    `<math data-evil style="${whole}"><mpadded voffset="900px" height="9999px"><mspace height="9999px" width="9999px"/>` +
    '<mi href="https://evil.example/">evil</mi></mpadded></math>',
  'a marquee': `<marquee data-evil direction="up" height="3000" style="${whole}">${rows}</marquee>`,
  'a picture map':
    '<img data-evil src="/x.png" usemap="#m" width="1" height="1" alt=""><map name="m">' +
    '<area data-evil shape="default" coords="-999,-999,9999,9999"' +
    ` href="https://evil.example/" style="display:block;${whole}"></map>`,
  'a label for something of the page': `<label for="content" data-evil style="display:block;${whole}">${rows}</label>`,
  'a base address': `<base href="https://evil.example/" target="_top">${box('')}`,
  'objects and embeds':
    `<object data-evil data="data:text/html,evil" width="3000" height="3000" style="${whole}"></object>` +
    `<embed data-evil src="/" style="${whole}">`,
  columns: `<div style="columns:3">${box('column-span:all;margin-top:-190px;height:3000px')}</div>`,
  'vertical writing': box(
    'writing-mode:vertical-rl;height:3000px;inset-inline-start:-900px;margin-inline-start:-900px;position:relative',
  ),
  'sideways writing with physical margins': `<div style="writing-mode:sideways-lr">${box('margin-block:-550px;margin-inline:-550px;position:relative')}</div>`,
  'a clip path and a mask': box(
    'clip-path:inset(-9999px);mask:none;margin-top:-190px;position:relative;z-index:19',
  ),
  'a frame in full screen': `<iframe data-evil allowfullscreen allow="fullscreen" src="/" style="${whole}" width="3000" height="3000"></iframe>`,
  'a video': `<video data-evil controls autoplay poster="/x.png" style="${whole}"></video>`,
  'a grid that is larger than itself': `<div style="display:grid;grid-template:1px/1px;align-content:end;place-items:end">${box('height:3000px')}</div>`,
  'a flexible box that overflows upwards': `<div style="display:flex;flex-direction:column;height:1px;justify-content:flex-end">${box('flex:none')}</div>`,
  'columns in reverse': `<div style="display:flex;flex-direction:column-reverse;height:1px">${box('flex:none')}</div>`,
  'a fixed table cell': `<table data-evil style="${whole}"><caption style="${whole}">evil</caption><tr><td style="${whole}">${rows}</td></tr></table>`,
  'initial letters and line heights': `<p data-evil style="initial-letter:99;line-height:-1;font-size:900px;margin-top:-190px">${rows}</p>`,
  perspective: `<div style="perspective:1px;transform-style:preserve-3d">${box('transform:translateZ(0.9px) rotateX(80deg)')}</div>`,
  'rotation around a point far away': box('transform:rotate(180deg);transform-origin:0 -900px;rotate:180deg'),
  'a timeline': sheet(
    '@keyframes k{to{translate:0 -3000px}}[data-evil]{animation:k linear both;animation-timeline:scroll(root)}',
  ),
  'a scroll marker': sheet(
    `[data-evil]{scroll-marker-group:before}[data-evil]::scroll-marker-group,[data-evil]::scroll-marker{content:"evil";${whole}}`,
  ),
  'the backdrop of something': sheet(
    `::backdrop,::view-transition,::view-transition-group(*){${whole};background:red}`,
  ),
  interactivity: box(
    'pointer-events:all;touch-action:none;interactivity:auto;overlay:auto;top:-190px;position:relative;z-index:19',
  ),
};
const slugs = Object.keys(variants).map((_, index) => `feature-${index}`);
const ids = { editor: 0 };

const site = useRealSite(async (tx) => {
  ids.editor = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  for (const [index, content] of Object.values(variants).entries()) {
    await makePost(tx, {
      title: 'Harbour',
      slug: slugs[index] ?? '',
      content: `<!-- wp:html -->${content}<!-- /wp:html -->\n\n<p>Harmless words.</p>`,
    });
  }
});

test('no feature of HTML or CSS lets content cover masthead, admin bar or footer', async () => {
  expect(slugs.length).toBeGreaterThan(40);
  const page = await openNewsroom(browser, site, '/', ids.editor, {
    viewport: { width: 1280, height: 900 },
    expectedMessages: /./,
  });
  for (const [index, name] of Object.keys(variants).entries()) {
    await page.goto(`${site.url}/${slugs[index]}/`);
    await page.locator('#wpadminbar').waitFor();
    expect([name, await coveredParts(page)]).toEqual([name, []]);
    expect(await page.locator('#content').textContent()).toContain('Harmless words.');
    expect([name, new URL(page.url()).pathname, await page.locator('header').first().isVisible()]).toEqual([
      name,
      `/${slugs[index]}/`,
      true,
    ]);
  }
});

test('no feature lets it cover them on a phone', async () => {
  const page = await browser.newPage({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    expectedMessages: /./,
  });
  for (const slug of drawn('features that cover a phone', slugs, 6)) {
    await page.goto(`${site.url}/${slug}/`);
    expect([slug, await coveredParts(page)]).toEqual([slug, []]);
  }
});
