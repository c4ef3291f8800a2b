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
    '<h4>The &quot;big&quot; &#91;one&#93;</h4>',
  ],
  ['[vc_custom_heading text="First" font_container="tag:h1"]', '<h2>First</h2>'],
  [
    '[vc_single_image image="21" img_size="full" /]',
    '[gallery ids="21" columns="1" size="large" link="none"]',
  ],
  [
    '[vc_single_image source="external_link" custom_src="https://x.example/a.jpg?b&c"]',
    '<figure class="wp-block-image"><img src="https://x.example/a.jpg?b&amp;c" alt="" /></figure>',
  ],
  ['[vc_gallery type="image_grid" images="1, 2,x"]', '[gallery ids="1,2" link="file"]'],
  ['[vc_images_carousel images="1,2"]', '[gallery td_select_gallery_slide="slide" ids="1,2" link="file"]'],
  [
    '[vc_video link="https://www.youtube.com/watch?v=abcdefghijk" align="center"]',
    '[embed]https://www.youtube.com/watch?v=abcdefghijk[/embed]',
  ],
  [
    '[vc_btn title="More" link="url:https%3A%2F%2Fx.example%2Fa|title:T|target:_blank"]',
    '<p><a href="https://x.example/a">More</a></p>',
  ],
  [
    '[vc_custom_heading text="Head" link="url:https%3A%2F%2Fbk.example%2Fh"]',
    '<h2><a href="https://bk.example/h">Head</a></h2>',
  ],
  [
    '[vc_single_image image="901" onclick="custom_link" link="https://bk.example/i"]',
    '[gallery ids="901" columns="1" size="large" link="none"]\n\n<p><a href="https://bk.example/i">bk.example</a></p>',
  ],
  [
    '[vc_cta h2="Come" h4="Soon" add_button="bottom" btn_title="Go" btn_link="url:https%3A%2F%2Fbk.example%2Fc"]Words[/vc_cta]',
    '<h2>Come</h2>\n\n<p>Soon</p>\n\nWords\n\n<p><a href="https://bk.example/c">Go</a></p>\n\n[/vc_cta]',
  ],
  [
    '[vc_video link="https://vimeo.com/22439234" title="Film title"]',
    '<h3>Film title</h3>\n\n[embed]https://vimeo.com/22439234[/embed]',
  ],
  [
    '[vc_images_carousel images="1,2" onclick="custom_link" custom_links="https://bk.example/1,javascript:alert(1),https://www.bk2.example/"]',
    '[gallery td_select_gallery_slide="slide" ids="1,2" link="file"]\n\n<p><a href="https://bk.example/1">bk.example</a></p>\n\n<p><a href="https://www.bk2.example/">bk2.example</a></p>',
  ],
  [
    `[vc_gallery images="1" custom_links="#E-8_${encoded('https://bk.example/1\nhttps://bk.example/2')}"]`,
    '[gallery ids="1" columns="1" size="large" link="none"]\n\n<p><a href="https://bk.example/1">bk.example</a></p>\n\n<p><a href="https://bk.example/2">bk.example</a></p>',
  ],
  ['[td_block_text_with_title custom_title="Facts"]', '<h3>Facts</h3>'],
  ['[td_block_text_with_title custom_title="DON%27T %3Cb%3E"]', "<h3>DON'T</h3>"],
  ['[td_block_text_with_title custom_title="100% %de"]', '<h3>100% %de</h3>'],
])('%s is written out', (written, shown) => {
  expect(writtenOut(written).trim()).toBe(shown);
});

test('addresses that are not web links are left out, and their text stays', () => {
  for (const address of [
    'url:javascript%3Aalert(1)',
    'javascript:alert(1)',
    'url:%6Aavascript%3Ax||',
    'url:data%3Atext%2Fhtml,x',
  ])
    for (const text of [
      `[vc_btn title="More" link="${address}"]`,
      `[vc_custom_heading text="More" link="${address}"]`,
      `[vc_cta h2="More" btn_title="Go" btn_link="${address}"]`,
      `[vc_single_image image="1" title="More" onclick="custom_link" link="${address}"]`,
      `[vc_video title="More" link="${address}"]`,
    ]) {
      expect(writtenOut(text)).toContain('More');
      expect(writtenOut(text)).not.toMatch(/href|script|data:/);
    }
});

test('text between tags, in code, or without meaning stays byte for byte', () => {
  for (const text of [
    '[vc_row css=".a{}"][vc_column width="1/2"][vc_column_text]<p>Words</p>[/vc_column_text][/vc_column][/vc_row]\r\n',
    '[vc_raw_html][/vc_raw_html]',
    '[vc_raw_html]No base64 at all![/vc_raw_html]',
    `[vc_raw_html]${encoded(film)}`,
    '<pre>[vc_video link="https://x.example/"]</pre>',
    '[vc_video link="x"]',
    '[vc_single_image image=""]',
    '[[vc_gallery images="1"]]',
    '[vc_custom_heading text=""]',
  ])
    expect(writtenOut(text)).toBe(text);
  expect(writtenOut('[vc_toggle title="Why?"]Because[/vc_toggle] [vc_separator]')).toBe(
    '\n\n<h3>Why?</h3>\n\nBecause[/vc_toggle] [vc_separator]',
  );
});
