import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makeUser } from '../harness/factories.ts';
import { openNewsroom, titleOf } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;
const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
});

const canvas = (page: Page): FrameLocator => page.frameLocator('iframe[name=editor-canvas]');

/** Log of the packages for each paste, pictures that don't exist, and the CSP's message on inline handlers. */
const said = /^log: (?:Received|Processed)|ERR_NAME_NOT_RESOLVED|Executing inline event handler/;

/** Opens an empty text and pastes clipboard content of another program. */
async function paste(given: { readonly html?: string; readonly plain?: string }): Promise<Page> {
  const page = await openNewsroom(browser, site, '/wp-admin/post-new.php', mirai, { expectedMessages: said });
  await canvas(page).getByLabel('Title').fill('Pasted');
  await page.keyboard.press('Enter');
  const place = canvas(page).locator('p.block-editor-rich-text__editable');
  await place.waitFor();
  await expect
    .poll(() => place.evaluate((element) => element.ownerDocument.activeElement === element))
    .toBe(true);
  await pasteAt(place, given);
  return page;
}

const pasteAt = (
  place: Locator,
  { html = '', plain = '' }: { readonly html?: string; readonly plain?: string },
) =>
  place.evaluate(
    (element, [asHtml, asText]) => {
      const clipboardData = new DataTransfer();
      if (asHtml !== '') clipboardData.setData('text/html', asHtml);
      clipboardData.setData('text/plain', asText);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
      );
    },
    [html, plain] as const,
  );

async function pasted(given: { readonly html?: string; readonly plain?: string }): Promise<string> {
  const page = await paste(given);
  await page.keyboard.press('Control+Shift+Alt+m');
  return page.getByLabel('Content as HTML').inputValue();
}

/** As Word writes it: its styles, conditional comments, lists of paragraphs, and footnotes at the end. */
const word = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Temp/msohtmlclip1/01/clip_filelist.xml">
<style><!-- @font-face {font-family:"Cambria Math";} p.MsoNormal {mso-style-unhide:no; margin:0cm; font-size:11.0pt;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h2 style='mso-margin-top-alt:auto'><span lang=EN-GB style='mso-fareast-font-family:"Times New Roman"'>Flood report<o:p></o:p></span></h2>
<p class=MsoNormal><span lang=EN-GB style='font-family:"Calibri",sans-serif;mso-ansi-language:EN-GB'>The river <b>rose</b><span
style='mso-spacerun:yes'>  </span>and <i style='mso-bidi-font-style:normal'>fell</i>, see <a href="https://example.org/a">the record</a>.<a
style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if
!supportFootnotes]><span class=MsoFootnoteReference><span lang=EN-GB style='font-size:11.0pt'>[1]</span></span><![endif]></span></span></a><o:p></o:p>
</span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-GB
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span
lang=EN-GB>The left bank<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-GB
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span
lang=EN-GB>The right bank<o:p></o:p></span></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-border-alt:solid windowtext .5pt'>
 <tr style='mso-yfti-irow:0'><td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt'><p class=MsoNormal><b>Town</b><o:p></o:p></p></td>
 <td width=301 valign=top style='width:225.4pt'><p class=MsoNormal>Metres<o:p></o:p></p></td></tr>
 <tr><td><p class=MsoNormal>Aldham<o:p></o:p></p></td><td><p class=MsoNormal>3.2<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span
class=MsoFootnoteReference>[1]</span></a><span lang=EN-GB> By the gauge at the bridge.<o:p></o:p></span></p></div></div>
<!--EndFragment--></body></html>`;

/** As Google Docs writes it: all in a non-bold <b>, styles everywhere, and links through its own redirect. */
const docs = [
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-6f2f-7fff">`,
  `<h2 dir="ltr" style="line-height:1.38;margin-top:18pt;">`,
  `<span style="font-size:16pt;font-family:Arial;color:#000000;font-weight:400;white-space:pre-wrap;">Harvest</span></h2>`,
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;">`,
  `<span style="font-size:11pt;font-family:Arial;font-weight:400;white-space:pre;white-space:pre-wrap;">It was </span>`,
  `<span style="font-size:11pt;font-weight:700;white-space:pre-wrap;">good</span><span style="font-size:11pt;white-space:pre-wrap;">`,
  ` and </span><span style="font-style:italic;white-space:pre-wrap;">late</span><span style="white-space:pre-wrap;">, </span>`,
  `<a href="https://www.google.com/url?q=https://example.org/h?a%3D1%26b%3D2&amp;sa=D&amp;source=editors&amp;ust=1&amp;usg=x" style="text-decor`,
  `ation:none;"><span style="color:#1155cc;text-decoration:underline;">they say</span></a><span>.</span><sup><a href="#ftnt1" id="ftnt_ref1">`,
  `[1]</a></sup></p><br><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1">`,
  `<p dir="ltr" role="presentation"><span style="font-size:11pt;">apples</span></p></li><ul><li dir="ltr" aria-level="2">`,
  `<p dir="ltr" role="presentation"><span>red ones</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>`,
  `pears</span></p></li></ul><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;">`,
  `<colgroup><col width="312"/><col width="312"/></colgroup><tbody><tr style="height:0pt">`,
  `<td style="border-left:solid #000000 1pt;vertical-align:top;"><p dir="ltr"><span>Kind</span></p></td><td><p dir="ltr"><span>Tons</span></p>`,
  `</td></tr></tbody></table></div><hr /><div><p dir="ltr"><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> The farmers, that is.</span></p></div>`,
  `</b><br class="Apple-interchange-newline">`,
].join('');

const markdown = `## The plan

It is **bold** and _slow_, see [the map](https://example.org/map).[^1]

- one
- two
  - deeper

1. first
2. second

> Nobody knew.

\`\`\`js
const a = 1 < 2;

done(a);
\`\`\`

| Town | Metres |
| --- | ---: |
| Aldham | 3.2 |

---

[^1]: Drawn by hand.`;

const web = [
  `<html><body><!--StartFragment--><article class="post-body css-1x2y" data-testid="body"><style>.css-1x2y{color:red}</style>`,
  `<h1 class="headline">News</h1><p style="color:rgb(17,17,17);font-family:georgia;--tw-ring:0" class="css-9 t"><span>By the </span>`,
  `<a href="https://example.org/x?utm_source=a" onclick="track()" target="_blank" rel="noopener" class="link">harbour</a>`,
  `&nbsp;<font color="red">today</font>.</p><figure class="wide">`,
  `<img src="https://pictures.example/p.jpg" srcset="https://pictures.example/p.jpg 1x" alt="A boat" width="600" height="400" loading="lazy" on`,
  `error="steal()"><figcaption>The boat</figcaption></figure><script>alert(1)</script><iframe src="https://ads.example/x"></iframe>`,
  `<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe><p><button>Share</button></p><blockquote class="q"><p>Never again</p>`,
  `</blockquote><pre><code class="language-js">a &lt; b</code></pre><p>The end<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup></p>`,
  `</article><!--EndFragment--></body></html>`,
].join('');

/** Markup without the lines between blocks, and the classes that blocks write by themselves. */
const bare = (markup: string) =>
  markup
    .replaceAll(/(?<=>)\n+(?=<)/g, '')
    .replaceAll(/ class="(?:wp-block-[\w-]+|has-[\w-]+|wp-element-caption| )+"/g, '');

test('[IMP-02] a text from Word keeps its headings, lists, tables and footnotes, without Word’s markup', async () => {
  const markup = await pasted({ html: word, plain: 'as words' });
  expect(markup).not.toMatch(
    /mso|Mso|<o:|style=|class="Mso|lang=|&nbsp;|file:|WordDocument|\[if|as words|<span/,
  );
  expect(bare(markup)).toEqual(
    [
      '<!-- wp:heading --><h2>Flood report</h2><!-- /wp:heading -->',
      '<!-- wp:paragraph --><p>The river <strong>rose</strong> and <em>fell</em>, see <a href="https://example.org/a">the record</a>.' +
        '<a href="#_ftn1" id="_ftnref1">[1]</a></p><!-- /wp:paragraph -->',
      '<!-- wp:list --><ul><!-- wp:list-item --><li>The left bank</li><!-- /wp:list-item --><!-- wp:list-item --><li>The right bank</li>' +
        '<!-- /wp:list-item --></ul>' +
        '<!-- /wp:list -->',
      '<!-- wp:table --><figure><table><tbody><tr><td><strong>Town</strong></td><td>Metres</td></tr><tr><td>Aldham</td><td>3.2</td></tr></tbody></table></figure>' +
        '<!-- /wp:table -->',
      '<!-- wp:separator --><hr/><!-- /wp:separator -->',
      '<!-- wp:paragraph --><p><a href="#_ftnref1" id="_ftn1">[1]</a> By the gauge at the bridge.</p><!-- /wp:paragraph -->',
    ].join(''),
  );
});

test("[IMP-02] pictures that Word references but doesn't include are reported, and leave no empty blocks", async () => {
  const picture = (name: string) =>
    `<img width=100 height=80 src="file:///C:/Temp/msohtmlclip1/01/${name}.png">`;
  const page = await paste({
    html: `<p>The river${picture('clip_image001')} rose.</p><p>${picture('clip_image002')}</p><p>It fell.</p>`,
    plain: 'as words',
  });
  await page.locator('.components-snackbar__content', { hasText: /^2 images were not pasted/ }).waitFor();
  await page.keyboard.press('Control+Shift+Alt+m');
  const markup = await page.getByLabel('Content as HTML').inputValue();
  expect(bare(markup)).toBe(
    '<!-- wp:paragraph --><p>The river rose.</p><!-- /wp:paragraph --><!-- wp:paragraph --><p>It fell.</p><!-- /wp:paragraph -->',
  );
});

test('[IMP-02] a text out of Google Docs is bold where it was, and its links lead where they say', async () => {
  const markup = await pasted({ html: docs, plain: 'as words' });
  expect(markup).not.toMatch(/docs-internal|google\.com|style=|dir=|aria-|<span|as words/);
  expect(bare(markup)).toEqual(
    [
      '<!-- wp:heading --><h2>Harvest</h2><!-- /wp:heading -->',
      '<!-- wp:paragraph --><p>It was <strong>good</strong> and <em>late</em>, <a href="https://example.org/h?a=1&amp;b=2">they say</a>.' +
        '<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><!-- /wp:paragraph -->',
      '<!-- wp:list --><ul><!-- wp:list-item --><li>apples<!-- wp:list --><ul><!-- wp:list-item --><li>red ones</li><!-- /wp:list-item --></ul>' +
        '<!-- /wp:list --></li>' +
        '<!-- /wp:list-item --><!-- wp:list-item --><li>pears</li><!-- /wp:list-item --></ul><!-- /wp:list -->',
      '<!-- wp:table --><figure><table><tbody><tr><td>Kind</td><td>Tons</td></tr></tbody></table></figure><!-- /wp:table -->',
      '<!-- wp:separator --><hr/><!-- /wp:separator -->',
      '<!-- wp:paragraph --><p><a href="#ftnt_ref1" id="ftnt1">[1]</a> The farmers, that is.</p><!-- /wp:paragraph -->',
    ].join(''),
  );
});

test('[IMP-02] pasting pictures hosted on another server shows a notice; pictures of this site do not', async () => {
  const picture = (address: string) => `<p><span><img src="${address}" width="300" height="200"></span></p>`;
  const html = `<b id="docs-internal-guid-1"><p>Before.</p>${picture('https://lh3.googleusercontent.com/docsz/a')}</b>`;
  const page = await paste({ html, plain: 'Before.' });
  await page
    .locator('.components-snackbar__content', { hasText: /^An image is loaded from another site/ })
    .waitFor();
  const own = await paste({ html: `<p>Before.</p>${picture(`${site.url}/favicon.ico`)}`, plain: 'Before.' });
  await canvas(own).locator('figure.wp-block-image').waitFor();
  expect(await own.locator('.components-snackbar__content', { hasText: 'another site' }).count()).toBe(0);
});

test('[IMP-02] Markdown becomes blocks, with its code, its table and its footnotes', async () => {
  expect(bare(await pasted({ plain: markdown }))).toEqual(
    [
      '<!-- wp:heading --><h2>The plan</h2><!-- /wp:heading -->',
      '<!-- wp:paragraph --><p>It is <strong>bold</strong> and <em>slow</em>, see <a href="https://example.org/map">the map</a>.' +
        '<sup><a href="#note-1" id="note-1-ref">[1]</a></sup></p><!-- /wp:paragraph -->',
      '<!-- wp:list --><ul><!-- wp:list-item --><li>one</li><!-- /wp:list-item --><!-- wp:list-item --><li>two<!-- wp:list --><ul><!-- wp:list-item -->' +
        '<li>deeper</li>' +
        '<!-- /wp:list-item --></ul><!-- /wp:list --></li><!-- /wp:list-item --></ul><!-- /wp:list -->',
      '<!-- wp:list {"ordered":true} --><ol><!-- wp:list-item --><li>first</li><!-- /wp:list-item --><!-- wp:list-item --><li>second</li>' +
        '<!-- /wp:list-item --></ol>' +
        '<!-- /wp:list -->',
      '<!-- wp:quote --><blockquote><!-- wp:paragraph --><p>Nobody knew.</p><!-- /wp:paragraph --></blockquote><!-- /wp:quote -->',
      '<!-- wp:code --><pre><code>const a = 1 &lt; 2;\n\ndone(a);</code></pre><!-- /wp:code -->',
      '<!-- wp:table --><figure><table><thead><tr><th>Town</th><th>Metres</th></tr></thead><tbody><tr><td>Aldham</td><td>3.2</td></tr></tbody></table></figure>' +
        '<!-- /wp:table -->',
      '<!-- wp:separator --><hr/><!-- /wp:separator -->',
      '<!-- wp:paragraph --><p><a href="#note-1-ref" id="note-1">[1]</a> Drawn by hand.</p><!-- /wp:paragraph -->',
    ].join(''),
  );
});

test('[IMP-02] a copied web page keeps its text, without the page’s own structure', async () => {
  const markup = await pasted({ html: web, plain: 'as words' });
  expect(markup).not.toMatch(/css-|data-|onclick|onerror|<script|ads\.example|Share|<font|srcset|as words/);
  expect(bare(markup)).toEqual(
    [
      '<!-- wp:heading {"level":1} --><h1>News</h1><!-- /wp:heading -->',
      '<!-- wp:paragraph --><p>By the <a href="https://example.org/x?utm_source=a" target="_blank" rel="noopener">harbour</a>&nbsp;today.</p>' +
        '<!-- /wp:paragraph -->',
      '<!-- wp:image {"width":"600px","height":"auto","aspectRatio":"1.5"} --><figure class="wp-block-image is-resized">' +
        '<img src="https://pictures.example/p.jpg" alt="A boat" style="aspect-ratio:1.5;width:600px;height:auto"/><figcaption>The boat</figcaption></figure>' +
        '<!-- /wp:image -->',
      '<!-- wp:embed {"url":"https://www.youtube.com/watch?v=abcdefghijk","providerNameSlug":"youtube","responsive":true} -->' +
        '<figure class="wp-block-embed is-provider-youtube wp-block-embed-youtube"><div>\nhttps://www.youtube.com/watch?v=abcdefghijk\n</div></figure>' +
        '<!-- /wp:embed -->',
      '<!-- wp:quote --><blockquote><!-- wp:paragraph --><p>Never again</p><!-- /wp:paragraph --></blockquote><!-- /wp:quote -->',
      '<!-- wp:code --><pre><code>a &lt; b</code></pre><!-- /wp:code -->',
      '<!-- wp:paragraph --><p>The end<sup>[1]</sup></p><!-- /wp:paragraph -->',
    ].join(''),
  );
});

test('[IMP-02] an embed says that the site makes no request; an allowed one shows title and picture, and the text is unchanged', async () => {
  const shots = process.env['SHOTS'];
  const film = 'https://www.youtube.com/watch?v=abcdefghijk';
  const requests: string[] = [];
  const opened = async (scheme: 'light' | 'dark' = 'light') => {
    const page = await openNewsroom(browser, site, '/wp-admin/post-new.php', mirai, { colorScheme: scheme });
    await page.route(/oembed/, async (route) => {
      requests.push(new URL(route.request().url()).searchParams.get('url') ?? '');
      const pixel =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
      await route.fulfill({
        json: {
          version: '1.0',
          type: 'video',
          title: 'The <b>flood</b>',
          author_name: 'Ann',
          provider_name: 'YouTube',
          html: '<script>document.title="run"</script>',
          thumbnail_url: `data:image/png;base64,${pixel}`,
          thumbnail_width: 320,
          thumbnail_height: 180,
        },
      });
    });
    await canvas(page).getByLabel('Title').fill('Films');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/embed');
    await page.getByRole('option', { name: 'Embed', exact: true }).click();
    const address = canvas(page).getByLabel('URL of a page, video or post');
    await address.fill(film);
    await address.press('Enter');
    const card = canvas(page).locator('.embed-card');
    await card.getByText('Readers see a video').waitFor();
    return { page, card };
  };
  const shut = await opened();
  await expect
    .poll(() => shut.card.textContent())
    .toContain(
      'This site doesn’t fetch embeds from other sites. An administrator can allow it (embed_providers).',
    );
  if (shots) await shut.page.screenshot({ path: `${shots}/embed-off.png` });
  expect(requests).toEqual([]);
  await site.set({ embed_providers: ['youtube.com'] });
  try {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, card } = await opened(scheme);
      await expect.poll(() => card.textContent()).toContain('The <b>flood</b>Ann · YouTube');
      expect(await card.locator('img').getAttribute('src')).toMatch(/^data:image\/png/);
      if (shots) await page.screenshot({ path: `${shots}/embed-${scheme}.png` });
      await page.keyboard.press('Control+Shift+Alt+m');
      expect(await page.getByLabel('Content as HTML').inputValue()).not.toMatch(/flood|Ann|png/);
      expect(await page.title()).not.toBe('run');
    }
    expect(requests).toEqual([film, film]);
  } finally {
    await site.set({ embed_providers: null });
  }
});

test('[IMP-02] a whole text pasted into the title becomes a title and text below it; one line is inserted without formatting', async () => {
  const page = await openNewsroom(browser, site, '/wp-admin/post-new.php', mirai, { expectedMessages: said });
  const title = canvas(page).getByLabel('Title');
  await pasteAt(title, { html: '<p>One <b>line</b></p>', plain: 'One line' });
  await expect.poll(() => titleOf(title)).toBe('One line');
  await title.fill('');
  await pasteAt(title, { html: docs, plain: 'as words' });
  await expect.poll(() => titleOf(title)).toBe('Harvest');
  await canvas(page).getByText('It was good and late').waitFor();
  await pasteAt(title, { plain: 'First of all\n\nAnd then' });
  await canvas(page).getByText('First of all').waitFor();
  expect(await titleOf(title)).toBe('Harvest');
  await page.keyboard.press('Control+Shift+Alt+m');
  const markup = bare(await page.getByLabel('Content as HTML').inputValue());
  expect(markup).toMatch(
    /^<!-- wp:paragraph --><p>First of all<\/p>.*<p>And then<\/p>.*<p>It was <strong>good<\/strong>/,
  );
  expect(markup).not.toContain('<h2>Harvest');
});

test('[IMP-02] paragraphs within a table cell stay separate lines', async () => {
  const cell =
    '<td><p>Aldham</p><p>at the gauge</p></td><td>3.2<div><p>metres</p></div></td><td><p>flat</p></td>';
  expect(
    bare(
      await pasted({
        html: `<p>Heights</p><table><tbody><tr>${cell}</tr></tbody></table>`,
        plain: 'as words',
      }),
    ),
  ).toContain('<td>Aldham<br>at the gauge</td><td>3.2<br>metres</td><td>flat</td>');
});

test('[IMP-02] one undo reverts one paste including its title, and redo restores it; saving stores the current text', async () => {
  const page = await openNewsroom(browser, site, '/wp-admin/post-new.php', mirai, { expectedMessages: said });
  const title = canvas(page).getByLabel('Title');
  const words = canvas(page).locator('p.block-editor-rich-text__editable');
  const code = async () => {
    await page.keyboard.press('Control+Shift+Alt+m');
    const markup = await page.getByLabel('Content as HTML').inputValue();
    await page.keyboard.press('Control+Shift+Alt+m');
    await title.waitFor();
    return markup;
  };
  await title.waitFor();
  await pasteAt(title, { html: docs, plain: 'as words' });
  await canvas(page).locator('table').waitFor();
  await page.keyboard.press('Control+z');
  await canvas(page).locator('table').waitFor({ state: 'detached' });
  await expect.poll(() => title.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true);
  expect([
    await titleOf(title),
    await page.getByRole('button', { name: 'Undo' }).isDisabled(),
    await code(),
  ]).toEqual(['', true, '']);
  await page.getByRole('button', { name: 'Redo' }).click();
  await canvas(page).locator('table').waitFor();
  expect(await titleOf(title)).toBe('Harvest');
  const whole = await code();
  await title.fill('Harvest home');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => titleOf(title)).toBe('Harvest');
  await canvas(page).locator('table').waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => titleOf(title)).toBe('Harvest home');
  const ways = [
    async () => {
      await words.first().click();
      await page.keyboard.press('Home');
      for (const _ of 'It was') await page.keyboard.press('ArrowRight');
    },
    async () => {
      await words.first().click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+a');
    },
  ];
  for (const go of ways) {
    const before = await code();
    await go();
    await pasteAt(words.first(), { html: word, plain: 'as words' });
    await canvas(page).getByText('Flood report').waitFor();
    await page.keyboard.press('Control+z');
    await canvas(page).getByText('Flood report').waitFor({ state: 'detached' });
    expect(await code()).toBe(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    await canvas(page).getByText('Flood report').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await canvas(page).getByText('Flood report').waitFor({ state: 'detached' });
  }
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.locator('.standing').textContent()).toBe('Saved');
  await page.reload();
  await canvas(page).locator('table').waitFor();
  expect([await titleOf(title), await code()]).toEqual(['Harvest home', whole]);
});
