import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/harness/random.ts';
import { viewTexts } from '../../lib/view-texts.ts';
import type { ContentEnv } from './content-env.ts';
import { renderPostContent } from './content-pipeline.ts';
import type { DocumentNode } from './document.ts';
import { FormerSites } from '../../lib/former-sites.ts';

const env: ContentEnv = {
  siteUrl: 'https://new.test',
  former: new FormerSites(['http://old.test']),
  isRendered: (name) => name.startsWith('x/'),
  pictures: async () => new Map(),
  picturesByUrl: async () => new Map(),
  attachedTo: async () => [1, 2],
  words: viewTexts,
  onProblem: () => undefined,
};

const pieces = [
  ' ',
  '\n',
  '\n\n',
  '[gallery ids="1"]',
  '[/gallery]',
  '[caption width="3"]',
  '[/caption]',
  '[caption caption="c"]',
  '[audio mp3="a"]',
  '[/audio]',
  '[video]',
  '[/video]',
  '[embed]',
  '[/embed]',
  '[playlist]',
  '[/playlist]',
  '[vc_row]',
  '[/vc_row]',
  '[vc_col a="b"]',
  '[/vc_col]',
  '[b]',
  '[/b]',
  '[sic]',
  '[[gallery]]',
  '[[',
  '[',
  ']',
  ']]',
  'https://youtu.be/abcdefghijk',
  '\nhttps://youtu.be/abcdefghijk\n',
  '<p>',
  '</p>',
  '<br>',
  '<div>',
  '</div>',
  '<pre>',
  '</pre>',
  '<code>',
  '</code>',
  '<table>',
  '</table>',
  '<a href="x.jpg">',
  '</a>',
  '<img src="a.jpg">',
  '<ul>',
  '<li>',
  '<blockquote>',
  '</blockquote>',
  '<h2>',
  '</h2>',
  '<figure class="gallery">',
  '</figure>',
  '<div class="wp-block-embed__wrapper">',
  '<iframe src="https://youtube.com/embed/abcdefghijk"></iframe>',
  '<script>let a;</script>',
  '< ',
  '&amp;',
  '"',
  "'",
  '<!-- c -->',
  '<!--more-->',
  '<!-- wp:group -->',
  '<!-- /wp:group -->',
  '<!-- wp:x/row {"a":1} -->',
  '<!-- /wp:x/row -->',
  '<!-- wp:x/void /-->',
  '<!-- wp:embed {"url":"u"} -->',
  '<!-- /wp:embed -->',
  '<!-- wp:shortcode -->',
  '<!-- /wp:shortcode -->',
  '<!-- wp:acme/z -->',
  '<!-- /wp:acme/z -->',
  '<!-- wp:social-link {"url":"u","service":"x"} -->',
  '<!-- wp:navigation -->',
  '<!-- /wp:navigation -->',
];

function htmlOf(nodes: readonly DocumentNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : htmlOf(node.children))).join('');
}

test('4000 broken documents lose or move no word, and keep no block comment or internal mark', async () => {
  const random = seededRandom(5);
  for (let round = 0; round < 4000; round++) {
    const words: string[] = [];
    let content = '';
    for (let count = 3 + Math.floor(random() * 25); count > 0; count--) {
      if (random() < 0.2) words.push(`word${words.length}q`);
      content +=
        random() < 0.2 && words.length > 0 ? '' : (pieces[Math.floor(random() * pieces.length)] ?? '');
      const word = words.at(-1);
      if (word !== undefined && !content.includes(word)) content += word;
    }
    const html = htmlOf((await renderPostContent({ id: 1, content }, env)).nodes);
    const shown =
      html
        .replace(/<!--[\s\S]*?-->/g, ' ')
        .replace(/<\/?[a-zA-Z][^>]*>/g, ' ')
        .match(/word\d+q/g) ?? [];
    expect(shown, content).toEqual(words);
    expect(html, content).not.toMatch(/<!--\s+\/?wp:/);
    // eslint-disable-next-line no-control-regex -- the marks of shortcodes
    expect(html, content).not.toMatch(/[\u0000-\u0004]/);
  }
});
