import { describe, expect, test } from 'vitest';
import { autopContent, isTame } from './classic-content.ts';
import { withCodeElements, withoutListings } from '../../lib/shortcodes/code.ts';

describe('paragraphs', () => {
  test.each([
    ['one\n\ntwo', '<p>one</p>\n<p>two</p>\n'],
    ['one\ntwo', '<p>one<br />\ntwo</p>\n'],
    ['one\r\n\r\ntwo', '<p>one</p>\n<p>two</p>\n'],
    ['<div>a</div>\nb', '<div>a</div>\n<p>b</p>\n'],
    ['<ul>\n<li>a</li>\n</ul>', '<ul>\n<li>a</li>\n</ul>\n'],
    ['a\n<pre>b\n\nc</pre>\nd', '<p>a</p>\n<pre>b\n\nc</pre>\n<p>d</p>\n'],
    ['<blockquote>a</blockquote>', '<blockquote><p>a</p></blockquote>\n'],
    ['<p>a</p>', '<p>a</p>\n'],
    ['   \n ', ''],
  ])('%j', (content, html) => {
    expect(autopContent(content)).toBe(html);
  });

  test('a pre of WP-Syntax becomes a listing that keeps angle brackets; other pre elements are unchanged', () => {
    const listing =
      '<pre lang="cpp" line="1">\n#include <iostream>\nvector<int> v; // a && b [gallery]\n</pre>';
    expect(autopContent(`Before\n${listing}\nAfter`)).toContain(
      '<pre class="wp-block-code"><code>#include &lt;iostream&gt;\nvector&lt;int&gt; v; // a && b [gallery]</code></pre>',
    );
    expect(withCodeElements('<PRE LANG="php" escaped="true">&lt;?php echo 1;</PRE>')).toContain(
      '<code>&lt;?php echo 1;</code>',
    );
    expect(withCodeElements(`<p>a</p>${listing}`, true)).toContain('&lt;iostream&gt;');
    expect(withCodeElements("<pre lang='cs' line='1'>List<int> a;</pre>")).toContain('List&lt;int&gt;');
    expect(withoutListings(listing)).not.toContain('[');
    for (const other of [
      '<pre lang="fr">Un <b>poème</b></pre>',
      '<pre lang="php"><code>&lt;?php</code></pre>',
      '<pre lang="php"><span class="kw">echo</span> 1;</pre>',
      '<pre>a <b>c</b></pre>',
      '<pre lang="php">never ends <b>',
      '<p lang="php">a <b>c</b></p>',
    ])
      expect(withCodeElements(other)).toBe(other);
    const once = withCodeElements(listing);
    expect(withCodeElements(once)).toBe(once);
    for (const hostile of [
      '<pre lang="php">'.repeat(30_000),
      `${'<pre lang="php">'.repeat(30_000)}</pre x`,
      '<pre lang='.repeat(30_000),
    ])
      expect(withCodeElements(hostile)).toBe(hostile);
  });

  test('page breaks separate paragraphs, and stay between them', () => {
    expect(autopContent('one\n<!--nextpage-->\ntwo')).toBe('<p>one</p>\n<!--nextpage--><p>two</p>\n');
  });
});

describe('URLs on their own line', () => {
  test('become embeds when the site is known', () => {
    expect(autopContent('before\nhttps://youtu.be/ex8fMxXJDJw\nafter')).toBe(
      '<p>before</p>\n<p>[embed]https://youtu.be/ex8fMxXJDJw[/embed]</p>\n<p>after</p>\n',
    );
    expect(autopContent('https://vimeo.com/22439234')).toBe(
      '<p>[embed]https://vimeo.com/22439234[/embed]</p>\n',
    );
    expect(autopContent('a\r\n\r\nhttps://vimeo.com/22439234\r\n\r\nb')).toContain(
      '[embed]https://vimeo.com/22439234[/embed]',
    );
  });

  test('stay unchanged in a sentence, in a link, in code and of other sites', () => {
    for (const content of [
      'see https://youtu.be/ex8fMxXJDJw',
      'https://youtu.be/ex8fMxXJDJw is good',
      '<b>x</b>https://youtu.be/ex8fMxXJDJw',
      '<pre>\nhttps://youtu.be/ex8fMxXJDJw\n</pre>',
      '<a href="x">\nhttps://youtu.be/ex8fMxXJDJw\n</a>',
      'https://example.test/page',
    ])
      expect(autopContent(content), content).not.toContain('[embed]');
  });
});

describe('text that would slow autop down', () => {
  test.each([
    ['<div ', 50_000],
    [' ', 300_000],
    ['<script>', 50_000],
    ['<pre>x</pre>', 20_000],
    ['<', 200_000],
  ])('%j is recognized, and gets plain paragraphs', (piece, times) => {
    const text = `first\n\n${piece.repeat(times)}`;
    expect(isTame(text)).toBe(false);
    expect(autopContent(text).startsWith('<p>first</p>')).toBe(true);
  });

  test('never occurs in written text', () => {
    expect(isTame(`<p>a < b</p>\n\n${'<div class="x">text</div>\n\n'.repeat(5000)}`)).toBe(true);
  });
});

describe('listings of code', () => {
  const listing = '&lt;?php\nif ( $a &lt; 1 ) {\n\n    echo "x--y"; // [gallery]\n}';

  test.each([
    [
      `Before\n[sourcecode language="php"]\n${listing}\n[/sourcecode]\nbehind`,
      `<p>Before</p>\n<pre class="wp-block-code"><code>${listing}</code></pre>\n<p>behind</p>\n`,
    ],
    [`[PHP]${listing}[/php]`, `<pre class="wp-block-code"><code>${listing}</code></pre>\n`],
    ['[code lang="js"]a<br />\n  b[/code]', '<pre class="wp-block-code"><code>a\n  b</code></pre>\n'],
    [
      '<p>[php]</p>\n<p>$a;<br />\n$b;</p>\n<p>[/php]</p>',
      '<pre class="wp-block-code"><code>$a;\n$b;</code></pre>\n',
    ],
    ['[sourcecode]<b>[/sourcecode]', '<pre class="wp-block-code"><code>&lt;b&gt;</code></pre>\n'],
    ['Type [code]ls "a"[/code] here', '<p>Type <code>ls "a"</code> here</p>\n'],
    [
      '[cc lang="cpp"]\n#include <iostream>\n\n  std::vector<int> v;\n[/cc]',
      '<pre class="wp-block-code"><code>#include &lt;iostream&gt;\n\n  std::vector&lt;int&gt; v;</code></pre>\n',
    ],
    [
      '[ccN_php]echo "<br>";\n$a -- $b;[/ccN_php]',
      '<pre class="wp-block-code"><code>echo "&lt;br&gt;";\n$a -- $b;</code></pre>\n',
    ],
    [
      '[html]\n<p>a<br>b</p>\n[/html]',
      '<pre class="wp-block-code"><code>&lt;p&gt;a&lt;br&gt;b&lt;/p&gt;</code></pre>\n',
    ],
    ['See [cci]a<int>[/cci].', '<p>See <code>a&lt;int&gt;</code>.</p>\n'],
    [
      'See [crayon-5f3b2d1e inline="true"]x<y>[/crayon-5f3b2d1e] here',
      '<p>See <code>x&lt;y&gt;</code> here</p>\n',
    ],
    [
      '[crayon-5f3b2d1e lang="c"]\nx<y>\n[/crayon-5f3b2d1e]',
      '<pre class="wp-block-code"><code>x&lt;y&gt;</code></pre>\n',
    ],
    [
      '[crayon lang="c" title="main.c"]#include <stdio.h>[/crayon]',
      '<p><strong>main.c</strong></p>\n<pre class="wp-block-code"><code>#include &lt;stdio.h&gt;</code></pre>\n',
    ],
    [
      '<pre>[cc lang="c"]\n#include <stdio.h>\n[/cc]</pre>',
      '<pre class="wp-block-code"><code>#include &lt;stdio.h&gt;</code></pre>\n',
    ],
    [
      '[highlight lang="java"]List<String> a;[/highlight]',
      '<pre class="wp-block-code"><code>List&lt;String&gt; a;</code></pre>\n',
    ],
    [
      '[scala]\nval a: Seq[Int] = Nil\n[/scala]',
      '<pre class="wp-block-code"><code>val a: Seq[Int] = Nil</code></pre>\n',
    ],
    [
      'Very [highlight color="red"]bright[/highlight] words',
      '<p>Very [highlight color="red"]bright[/highlight] words</p>\n',
    ],
  ])('%j', (content, html) => {
    expect(autopContent(content)).toBe(html);
  });

  test('are left alone when unclosed, escaped or inside code', () => {
    for (const content of [
      'a [code] b',
      'a [code]b[/php]',
      'a [[code]b[/code]] c',
      'a <code>[code]b[/code]</code> c',
      'the [codes]b[/codes]',
      'a [text]b[/text] c',
      'a [cc] b',
    ]) {
      expect(autopContent(content)).toBe(`<p>${content}</p>\n`);
    }
  });

  test('hostile ones take linear time', () => {
    for (const half of [
      '[code]',
      '[/code]',
      '[code]a[/php]',
      '<pre>[code]a[/code]',
      '[code][php]a[/code]',
      '[code a="',
      '[code]<p>',
      '<pre>[cc]',
      '<pre>[cc]a[/cc]</pre>',
      '<pre> [cc]a[/cc] x</pre>',
      '[cc_',
      '[cc <pre',
    ]) {
      withCodeElements(half.repeat(20_000));
    }
  });
});
