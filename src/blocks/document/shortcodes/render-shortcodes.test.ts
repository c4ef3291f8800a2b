import { describe, expect, test } from 'vitest';
import { viewTexts } from '../../../lib/view-texts.ts';
import { contentToText } from '../../../lib/content-text.ts';
import type { ContentPicture } from '../content-env.ts';
import { embedFigure } from '../players.ts';
import { ShortcodeText } from './render-shortcodes.ts';
import type { ShortcodeContext } from './render-shortcodes.ts';

const picture = (id: number, more: Partial<ContentPicture> = {}): ContentPicture => ({
  id,
  src: `/media/${id}-640.webp`,
  srcset: `/media/${id}-320.webp 320w, /media/${id}-1600.webp 1600w`,
  width: 1600,
  height: 1200,
  alt: `Alt ${id}`,
  color: '',
  focalX: 500,
  focalY: 500,
  ...more,
});

function render(html: string, context: Partial<ShortcodeContext> = {}): string {
  let galleries = 0;
  return new ShortcodeText(html).render({
    postId: 9,
    pictures: new Map([1, 2, 3].map((id) => [id, picture(id)])),
    media: new Map([[5, { url: '/media/song.mp3', title: 'A &amp; <b>B</b>', mimeType: 'audio/mpeg' }]]),
    attached: () => [],
    nextGallery: () => ++galleries,
    takeFiles: (ids) => ids,
    placeList: () => '',
    used: new Set(),
    words: viewTexts,
    ...context,
  });
}

describe('keeps brackets that are no shortcodes', () => {
  test.each([
    '[1]',
    '[sic]',
    'array[0]',
    '[citation needed]',
    '[simple boat]',
    'a[my_index] = 1',
    '[Note: see below]',
    '[a/b]',
    '[]',
    '[',
    '[[Wiki page]]',
    '[x] [ ] todo',
    '[/end]',
    '[see <a href="x" title="y">this</a>]',
    '[MAX_SIZE',
    'f([a, b])',
    '[2 of 3]',
    '<a title="[vc_row]">x</a>',
    '<!-- [vc_row] -->',
    '<script>x = [my_var]</script>',
    '<code>[vc_row]</code>',
    '<pre>[gallery ids="1"]</pre>',
  ])('%s', (html) => {
    expect(render(html)).toBe(html);
  });
});

describe('unknown shortcodes drop their tags and keep their content', () => {
  test.each([
    ['[vc_row css=".a{b:c}"][vc_column width="1/2"]Text[/vc_column][/vc_row]', 'Text'],
    ['<p>[vc_row]</p>\n<p>Text</p>\n<p>[/vc_row]</p>', '\n<p>Text</p>\n'],
    ['<p>[td_smart_list_end]</p>', ''],
    ['<p>[td_block_1 category_id="2" limit="3"]</p>', ''],
    ['a [contact-form-7 id="4" title="x"] b', 'a  b'],
    ['a [hr /] b', 'a  b'],
    ['[quote author]words[/quote]', 'words'],
    ['w[b]o[/b]rd', 'word'],
    ['<p>[et_pb_text]<br />\nText<br />\n[/et_pb_text]</p>', '<p>Text<br />\n</p>'],
    ['one[/vc_column_text][vc_column_text]two', 'one two'],
    ['[my_thing]', ''],
  ])('%s', (html, shown) => {
    expect(render(html)).toBe(shown);
  });
});

test('doubled brackets print a shortcode', () => {
  expect(render('Use [[gallery ids="1"]] or [[caption]x[/caption]], <code>[[gallery]]</code>')).toBe(
    'Use [gallery ids="1"] or [caption]x[/caption], <code>[gallery]</code>',
  );
});

describe('[gallery]', () => {
  test('shows its pictures in order with links to their files', () => {
    expect(render('<p>[gallery ids="2,1,99" columns="2" link="file"]</p>')).toBe(
      '<div id="gallery-1" class="gallery galleryid-9 gallery-columns-2 gallery-size-thumbnail">' +
        '<figure class="gallery-item"><div class="gallery-icon landscape"><a href="/media/2-1600.webp" data-lightbox-size="1600x1200"><img ' +
        'src="/media/2-640.webp" width="1600" height="1200" class="attachment-thumbnail wp-image-2" alt="Alt 2"></a></div></figure>' +
        '<figure class="gallery-item"><div class="gallery-icon landscape"><a href="/media/1-1600.webp" data-lightbox-size="1600x1200"><img ' +
        'src="/media/1-640.webp" width="1600" height="1200" class="attachment-thumbnail wp-image-1" alt="Alt 1"></a></div></figure></div>',
    );
  });

  test('has captions, portraits, other links and other sizes', () => {
    const pictures = new Map([
      [1, picture(1, { caption: 'A <em>caption</em>', height: 2000, pageUrl: '/bell/' })],
    ]);
    expect(render('[gallery ids=1 size=large]', { pictures })).toContain('<a href="/bell/">');
    expect(render('[gallery ids=1 size=large]', { pictures })).toMatch(
      /gallery-columns-3 gallery-size-large.*gallery-icon portrait.*<figcaption class="wp-caption-text gallery-caption">A <em>caption<\/em><\/figcaption>/,
    );
    expect(render('[gallery ids=1 link="none"]', { pictures })).not.toContain('<a ');
    expect(render('[gallery ids="1,2" exclude="1"]')).not.toContain('wp-image-1"');
  });

  test('without ids shows the attachments of the post, and renders nothing without attachments', () => {
    const own = { postId: undefined, by: 'menu', direction: 'asc' };
    expect(new ShortcodeText('[gallery] [playlist type="video"]').needs()).toEqual({
      pictureIds: [],
      mediaIds: [],
      attached: [
        { ...own, kind: 'image' },
        { ...own, kind: 'video' },
      ],
      players: '',
    });
    expect(render('[gallery]', { attached: () => [3] })).toContain('wp-image-3');
    expect(render('<p>[gallery ids="98,99"]</p>')).toBe('');
  });

  test('shows the attachments of the post that it names, in the requested order', () => {
    const asked = (tag: string) =>
      new ShortcodeText(tag)
        .needs()
        .attached.map(({ postId, kind, by, direction }) => [postId, kind, by, direction].join(' '));
    expect(
      asked(
        '[gallery id="7"] [playlist id="8" order="DESC"] [gallery id="x" orderby="post_date" order="desc"]',
      ),
    ).toEqual(['7 image menu asc', '8 audio menu desc', ' image date desc']);
    expect(
      asked(
        '[gallery orderby="title"] [gallery orderby="ID"] [gallery orderby="menu_order ID"] [gallery orderby="rand"]',
      ),
    ).toEqual([' image title asc', ' image id asc', ' image menu asc', ' image menu asc']);
    expect(render('[gallery id="7"]', { attached: ({ postId }) => (postId === 7 ? [2] : [1]) })).toMatch(
      /wp-image-2"(?!.*wp-image-1")/,
    );
  });

  test('accepts curly and encoded quotes, and a line break inside the tag', () => {
    for (const tag of [
      '[gallery ids=”1,2”]',
      '[gallery ids=&#8221;1,2&#8243;]',
      "[gallery ids='1,2']",
      '[gallery<br />\nids="1, 2"]',
    ]) {
      expect(new ShortcodeText(tag).needs().pictureIds, tag).toEqual([1, 2]);
    }
  });
});

describe('[caption]', () => {
  test.each([
    [
      '[caption width="3"]<br />\n<img src="a.jpg"></p>\n<p>One</p>\n<p>two [sic]<br />\n[/caption]',
      '<img src="a.jpg">',
      'One<br />two [sic]',
    ],
    [
      '[caption width="3"]<p><a href="/x"><img src="a.jpg"></a></p>\n<p>Words</p>[/caption]',
      '<a href="/x"><img src="a.jpg"></a>',
      'Words',
    ],
    [
      '[caption width="3"]<a href="/x"><img src="a.jpg"></a><br />Words[/caption]',
      '<a href="/x"><img src="a.jpg"></a>',
      'Words',
    ],
    [
      '[caption width="3"]<iframe src="https://maps.test/"></iframe> A map[/caption]',
      '<iframe src="https://maps.test/"></iframe>',
      'A map',
    ],
  ])('%j shows its picture and caption, without the paragraphs around it', (written, shown, caption) => {
    expect(render(written)).toBe(
      `<figure class="wp-caption alignnone" style="width:3px;max-width:100%">${shown}<figcaption class="wp-caption-text">${caption}</figcaption></figure>`,
    );
  });

  test('accepts text after the picture', () => {
    expect(
      render(
        '<p>[caption id="attachment_7" align="alignleft" width="300"]<a href="/x"><img src="a.jpg"></a> Bell <em>on</em> wharf[/caption]</p>',
      ),
    ).toBe(
      '<figure id="attachment_7" class="wp-caption alignleft" style="width:300px;max-width:100%"><a href="/x"><img src="a.jpg"></a><figcaption ' +
        'class="wp-caption-text">Bell <em>on</em> wharf</figcaption></figure>',
    );
  });

  test('accepts its attribute, also with markup', () => {
    expect(render('[caption width="300" caption="A <a href=\'x\'>log</a>"]<img src="a.jpg">[/caption]')).toBe(
      '<figure class="wp-caption alignnone" style="width:300px;max-width:100%"><img src="a.jpg"><figcaption class="wp-caption-text">A <a ' +
        "href='x'>log</a></figcaption></figure>",
    );
  });

  test('loses no picture, no caption and no end', () => {
    expect(render('[caption]only words[/caption]')).toBe('only words');
    expect(render('[caption]<img src="a.jpg">[/caption]')).toBe('<img src="a.jpg">');
    expect(render('[caption width="3"]before <img src="a"> after')).toBe('before <img src="a"> after');
    expect(render('[caption]first [caption]<img src="a"> second[/caption] third')).toBe(
      'first <figure class="wp-caption alignnone"><img src="a"><figcaption class="wp-caption-text">second</figcaption></figure> third',
    );
  });
});

describe('[audio], [video], [playlist]', () => {
  test('are players that preload nothing', () => {
    expect(render('<p>[audio https://a.test/x.mp3?a=1&b=2]</p>')).toBe(
      '<figure class="wp-block-audio"><audio controls preload="none" src="https://a.test/x.mp3?a=1&amp;b=2"><a ' +
        'href="https://a.test/x.mp3?a=1&amp;b=2">x.mp3</a></audio></figure>',
    );
    expect(render('[video width="640" height="360" mp4="/a.mp4" poster="/p.jpg" loop="on"][/video]')).toBe(
      '<figure class="wp-block-video"><video controls preload="none" width="640" height="360" poster="/p.jpg" loop src="/a.mp4"><a ' +
        'href="/a.mp4">a.mp4</a></video></figure>',
    );
    expect(render('[video src="https://youtu.be/ex8fMxXJDJw"]')).toContain('data-video="youtube"');
    expect(render('[video]https://a.test/v.mp4[/video]')).toContain('src="https://a.test/v.mp4"');
  });

  test('have their inner subtitles, and all available formats', () => {
    const track = '<track srclang="en" label="English" kind="subtitles" src="/a.vtt" />';
    expect(render(`<p>[video mp4="/a.mp4" webm="/a.webm"]${track}[/video]</p>`)).toBe(
      '<figure class="wp-block-video"><video controls preload="none"><source type="video/mp4" src="/a.mp4"><source type="video/webm" src="/a.webm">' +
        `${track}<a href="/a.mp4">a.mp4</a></video></figure>`,
    );
    expect(render(`[video src="/a.mp4" mp4="/a.mp4"]${track}<br />\nWords[/video]`)).toMatch(
      / src="\/a\.mp4"><track [^<]*><a .*<\/figure>.*Words$/s,
    );
  });

  test('keep the text between them', () => {
    expect(render('[audio mp3="a.mp3"] words [audio mp3="b.mp3"][/audio]')).toMatch(
      /a\.mp3.* words .*b\.mp3/,
    );
    expect(render('[audio mp3="a.mp3"]inside[/audio]')).toMatch(/<\/figure>inside$/);
  });

  test('a playlist lists its files by title', () => {
    expect(render('[playlist ids="5,6"]')).toBe(
      '<ol class="wp-playlist"><li class="playlist-item"><span class="playlist-title">A &amp; B</span><figure class="wp-block-audio"><audio controls ' +
        'preload="none" src="/media/song.mp3"><a href="/media/song.mp3">song.mp3</a></audio></figure></li></ol>',
    );
  });
});

test('[embed] becomes a figure, and without a URL its text stays', () => {
  expect(render('<p>[embed width="5"]https://vimeo.com/22439234?a=1&amp;b=2[/embed]</p>')).toMatch(
    /^<figure class="wp-block-embed is-type-video is-provider-vimeo.*href="https:\/\/vimeo.com\/22439234\?a=1&amp;b=2"/,
  );
  expect(render('[embed]no address[/embed]')).toBe('no address');
});

describe('shortcodes for other sites’ content become the embed of its URL', () => {
  const film = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  test.each([
    ['[youtube https://www.youtube.com/watch?v=dQw4w9WgXcQ]', film],
    ['[youtube=http://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;w=320&#038;h=240]', film],
    ['[youtube id="dQw4w9WgXcQ" width="600" /]', film],
    ['[su_youtube url=“https://youtu.be/dQw4w9WgXcQ”]', film],
    ['[fusion_youtube id="dQw4w9WgXcQ" /]', film],
    ['[vimeo 12345678]', 'https://vimeo.com/12345678'],
    ['[vimeo http://vimeo.com/12345678 w=400]', 'https://vimeo.com/12345678'],
    ['[dailymotion id=x8oma9]', 'https://www.dailymotion.com/video/x8oma9'],
    ['[soundcloud url="https://soundcloud.com/a/b" /]', 'https://soundcloud.com/a/b'],
    [
      '[soundcloud url="http://api.soundcloud.com/tracks/12" width="100%"]',
      'https://w.soundcloud.com/player/?url=http%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F12',
    ],
    ['[tweet https://twitter.com/a/status/20]', 'https://twitter.com/a/status/20'],
    ['[tweet 1234567890]', 'https://twitter.com/i/web/status/1234567890'],
    ['[instagram url=https://www.instagram.com/p/Bn/]', 'https://www.instagram.com/p/Bn/'],
    ['[facebook url="https://www.facebook.com/x/posts/1"]', 'https://www.facebook.com/x/posts/1'],
    [
      '[spotify id="spotify:track:41i3r5bmmV7p1a0Z3cgDLP"]',
      'https://open.spotify.com/track/41i3r5bmmV7p1a0Z3cgDLP',
    ],
    ['[youtube]dQw4w9WgXcQ[/youtube]', film],
    ['[vimeo] 12345678 [/vimeo]', 'https://vimeo.com/12345678'],
    ['[gist id=5be6a8fc4a1ce1ac5ff0 file="x.php"]', 'https://gist.github.com/5be6a8fc4a1ce1ac5ff0'],
    ['[gist https://gist.github.com/ann/2978185 /]', 'https://gist.github.com/ann/2978185'],
    ['[gist]https://gist.github.com/ann/2978185[/gist]', 'https://gist.github.com/ann/2978185'],
    ['[wpvideo kUJmAcSf w=640]', 'https://videopress.com/v/kUJmAcSf'],
    ['[videopress kUJmAcSf at=3]', 'https://videopress.com/v/kUJmAcSf'],
    ['[ted id=981 lang="en"]', 'https://www.ted.com/talks/981'],
    ['[scribd id=39027960 key=key-3kaiwc mode=list]', 'https://www.scribd.com/document/39027960'],
    ['[archiveorg Wonderfu1958]', 'https://archive.org/details/Wonderfu1958'],
    ['[poll id="9541291"]', 'https://poll.fm/9541291'],
    ['[polldaddy poll=9541291]', 'https://poll.fm/9541291'],
    ['[crowdsignal survey="7676FB1FF2B56CE9" type="iframe"]', 'https://survey.fm/7676FB1FF2B56CE9'],
    [
      '[googlemaps https://maps.google.com/maps?f=q&amp;q=Oslo&amp;output=embed w=425]',
      'https://maps.google.com/maps?f=q&q=Oslo',
    ],
    [
      '[googlemaps https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d1999!2d10.7522!3d59.9139!2m3]',
      'https://www.google.com/maps/search/?api=1&query=59.9139,10.7522',
    ],
    ['[iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" width="100%" height="500"]', film],
    ['[iframe src=https://evil.example/x width=1]', 'https://evil.example/x'],
    ['[iframe https://evil.example/y]', 'https://evil.example/y'],
    ['[iframe]https://evil.example/z[/iframe]', 'https://evil.example/z'],
  ])('%s', (written, address) => {
    const used = new Set<string>();
    expect(render(`<p>${written}</p>`, { used })).toBe(embedFigure(address));
    expect([...used]).toEqual(['core/embed']);
    expect(contentToText(`Before ${written} behind`)).toBe('Before behind');
  });

  test('leaves references to nothing unchanged', () => {
    for (const word of [
      '[youtube information]',
      '[vimeo 12]',
      '[tweet this]',
      '[price=https://youtu.be/dQw4w9WgXcQ]',
      '[see https://youtu.be/dQw4w9WgXcQ]',
      '[spotify javascript:alert(1)]',
      '[youtube=nothing]',
      '[wpvideo programs]',
      '[gist feedback]',
      '[googlemaps javascript:alert(1)]',
      '[iframe data:text/html,x]',
      '[videopress tutorial]',
    ]) {
      expect(render(`<p>${word}</p>`)).toBe(`<p>${word}</p>`);
      expect(contentToText(`Before ${word}`)).toBe(`Before ${word}`);
    }
    expect(render('<p>[youtube dQw4w9WgXcQ] [youtube https://evil.example/?v=dQw4w9WgXcQ]</p>')).toBe(
      `<p>${embedFigure(film)} [youtube https://evil.example/?v=dQw4w9WgXcQ]</p>`,
    );
    for (const gone of [
      '[soundcloud url="javascript:alert(1)"]',
      '[iframe src="javascript:alert(1)"]',
      '[poll id="2"]',
      '[polldaddy rating=12345]',
    ]) {
      expect(render(`<p>${gone}</p>`)).toBe('');
    }
    expect(render('<p>[youtube]the whole film[/youtube]</p>')).toBe('<p>the whole film</p>');
    expect(
      render('[[youtube https://youtu.be/dQw4w9WgXcQ]] <code>[youtube=https://youtu.be/dQw4w9WgXcQ]</code>'),
    ).not.toContain('<figure');
  });
});

test('players of plugins from before WordPress had its own play their file', () => {
  for (const written of [
    '[audio http://a.test/x.mp3|titles=A song|artists=Ann]',
    '[audio:http://a.test/x.mp3|titles=A song]',
    '[audio:http://a.test/x.mp3]',
  ]) {
    expect(render(`<p>${written}</p>`)).toBe(
      '<figure class="wp-block-audio"><audio controls preload="none" src="http://a.test/x.mp3"><a href="http://a.test/x.mp3">x.mp3</a></audio></figure>',
    );
  }
});
