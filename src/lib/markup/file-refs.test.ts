import { expect, test } from 'vitest';
import { mayNameFiles, namedFiles, renameFiles } from './file-refs.ts';

const ids = { file: (id: number) => (id < 100 ? id + 100 : undefined), post: (id: number) => id + 1000 };

test.each([
  ['[gallery ids="1,2, 300"]', '[gallery ids="101,102, 300"]'],
  [
    '[gallery columns=2 include=1,2 exclude=’3’ orderby="id"]',
    '[gallery columns=2 include=101,102 exclude=’3’ orderby="id"]',
  ],
  [
    '[gallery ids=“1,2”][gallery ids=&#8221;8&#8243;]',
    '[gallery ids=“101,102”][gallery ids=&#8221;108&#8243;]',
  ],
  [
    '[gallery id="5" size="id=5"] [playlist type="video" ids="6"]',
    '[gallery id="1005" size="id=1005"] [playlist type="video" ids="106"]',
  ],
  ['[caption id="attachment_7" width="9"]', '[caption id="attachment_107" width="9"]'],
  [
    '<a rel="attachment wp-att-8"><img class="wp-image-8" data-id="8"/></a>',
    '<a rel="attachment wp-att-108"><img class="wp-image-108" data-id="108"/></a>',
  ],
  ['<!-- wp:media-text {"mediaId":3} -->', '<!-- wp:media-text {"mediaId":103} -->'],
  [
    '<!-- wp:gallery {"ids":[1,"2",500],"linkTo":"none"} -->',
    '<!-- wp:gallery {"ids":[101,102,500],"linkTo":"none"} -->',
  ],
  ['<!-- wp:file {"id":4,"href":"/a.pdf"} -->', '<!-- wp:file {"id":104,"href":"/a.pdf"} -->'],
])('%s names other files', (markup, renamed) => {
  expect(mayNameFiles(markup)).toBe(true);
  expect(renameFiles(markup, ids)).toBe(renamed);
});

test.each([
  'Nothing at all [gallery] 1',
  '[galleryx ids="1"] wp-image-x',
  '<a href="/attachment_7.pdf">wp-image-7</a>',
  '<p data-id="1" class="xwp-image-1">1</p>',
  '<!-- wp:image {broken} --><!-- wp:image {"id":"http://1"} -->',
  '<!-- wp:query {"id":1} -->',
])('%s names none', (markup) => {
  expect(renameFiles(markup, ids)).toBe(markup);
  expect(namedFiles(markup)).toEqual({ files: new Set(), posts: new Set() });
});

test('classifies the references of a text', () => {
  expect(namedFiles('[gallery ids="1,2" id="3"] <!-- wp:image {"id":1} -->')).toEqual({
    files: new Set([1, 2]),
    posts: new Set([3]),
  });
});
