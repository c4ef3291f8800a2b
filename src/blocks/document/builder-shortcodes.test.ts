import { expect, test } from 'vitest';
import { FormerSites } from '../../lib/former-sites.ts';
import { viewTexts } from '../../lib/view-texts.ts';
import type { ContentEnv, ContentPicture } from './content-env.ts';
import { renderPostContent } from './content-pipeline.ts';
import type { DocumentNode } from './document.ts';

const picture = (id: number): ContentPicture => ({
  id,
  src: `/media/${id}-640.webp`,
  srcset: '',
  width: 1600,
  height: 1200,
  alt: `Alt ${id}`,
  color: '',
  focalX: 500,
  focalY: 500,
});
const env: ContentEnv = {
  siteUrl: 'https://new.test',
  former: new FormerSites(['http://old.test']),
  isRendered: () => false,
  language: 'en-US',
  pictures: async (ids) => new Map(ids.map((id) => [id, picture(id)])),
  picturesByUrl: async () => new Map(),
  attachedTo: async () => [],
  words: viewTexts,
  onProblem: () => undefined,
};
const htmlOf = (nodes: readonly DocumentNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : htmlOf(node.children))).join('');
const render = async (content: string) => htmlOf((await renderPostContent({ id: 1, content }, env)).nodes);
const base64 = (text: string) => Buffer.from(text).toString('base64');

test('a Divi page shows its pictures, videos, titles and links in order, and no brackets', async () => {
  const html = await render(
    '[et_pb_section][et_pb_row][et_pb_column][et_pb_text]<p>First [sic]</p>[/et_pb_text][et_pb_gallery gallery_ids="3,4" /]' +
      '[et_pb_video src="https://youtu.be/dQw4w9WgXcQ" /][et_pb_toggle title="Why"]\n\nSo it is\n\n[/et_pb_toggle]' +
      '[et_pb_button button_url="https://a.test/go" button_text="Go -- there" /][/et_pb_column][/et_pb_row][/et_pb_section]',
  );
  const places = [
    'First',
    '[sic]',
    'wp-image-3',
    'wp-image-4',
    'data-video="youtube"',
    '<h3>Why</h3>',
    '<p>So it is</p>',
    'href="https://a.test/go"',
    'Go — there',
  ].map((piece) => html.indexOf(piece));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(html.replace('[sic]', '')).not.toMatch(/[[\]]/);
});

test('in blocks, shortcodes replace their paragraphs', async () => {
  const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;
  expect(
    await render(
      paragraph('[note text="Kept"]') + paragraph('A [box link="https://a.test/"]link[/box] here'),
    ),
  ).toMatch(/^\s*<p[^>]*>Kept<\/p>\s*<p[^>]*>A <a href="https:\/\/a\.test\/">link<\/a> here<\/p>\s*$/);
});

test('names the styles of converted pictures and buttons', async () => {
  const content =
    '[et_pb_image src="https://a.test/a.jpg" /][et_pb_button button_url="/x" button_text="X" /]';
  const { blocks } = await renderPostContent({ id: 1, content }, env);
  expect(blocks).toEqual(expect.arrayContaining(['core/image', 'core/buttons', 'core/button']));
});

const hidden = base64(
  '<script>alert(1)</script><img src=x onerror=alert(1)><form action="https://evil.test"><input type="password"></form><p>Seen</p>',
);
const attacks: readonly string[] = [
  '[et_pb_button button_url="javascript:alert(1)" button_text="Go" /]',
  '[fusion_button link="data:text/html,<script>alert(1)</script>"]x[/fusion_button]',
  '[tab title="<script>alert(1)</script>Title"]',
  '[tab title="x&quot; onmouseover=&quot;alert(1)" link="https://a.test/&quot;onclick=&quot;alert(1)"]',
  '[et_pb_image src="https://a.test/a.jpg&quot; onerror=&quot;alert(1)" alt="&quot;><script>alert(1)</script>" /]',
  `[vc_raw_html]${hidden}[/vc_raw_html]`,
  `[fusion_code]${base64(`[fusion_code]${hidden}[/fusion_code]`)}[/fusion_code]`,
  `[vc_raw_html]${base64('<!-- wp:html --><script>alert(1)</script><!-- /wp:html --><!-- unclosed')}[/vc_raw_html]`,
  `[vc_raw_html]${base64('\u0001\u0002\u0003\u0004<p>x\u0001</p>&#1;')}[/vc_raw_html][tab title="a&#1;b&#2;c&#3;"]`,
  '[box text="<img src=x onerror=alert(1)><style>*{display:none}</style><iframe srcdoc=\'<script>alert(1)</script>\'></iframe>Words"]',
  '[vc_btn title="x" link="url:javascript%3Aalert(1)"]',
  '[vc_btn title="x" link="url:%E0%A4%A|title:%E0%A4%A"]',
  '[tab title="x&#91;gallery ids=&quot;1&quot;&#93;"]',
  '[box url="https://a.test/[gallery]"]',
  `[vc_gmaps link="#E-8_${hidden}"]`,
  `[et_pb_heading title="@ET-DC@${hidden}@" /]`,
  `[vc_progress_bar values="${encodeURIComponent('[{"label":"<script>alert(1)</script>","__proto__":{"a":1}},5,null]')}"]`,
  '[constructor title="x"][__proto__ title="y"][toString name="z"]',
];
test.each(attacks)('%s', async (written) => {
  for (const content of [
    `${written} behind`,
    `<!-- wp:paragraph --><p>${written}</p><!-- /wp:paragraph --><p>behind</p>`,
  ]) {
    const html = await render(content);
    expect(html).toContain('behind');
    expect(html).not.toMatch(
      /<script|<style|<form|<input|<iframe|javascript:|data:text|srcdoc|<[^>]*\son\w+\s*=|<!-- wp:html|<!-- unclosed/i,
    );
    // eslint-disable-next-line no-control-regex -- the marks of shortcodes
    expect(html).not.toMatch(/[\u0000-\u0008]/);
  }
});
