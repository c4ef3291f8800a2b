import { expect, test } from 'vitest';
import { indexedWords } from './search-words.ts';
import { headingsOf } from './markup/headings.ts';
import { openingOfMarkup } from './markup/opening-words.ts';
import { contentToText } from './content-text.ts';
import { decodeEntities, escapeHtml, htmlToText, trimWords } from './plain-text.ts';

test('removes markup, and keeps words whole and separate', () => {
  expect(htmlToText('<p>One <b>bo</b>ld</p><p>two<br>three</p><!-- no --><script>no()</script>')).toBe(
    'One bold two three',
  );
  expect(htmlToText('a &lt;b&gt; &amp; &#8217;c&#x41;')).toBe('a <b> & ’cA');
  expect(htmlToText('1 < 2 and <3')).toBe('1 < 2 and <3');
  expect(htmlToText('<p>確かめる。</p>\n<p>一九九六年「待つ。」</p><p>（人）。 One</p>')).toBe(
    '確かめる。一九九六年「待つ。」（人）。 One',
  );
  expect(htmlToText('cut off <a href="')).toBe('cut off');
  const mark = '<sup data-fn="4c1e" class="fn"><a href="#4c1e" id="4c1e-link">1</a></sup>';
  expect(
    htmlToText(
      `A paragraph${mark} on 9 m<sup>2</sup>, the 1<sup class="x">st</sup>${mark}.<p>Never closed<sup data-fn="x">2<p>next`,
    ),
  ).toBe('A paragraph on 9 m2, the 1st. Never closed next');
});

test('URLs of embeds are separated from the words around them, though a text is one line', () => {
  const embed = (url: string) =>
    `<!-- wp:embed {"url":"${url}"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">${url}</div>` +
    '<figcaption>Caption</figcaption></figure><!-- /wp:embed -->';
  expect(
    contentToText(
      `<p>One</p>${embed('https://youtu.be/a')}<p>two</p>https://youtu.be/b\nthree[embed]https://youtu.be/c[/embed]four`,
    ),
  ).toBe('One https://youtu.be/a Caption two https://youtu.be/b three https://youtu.be/c four');
  expect([...indexedWords(contentToText(`One${embed('https://youtu.be/abc')}two`))]).toEqual([
    'one',
    'https',
    'youtu',
    'be',
    'abc',
    'caption',
    'two',
  ]);
  expect(contentToText('One [code]a &lt; b[/code] two')).toBe('One a < b two');
  expect(contentToText('One<!-- wp:query {} --><p>None</p><!-- /wp:query -->two')).toBe('One two');
});

test('removes shortcode tags, and keeps bracketed words', () => {
  expect(
    contentToText(
      '[vc_row width="1/2"]Kept[/vc_row] [gallery ids="1,2"] [sic] [1] [citation needed] [button url=x]Go[/button]',
    ),
  ).toBe('Kept [sic] [1] [citation needed] Go');
});

test('hostile texts take linear time', () => {
  for (const piece of ['<!--', '<script>', '<a ', '[a_', '[a b=', '&#x', '&a', '&ab;', '&eacute;']) {
    const text = piece.repeat(250_000);
    expect(contentToText(text).length).toBeLessThanOrEqual(text.length);
  }
});

test('escaping and trimming', () => {
  expect(escapeHtml('<a b="c">&')).toBe('&lt;a b=&quot;c&quot;&gt;&amp;');
  expect(decodeEntities('&unknown; &constructor; &notit; &a; &#0; &eacute')).toBe(
    '&unknown; &constructor; &notit; &a; &#0; &eacute',
  );
  expect(
    decodeEntities(
      'Caf&eacute; &Eacute;t&eacute; 5 &euro; &amp;euro; M&uuml;ller &frac12; &there4; &CounterClockwiseContourIntegral;&semi;&NBSP;&AMP;',
    ),
  ).toBe('Café Été 5 € &euro; Müller ½ ∴ ∳; &');
  expect(trimWords('one two three', 2)).toBe('one two…');
});

test('decodes numeric references like browsers, and never to half a character', () => {
  expect(decodeEntities('It&#146;s &#147;old&#x94; &#150; 5 &#128;')).toBe('It’s “old” – 5 €');
  expect(decodeEntities('&#xd83d;&#xde00; &#55357;&#56832; &#xd83d; &#xdfff;')).toBe('😀 😀 \ufffd \ufffd');
});

test('leaves out blocks that show content from elsewhere', () => {
  const query =
    '<!-- wp:query {"queryId":1,"query":{"a":"-> b"}} --><div><!-- wp:query-no-results --><p>No posts</p><!-- /wp:query-no-results --></div>' +
    '<!-- wp:query --><i>inner</i><!-- /wp:query --><b>still inside</b><!-- /wp:query -->';
  expect(contentToText(`<p>Before</p>${query}<p>Behind</p>`)).toBe('Before Behind');
  expect(
    contentToText(
      '<p>a</p><!-- wp:navigation {"ref":4} /--><p>b</p><!-- wp:comments --><p>x</p><!-- /wp:comments --><p>c</p>',
    ),
  ).toBe('a b c');
  expect(contentToText('<p>a</p><!-- /wp:query --><p>b</p><!-- wp:query --><p>cut off here')).toBe('a b');
  const contents =
    '<!-- wp:table-of-contents {"headings":[]} --><nav><ol><li><a href="#x">Gone</a></li></ol></nav><!-- /wp:table-of-contents -->';
  expect(contentToText(`${contents}<p>Text</p>`)).toBe('Text');
  expect(contentToText('<p>a</p><!-- wp:query-title /--><!-- wp:queryx --><p>b</p><!-- /wp:queryx -->')).toBe(
    'a b',
  );
  expect(
    contentToText(
      `${'<!-- wp:query --><p>x</p>'.repeat(20_000)}${'<!-- /wp:query -->'.repeat(20_000)}<p>end</p>`,
    ),
  ).toBe('end');
});

test('leaves out hidden blocks and their content, and only `false` hides', () => {
  const block = (name: string, blockVisibility: unknown, inner: string) =>
    `<!-- wp:${name} ${JSON.stringify({ metadata: { blockVisibility } })} -->${inner}<!-- /wp:${name} -->`;
  const group = block('group', false, `<div>${block('paragraph', true, '<p>inside</p>')}[b_c]too</div>`);
  const text = `<p>a</p>${block('paragraph', false, '<p>hidden</p>')}<p>b</p>${group}${block('html', false, 'c')}${block('quote', { viewport: {} }, ' d')}`;
  expect(contentToText(text)).toBe('a b c d');
  expect(openingOfMarkup(`${group}<!--more-->${text}`)).toBe('a b c d');
  const screens = (viewport: object) => block('quote', { viewport }, 'narrow');
  expect(['mobile', 'tablet', 'desktop'].map((width) => contentToText(screens({ [width]: false })))).toEqual([
    'narrow',
    'narrow',
    'narrow',
  ]);
  expect(contentToText(screens({ mobile: false, tablet: false, desktop: false }))).toBe('');
  expect(contentToText(block('group', false, 'secret').replace('block', String.raw`bloc\u006b`))).toBe('');
  expect(contentToText(`<p>a</p>${block('group', false, 'cut off').slice(0, -24)}`)).toBe('a');
  expect(
    headingsOf(
      `${block('heading', false, '<h2>x</h2>')}${block('group', false, '<!-- wp:heading --><h2>y</h2><!-- /wp:heading -->')}`,
    ),
  ).toEqual([]);
});
