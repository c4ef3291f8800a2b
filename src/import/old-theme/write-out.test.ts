import { expect, test } from 'vitest';
import { writtenOut } from './write-out.ts';

const encoded = (html: string) => Buffer.from(encodeURIComponent(html)).toString('base64');
const film = '<p class="é">Raw [b]</p><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>';

test.each([
  [
    `a[vc_raw_html]${encoded(film)}[/vc_raw_html]b[vc_raw_js el_id="x"]\n<p>${encoded('<script>1</script>')}</p>[/vc_raw_js]`,
    `a${film}b<script>1</script>`,
  ],
  [
    '[vc_custom_heading text="The ``big`` `{`one`}`" font_container="tag:h4|text_align:left"]',
    '<h4>The "big" [one]</h4>',
  ],
  ['[vc_custom_heading text="First" font_container="tag:h1"]', '<h2>First</h2>'],
  ['[vc_single_image image="21" img_size="full" /]', '[gallery ids="21" columns="1" size="full"]'],
  [
    '[vc_single_image source="external_link" custom_src="https://x.example/a.jpg?b&c"]',
    '<img src="https://x.example/a.jpg?b&amp;c" alt="">',
  ],
  ['[vc_gallery type="image_grid" images="1, 2,x"]', '[gallery ids="1,2"]'],
  ['[vc_images_carousel images="1,2"]', '[gallery ids="1,2" td_select_gallery_slide="slide"]'],
  [
    '[vc_video link="https://www.youtube.com/watch?v=abcdefghijk" align="center"]',
    '[embed]https://www.youtube.com/watch?v=abcdefghijk[/embed]',
  ],
  [
    '[vc_btn title="More" link="url:https%3A%2F%2Fx.example%2Fa|title:T|target:_blank"]',
    '<p><a href="https://x.example/a">More</a></p>',
  ],
  ['[td_block_text_with_title custom_title="Facts"]', '<h3>Facts</h3>'],
])('%s is written out', (written, shown) => {
  expect(writtenOut(written).trim()).toBe(shown);
});

test('what is said between tags, stands in code, or says nothing stays byte for byte', () => {
  for (const text of [
    '[vc_row css=".a{}"][vc_column width="1/2"][vc_column_text]<p>Words</p>[/vc_column_text][/vc_column][/vc_row]\r\n',
    '[vc_raw_html][/vc_raw_html]',
    '[vc_raw_html]No base64 at all![/vc_raw_html]',
    `[vc_raw_html]${encoded(film)}`,
    '<pre>[vc_video link="https://x.example/"]</pre>',
    '[vc_video link="x"]',
    '[vc_single_image image=""]',
    '[vc_btn title="More" link="url:javascript%3Aalert(1)"]',
    '[[vc_gallery images="1"]]',
    '[vc_custom_heading text=""]',
  ])
    expect(writtenOut(text)).toBe(text);
  expect(writtenOut('[vc_toggle title="Why?"]Because[/vc_toggle] [vc_separator]')).toBe(
    '\n\n<h3>Why?</h3>\n\nBecause[/vc_toggle] [vc_separator]',
  );
});
