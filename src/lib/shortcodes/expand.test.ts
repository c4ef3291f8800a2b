import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../test/harness/random.ts';
import { contentToText } from '../content-text.ts';
import { openingOfMarkup } from '../markup/opening-words.ts';
import { expandShortcodes } from './expand.ts';
import { hidesParts } from './hidden-shortcodes.ts';

/** The expanded text, one line per block. */
const expand = (content: string) =>
  expandShortcodes(content)
    .content.replace(/\n{2,}/g, '\n')
    .trim();
const base64 = (text: string) => Buffer.from(text).toString('base64');
const button = (url: string, words: string) =>
  '<div class="wp-block-buttons"><div class="wp-block-button">' +
  `<a class="wp-block-button__link wp-element-button" href="${url}">${words}</a></div></div>`;
const image = (url: string, alt = '') => `<img src="${url}" alt="${alt}" />`;
const figure = (inside: string) => `<figure class="wp-block-image">${inside}</figure>`;

describe('Divi', () => {
  test.each([
    [
      '[et_pb_image src="https://a.test/a.jpg" alt="A" url="https://a.test/" title_text="T" /]',
      figure(`<a href="https://a.test/">${image('https://a.test/a.jpg', 'A')}</a>`),
    ],
    [
      '[et_pb_section][et_pb_row][et_pb_cta title="Join %22us%22" button_url="/join/" button_text="Now"]<p>Words.</p>[/et_pb_cta][/et_pb_row][/et_pb_section]',
      `<h3>Join &quot;us&quot;</h3>\n<p>Words.</p>\n${button('/join/', 'Now')}`,
    ],
    [
      '[et_pb_team_member name="Ann Roe" position="Editor" image_url="//a.test/ann.png" facebook_url="https://facebook.com/ann"]<p>Bio.</p>[/et_pb_team_member]',
      `${figure(
        image('//a.test/ann.png', 'Ann Roe'),
      )}\n<h3>Ann Roe</h3>\n<p>Editor</p>\n<p>Bio.</p>\n<p><a href="https://facebook.com/ann">Facebook</a></p>`,
    ],
    [
      '[et_pb_testimonial author="Jane" job_title="Baker" company_name="Mill" url="https://mill.test/"]<p>Good.</p>[/et_pb_testimonial]',
      '<p>Good.</p>\n<p><strong><a href="https://mill.test/">Jane</a></strong>, Baker, Mill</p>',
    ],
    [
      '[et_pb_fullwidth_header title="Town" subhead="News" button_one_text="Read" button_one_url="https://a.test/r" header_image_url="https://a.test/h.webp" /]',
      `<h2>Town</h2>\n<p>News</p>\n${figure(image('https://a.test/h.webp'))}\n${button('https://a.test/r', 'Read')}`,
    ],
    ['[et_pb_gallery gallery_ids="3,5, 8" posts_number="4" /]', '[gallery ids="3,5,8" link="file"]'],
    [
      '[et_pb_audio audio="https://a.test/s.mp3" title="Song" artist_name="Ann" album_name="First" /]',
      '<h3>Song</h3>\n<p><strong>Ann</strong>, First</p>\n[audio src="https://a.test/s.mp3"]',
    ],
    [`[et_pb_code]${base64('<p>Coded <b>words</b></p>')}[/et_pb_code]`, '<p>Coded <b>words</b></p>'],
    [
      '[et_pb_code]<p>One</p><!-- [et_pb_line_break_holder] --><p>Two</p>[/et_pb_code]',
      '<p>One</p>\n<p>Two</p>',
    ],
    [
      '[et_pb_number_counter title="Readers" number="75" percent_sign="on" /]',
      '<p><strong>75 Readers</strong></p>',
    ],
    [
      '[et_pb_slide heading="Slide" button_text="See" button_link="https://a.test/s" image="https://a.test/s.jpg"]<p>W</p>[/et_pb_slide]',
      `<h3>Slide</h3>\n${figure(image('https://a.test/s.jpg'))}\n<p>W</p>\n${button('https://a.test/s', 'See')}`,
    ],
    [
      '[et_pb_contact_form email="boss@a.test" title="Write to us"][et_pb_contact_field field_title="Your name" field_id="Name" /][/et_pb_contact_form]',
      '<h3>Write to us</h3>\n<p><strong>Your name</strong></p>',
    ],
    [
      `[et_pb_heading title="@ET-DC@${base64('{"dynamic":true,"content":"post_title","settings":{"before":"On: ","after":""}}')}@" title_level="h4" /]`,
      '<h4>On:</h4>',
    ],
    [
      '[et_pb_social_media_follow_network social_network="x" url="https://x.com/a"]x[/et_pb_social_media_follow_network]',
      '<a href="https://x.com/a">x</a>',
    ],
    [
      '[dnxte_blurb blurb_heading="Third party" blurb_image="https://a.test/t.png" heading_color="#fff"]<p>W</p>[/dnxte_blurb]',
      `<h3>Third party</h3>\n${figure(image('https://a.test/t.png'))}\n<p>W</p>`,
    ],
  ])('%s', (written, shown) => {
    expect(expand(written)).toBe(shown);
  });
});

describe('Avada', () => {
  test.each([
    [
      '[fusion_imageframe image_id="7|full" alt="A" link="/x/" lightbox="no"]https://a.test/a.jpg[/fusion_imageframe]',
      figure(`<a href="/x/">${image('https://a.test/a.jpg', 'A')}</a>`),
    ],
    ['[fusion_imageframe image_id="7|full" /]', '[gallery ids="7" columns="1" size="large" link="none"]'],
    [
      '[fusion_tab title="T"][fusion_imageframe image_id="7"]<img src="https://a.test/a.jpg" />[/fusion_imageframe][/fusion_tab]',
      '<h3>T</h3>\n<img src="https://a.test/a.jpg" />',
    ],
    [
      '[fusion_button link="https://a.test/go" color="red" size="large"]Go there[/fusion_button]',
      button('https://a.test/go', 'Go there'),
    ],
    [
      '[fusion_title size="3" content_align="left"]A <em>title</em>[/fusion_title]',
      '<h3>A <em>title</em></h3>',
    ],
    [
      '[fusion_accordion][fusion_toggle title="Why?" open="no"]Because.[/fusion_toggle][/fusion_accordion]',
      '<h3>Why?</h3>\nBecause.',
    ],
    [
      '[fusion_person name="Ann" title="Editor" picture="https://a.test/p.jpg" twitter="https://twitter.com/ann"]Bio[/fusion_person]',
      `${figure(image('https://a.test/p.jpg', 'Ann'))}\n<h3>Ann</h3>\n<p>Editor</p>\nBio\n<p><a href="https://twitter.com/ann">Twitter</a></p>`,
    ],
    [
      '[fusion_content_box title="Box" image="https://a.test/b.png" link="https://a.test/b" linktext="More"]Words[/fusion_content_box]',
      `${figure(image('https://a.test/b.png'))}\n<h3><a href="https://a.test/b">Box</a></h3>\nWords\n<p><a href="https://a.test/b">More</a></p>`,
    ],
    [`[fusion_code]${base64('<p>Café &amp; more</p>')}[/fusion_code]`, '<p>Café &amp; more</p>'],
    [
      `[fusion_table]${base64('<table><tr><td>1</td></tr></table>')}[/fusion_table]`,
      '<table><tbody><tr><td>1</td></tr></tbody></table>',
    ],
    [
      `[fusion_syntax_highlighter language="c"]${base64('#include <stdio.h>\nint a[2];')}[/fusion_syntax_highlighter]`,
      '<pre class="wp-block-code"><code>#include &lt;stdio.h&gt;\nint a&#91;2&#93;;</code></pre>',
    ],
    [
      '[fusion_flip_box title_front="Front" text_front="Side" title_back="Back"]Words[/fusion_flip_box]',
      '<h3>Front</h3>\n<p>Side</p>\n<h4>Back</h4>\nWords',
    ],
    [
      '[fusion_checklist][fusion_li_item icon="fa-check"]One[/fusion_li_item][fusion_li_item]Two[/fusion_li_item][/fusion_checklist]',
      '<ul>\n<li>\nOne\n</li>\n<li>\nTwo\n</li>\n</ul>',
    ],
    ['[fusion_video video="https://a.test/f.mp4" width="" /]', '[video src="https://a.test/f.mp4"]'],
    [
      '[fusion_testimonials][fusion_testimonial name="Jane" company="Mill" link="https://mill.test"]Good.[/fusion_testimonial][/fusion_testimonials]',
      'Good.\n<p><strong><a href="https://mill.test">Jane</a></strong>, Mill</p>',
    ],
    [
      '[fusion_dropcap color="red"]O[/fusion_dropcap]nce [fusion_tagline_box title="T" description="D" link="/d" button="B" /]',
      `Once \n<h3>T</h3>\n<p>D</p>\n${button('/d', 'B')}`,
    ],
    [
      '[fusion_gallery image_ids="4,6" /][fusion_fontawesome icon="fa-flag" size="large" /]',
      '[gallery ids="4,6" link="file"]',
    ],
  ])('%s', (written, shown) => {
    expect(expand(written)).toBe(shown);
  });
});

describe('WPBakery', () => {
  test.each([
    [
      '[vc_row][vc_custom_heading text="News `{`live`}`" font_container="tag:h3|text_align:left" link="url:https%3A%2F%2Fa.test%2F||"][/vc_row]',
      '<h3><a href="https://a.test/">News &#91;live&#93;</a></h3>',
    ],
    [
      '[vc_single_image image="12" img_size="full" title="Boat"]',
      '<h3>Boat</h3>\n[gallery ids="12" columns="1" size="large" link="none"]',
    ],
    [
      '[vc_single_image source="external_link" custom_src="https://a.test/e.jpg" onclick="custom_link" link="https://a.test/"]',
      figure(`<a href="https://a.test/">${image('https://a.test/e.jpg')}</a>`),
    ],
    ['[vc_video link="https://vimeo.com/22439234"]', '[embed]https://vimeo.com/22439234[/embed]'],
    [
      '[vc_btn title="Read" color="blue" link="url:%2Fread%2F|title:Other|target:_blank"]',
      button('/read/', 'Read'),
    ],
    ['[vc_toggle title="Why?"]<p>So.</p>[/vc_toggle]', '<h3>Why?</h3>\n<p>So.</p>'],
    [
      '[vc_tta_tabs][vc_tta_section title="Tab" tab_id="1"]<p>In.</p>[/vc_tta_section][/vc_tta_tabs]',
      '<h3>Tab</h3>\n<p>In.</p>',
    ],
    [
      `[vc_raw_html]${base64(encodeURIComponent('<p>Raw <i>words</i></p><script>x()</script>'))}[/vc_raw_html][vc_raw_js]${base64('x()')}[/vc_raw_js]`,
      '<p>Raw <i>words</i></p>',
    ],
    ['[vc_gallery images="1,2" title="Shots"]', '<h3>Shots</h3>\n[gallery ids="1,2" link="file"]'],
    [
      '[vc_cta h2="Come" h4="Soon" btn_title="Go" btn_link="url:https%3A%2F%2Fa.test"]<p>W</p>[/vc_cta]',
      `<h2>Come</h2>\n<p>Soon</p>\n<p>W</p>\n${button('https://a.test', 'Go')}`,
    ],
    ['[vc_message]<p>Note.</p>[/vc_message][vc_text_separator title="Part"]', '<p>Note.</p>\n<h3>Part</h3>'],
    [`[vc_progress_bar values="${encodeURIComponent('[{"label":"Work","value":"90"}]')}"]`, '<p>Work 90</p>'],
    [
      `[vc_gmaps link="#E-8_${base64(encodeURIComponent('<iframe src="https://www.google.com/maps/embed?pb=1"></iframe>'))}"]`,
      '[embed]https://www.google.com/maps/embed?pb=1[/embed]',
    ],
  ])('%s', (written, shown) => {
    expect(expand(written)).toBe(shown);
  });
});

test('decodes the player in an Avada slide, and keeps its text', () => {
  const slide = (inside: string) => expand(`[fusion_slide type="video"]${inside}[/fusion_slide]`);
  const frame = '<iframe src="https://www.youtube.com/embed/aaaaaaaaaaa"></iframe>';
  expect(slide(base64(frame))).toBe('[embed]https://www.youtube.com/watch?v=aaaaaaaaaaa[/embed]');
  expect(slide(base64('<script>x()</script><p onclick="x()">W</p>'))).toBe('<p>W</p>');
  expect(expand('[fusion_slide image="https://a.test/a.jpg"]Harbour1[/fusion_slide]')).toContain('Harbour1');
});

test('a text reports whether a builder hid a part of it', () => {
  expect(hidesParts('a [et_pb_section disabled="on"]b[/et_pb_section]')).toBe(true);
  expect(hidesParts('[fusion_builder_container status="draft"]b[/fusion_builder_container]')).toBe(true);
  expect(hidesParts('[vc_row el_id="a" disable_element="yes"]b[/vc_row]')).toBe(true);
  for (const text of [
    '[[vc_row disable_element="yes"]]',
    '<pre>[vc_row disable_element="yes"]</pre>',
    '[vc_row disable_element="no"]b[/vc_row]',
    'vc_row disable_element="yes"',
    '[vc_'.repeat(100_000),
    '[vc_a status='.repeat(50_000),
  ])
    expect(hidesParts(text)).toBe(false);
});

describe('expands shortcodes right after a replaced one', () => {
  const list: NonNullable<Parameters<typeof expandShortcodes>[1]>['findList'] = (name, _, { end }) =>
    name === 'display-posts' ? { list: name, end } : undefined;
  test.each([
    '[toggle title="T"]w[/toggle]',
    '[tabs][tab title="T"]w[/tab][/tabs]',
    '[vc_hoverbox primary_title="T"]w[/vc_hoverbox]',
    '[acme_box heading="T"]w[/acme_box]',
    '[fusion_title size="3"]w[/fusion_title]',
    'w[et_pb_section disabled="on"]x[/et_pb_section]',
  ])('%s keeps them apart from its text', (before) => {
    for (const tag of [
      '[display-posts posts_per_page="3"]',
      '[contact-form-7 id="1"]',
      '[gallery ids="1"]',
    ]) {
      const { content } = expandShortcodes(`${before}${tag}`, { findList: list });
      expect(content).toMatch(/[\s>]\[[a-z][^\]]*\]$/);
      expect(content.endsWith(tag)).toBe(true);
    }
  });

  test('words and notes stay attached', () => {
    expect(expand('[su_highlight color="red"]w[/su_highlight]ing [box title="T"]a[/box][1]')).toContain(
      'a[1]',
    );
    expect(expand('[box title="T"]w[/box]ing')).toContain('wing');
  });
});

describe('elements that the former site hid', () => {
  test.each([
    ['[fusion_builder_container status="draft"][fusion_text]H[/fusion_text][/fusion_builder_container]', ''],
    [
      '[fusion_builder_container status="published_until" publish_date="2020-01-02 10:00:00"]H[/fusion_builder_container]',
      '',
    ],
    ['[vc_row disable_element="yes"][vc_column][vc_custom_heading text="H"][/vc_column][/vc_row]', ''],
    ['[et_pb_section disabled="on"][et_pb_blurb title="H"]H[/et_pb_blurb][/et_pb_section]', ''],
    ['[et_pb_section][et_pb_image src="https://a.test/H.jpg" disabled_on="on|on|on" /][/et_pb_section]', ''],
    ['[et_pb_section][et_pb_blog disabled_on="on|on|on" posts_number="3"][/et_pb_section]', ''],
    ['[et_pb_section disabled="on"][et_pb_section]H[/et_pb_section]H[/et_pb_section]S', 'S'],
  ])('%s shows nothing of it', (written, shown) => {
    const before = expandShortcodes(`${written}\n\nafter`).content.replace(/\[\/?et_pb_section\]|\s/g, '');
    expect(before).toBe(`${shown}after`);
    expect(expandShortcodes(`${written} after`, { isText: true }).content).not.toContain('H');
  });

  test.each([
    '[fusion_builder_container status="published"]H[/fusion_builder_container]',
    '[fusion_builder_container status="publish_after" publish_date="2020-01-02"]H[/fusion_builder_container]',
    '[fusion_builder_container status="published_until" publish_date=""]H[/fusion_builder_container]',
    '[vc_row disable_element=""]H[/vc_row]',
    '[et_pb_section disabled="off" disabled_on="on|on|off"]H[/et_pb_section]',
    '[box disabled="on" status="draft"]H[/box]',
  ])('%s is shown', (written) => {
    expect(expandShortcodes(written, { isText: true }).content).toContain('H');
  });
});

describe('unknown shortcodes', () => {
  test.each([
    ['[tabs][tab title="First" icon="fa-home"]Words[/tab][/tabs]', '<h3>First</h3>\nWords'],
    ['[img_assist|nid=12|title=Old ship|link=none|align=left]', '<h3>Old ship</h3>'],
    ['[powerpress url="https://a.test/x.mp3"]', '[audio src="https://a.test/x.mp3"]'],
    [
      'See [button link="https://a.test/" color="red"]this page[/button] now',
      'See <a href="https://a.test/">this page</a> now',
    ],
    [
      '[box title="Box" link="/more/" link_text="More" width="300px" animation="fadeIn" style="rounded" visible="yes"]Words[/box]',
      '<h3>Box</h3>\nWords\n<p><a href="/more/">More</a></p>',
    ],
    [
      '[person name="Ann Roe" photo="https://a.test/a.jpg" twitter="https://twitter.com/a" email="a@a.test"]',
      `<p>Ann Roe</p>\n${figure(image('https://a.test/a.jpg'))}\n<p><a href="https://twitter.com/a">Twitter</a></p>`,
    ],
    [
      '[quote author="Jane Roe"]Words[/quote]',
      'Words\n<p>Jane Roe</p>'.replace('<p>Jane Roe</p>', '<p><strong>Jane Roe</strong></p>'),
    ],
    [
      '[mp3]https://a.test/s.mp3[/mp3] [lightbox]https://a.test/p.png[/lightbox]',
      `[audio src="https://a.test/s.mp3"]\n \n${figure(image('https://a.test/p.png'))}`,
    ],
    [
      '[infobox text="<b>Bold</b> and <a href=\'https://a.test/\'>link</a>" columns="3"]',
      '<p><b>Bold</b> and <a href="https://a.test/">link</a></p>',
    ],
    [
      '[download-box file="https://a.test/report.pdf" title="Report"]',
      '<h3><a href="https://a.test/report.pdf">Report</a></h3>',
    ],
    [
      '[pdf-embedder url="https://a.test/report.pdf"]',
      '<p><a href="https://a.test/report.pdf">a.test</a></p>',
    ],
    [
      '<!-- wp:shortcode -->\n[sitemap]\n<!-- /wp:shortcode --><!-- wp:shortcode -->[note text="Kept"]<!-- /wp:shortcode -->',
      '<!-- wp:shortcode -->\n<!-- /wp:shortcode --><!-- wp:shortcode -->\n<p>Kept</p>\n<!-- /wp:shortcode -->',
    ],
    [
      '<!-- wp:paragraph --><p>[note text="Kept"]</p><!-- /wp:paragraph -->',
      '<!-- wp:paragraph -->\n<p>Kept</p>\n<!-- /wp:paragraph -->',
    ],
  ])('%s', (written, shown) => {
    expect(expand(written)).toBe(shown);
  });

  test.each([
    '[spacer height="20px" class="x" id="a_b" color="#ff0000" columns="3" show_title="yes" align="left" icon="fa-home" title="true" text="none"]',
    '[contact-form-7 id="4" title="Contact form 1"]',
    '[rev_slider alias="home"]',
    '[et_pb_blog title="Latest" include_categories="3" /]',
    '[td_block_1 custom_title="Sports" limit="3"]',
    '[vc_basic_grid title="Posts"]',
    '[products title="Shop"]',
    '[tablepress id="3" title="Table"]',
    '[mc4wp_form id="2" title="Newsletter"]',
    '[display-posts title="Recent"]',
  ])('%s shows readers nothing', (written) => {
    expect(expand(`Before ${written} after`).replace(written, '')).toMatch(/^Before\s+after$/);
    expect(contentToText(`Before ${written} after`)).toBe('Before after');
  });

  test.each([
    '[1]',
    '[sic]',
    'array[0]',
    '[citation needed]',
    '[Note: see below]',
    'a[my_index] = 1',
    '[see page 3]',
    '[the "best" one]',
    '[[tab title="x"]]',
    '<a title=\'[tab title="x"]\'>x</a>',
    '<pre>[tab title="x"]</pre>',
    '<code>[tab title="x"]</code>',
    '[cc lang="c"][tab title="x"][/cc]',
    '[[caption][tab title="x"][/caption]]',
    '<!-- [tab title="x"] -->',
    '<!-- wp:html --><script>a["[tab title=1]"]</script><p>[tab title="x"]</p><!-- /wp:html -->',
    '[youtube]dQw4w9WgXcQ[/youtube]',
    '[gallery ids="1"]',
  ])('%s stays', (written) => {
    expect(expandShortcodes(written).content).toBe(written);
  });
});

test('search, excerpts and pages have the same words', () => {
  const page =
    '[et_pb_section][et_pb_blurb title="Blurb title" image="https://a.test/a.jpg"]<p>Words.</p>[/et_pb_blurb]' +
    '[et_pb_button button_url="https://a.test" button_text="Go" /]' +
    `[vc_raw_html]${base64('<p>Raw</p>')}[/vc_raw_html][et_pb_video src="https://youtu.be/dQw4w9WgXcQ" /]` +
    `[cc]a<int>[/cc]\n\n[podlove-web-player]\n\n[/et_pb_section]`;
  expect(contentToText(page)).toBe('Blurb title Words. Go Raw a<int>');
  expect(openingOfMarkup(page)).toBe('Words. Go Raw a<int>');
});

describe('hostile texts', () => {
  test('keeps content after an unclosed element', () => {
    for (const unclosed of ['<!-- x', '<textarea>', '<title>', '<div', '<a href="', '<table><tr>']) {
      expect(expand(`[vc_raw_html]${base64(`<p>In</p>${unclosed}`)}[/vc_raw_html]\n\nAfter`)).toMatch(
        /<p>In<\/p>[^<]*(?:<[^<>]*>|\s|&lt;div)*\n?After$/,
      );
      expect(contentToText(`[vc_raw_html]${base64(`<p>In</p>${unclosed}`)}[/vc_raw_html] After`)).toMatch(
        /^In.* After$/,
      );
    }
  });

  test('a megabyte takes linear time and space', () => {
    const pieces = [
      '[a_b title=x]',
      '[tab title="x"]',
      '[tab title="x"][/tab]',
      '[box link="/a"]b',
      '[et_pb_tab title="',
      '[vc_raw_html]',
      '[vc_raw_html]YQ==[/vc_raw_html]',
      '[fusion_imageframe]',
      '[fusion_button link="/a"]',
      '[a_b|c=d',
      '[a-b]\n',
      '[tab title="[',
      '[et_pb_blurb title="x" image="/a.jpg" url="/b"]',
      '[fusion_title]',
      '<p>[b_c text="d"]',
      '[b_c text="<b>"]',
      '[x link="https://a.test/b.jpg"]',
      '[x content="',
      '[x `{`',
      '[cc][/cc]',
      '<!-- wp:shortcode -->[a',
      '<!-- wp:html --><script>[a b="c"]',
      '[et_pb_code]_holder]',
    ];
    for (const piece of pieces) {
      const content = piece.repeat(Math.ceil(100_000 / piece.length));
      expect(expandShortcodes(content).content.length, piece).toBeLessThan(content.length * 12);
    }
    expandShortcodes('[tab title="x"]'.repeat(70_000), { isText: true });
    expect(expand(`${'[box title="x"]'.repeat(100_000)}${'[/box]'.repeat(100_000)}`)).toMatch(/^<h3>x<\/h3>/);
    expandShortcodes(`[vc_raw_html]${base64('<div>'.repeat(200_000))}[/vc_raw_html]`);
  });

  test('loses or moves no word in 3000 broken texts', () => {
    const random = seededRandom(7);
    const pieces = [
      '[tab title="$"]',
      '[/tab]',
      '[et_pb_blurb title="$"]',
      '[/et_pb_blurb]',
      '[fusion_title size="2"]',
      '[/fusion_title]',
      '[fusion_button link="/a"]',
      '[/fusion_button]',
      '[vc_row]',
      '[/vc_row]',
      '<p>',
      '</p>',
      '\n\n',
      '<b>',
      '</b>',
      '[box link="/b"]',
      '[/box]',
      '[fusion_li_item]',
      '[/fusion_li_item]',
      ' ',
      '[sic]',
      '<!-- wp:paragraph -->',
      '<!-- /wp:paragraph -->',
      '<!-- wp:shortcode -->',
      '<!-- /wp:shortcode -->',
      '[gallery ids="1"]',
      '[caption]',
      '[/caption]',
      '[fusion_imageframe]',
      '[/fusion_imageframe]',
    ];
    for (let round = 0; round < 3000; round++) {
      const words: string[] = [];
      let content = '';
      for (let count = 3 + Math.floor(random() * 20); count > 0; count--) {
        const piece = random() < 0.3 ? ' $ ' : (pieces[Math.floor(random() * pieces.length)] ?? '');
        content += piece.replace('$', () => `word${words.push(`word${words.length}q`) - 1}q`);
      }
      const html = expandShortcodes(content).content;
      expect(html.match(/word\d+q/g) ?? [], content).toEqual(words);
      expect(contentToText(content).match(/word\d+q/g) ?? [], content).toEqual(words);
    }
  });
});
