import { expect, test } from 'vitest';
import { decodeEntities } from '../plain-text.ts';
import { asTyped, typographyOf } from './typography.ts';

const english = typographyOf('en-US');

test.each([
  ['"To be," she said, "or not."', '“To be,” she said, “or not.”'],
  ["'To be,' she said.", '‘To be,’ she said.'],
  ['("aside") ["note"] {"set"} -"dash"', '(“aside”) [“note”] {“set”} -“dash”'],
  ['"She said \'Go!\'"', '“She said ‘Go!’”'],
  ['\'She said "Go!"\'', '‘She said “Go!”’'],
  ['"Chapter 12", "42", \'1.5\'', '“Chapter 12”, “42”, ‘1.5’'],
  ['a\u00a0"word"', 'a\u00a0“word”'],
  ["``old'' quotes", '“old” quotes'],
  ['« déjà » „schon“ “done”', '« déjà » „schon“ “done”'],
  ["don't, the boys', Anna's", 'don’t, the boys’, Anna’s'],
  ["'tis the '90s, 'Til then; 'twas '05", '’tis the ’90s, ’Til then; ’twas ’05'],
  ["'the class of '99'", '‘the class of ’99’'],
  ['"the class of \'99"', '“the class of ’99”'],
  ["f'(x)", "f'(x)"],
  ['6\'2" tall, 9" wide, 5\' deep', '6’2″ tall, 9″ wide, 5′ deep'],
  [
    "'Between 5' and 6' in group 7'. A man of 7', once.",
    '‘Between 5′ and 6′ in group 7’. A man of 7′, once.',
  ],
  ['one - two -- three --- four', 'one – two — three — four'],
  ['one--two---three', 'one–two—three'],
  ['well-known, xn--bcher-kva.example', 'well-known, xn--bcher-kva.example'],
  ['wait... what....', 'wait… what….'],
  ['2x4, 1920x1080, 0.5x2', '2×4, 1920×1080, 0.5×2'],
  ['0x1F, 3x2x1, 4x, 2x4s, a2x4', '0x1F, 3x2x1, 4x, 2x4s, a2x4'],
  ['Word (tm), word(tm)', 'Word ™, word(tm)'],
  [
    '[gallery ids="1,2" link=\'none\'] and [a "note" - here]',
    '[gallery ids="1,2" link=\'none\'] and [a “note” – here]',
  ],
  ['https://www.youtube.com/watch?v=a--b2x4_Qab', 'https://www.youtube.com/watch?v=a--b2x4_Qab'],
  ['See https://x.test/a--b...2x4 - "it"', 'See https://x.test/a--b...2x4 – “it”'],
  ['(Http://x.test/a--b) Www.x.test/2x4\na--b', '(Http://x.test/a--b) Www.x.test/2x4\na–b'],
  [
    "\"https://x.test/a--b\", 'www.x.test/2x4', ``http://x.test/--''",
    '“https://x.test/a--b”, ‘www.x.test/2x4’, “http://x.test/--”',
  ],
  ["www.x.test/it's--2x4 it's", "www.x.test/it's--2x4 it’s"],
  [
    '[a http://x.test/--] [a u="http://x.test/--"] [embed]https://x.test/a--b[/embed]',
    '[a http://x.test/--] [a u="http://x.test/--"] [embed]https://x.test/a--b[/embed]',
  ],
  ['xhttp://a--b awww.a--b http:/a--b', 'xhttp://a–b awww.a–b http:/a–b'],
  ['awww... 1xhttp...', 'awww… 1xhttp…'],
])('%j reads as %j, as text and as HTML', (typed, read) => {
  expect(english.text(typed)).toBe(read);
  expect(english.text(read)).toBe(read);
  const html = english.html(typed);
  expect(decodeEntities(html)).toBe(read.replaceAll('&', '&amp;'));
  expect(english.html(html)).toBe(html);
});

test.each([
  ['<p>"One"</p><p>"two" <!-- "three" --></p>', '<p>“One”</p><p>“two” <!-- "three" --></p>'],
  ['<a title="it\'s -- 2x4" href="/a--b">it\'s</a>', '<a title="it\'s -- 2x4" href="/a--b">it’s</a>'],
  ['<pre>"a" -- <b>2x4</b></pre> "b"', '<pre>"a" -- <b>2x4</b></pre> “b”'],
  ['<code>"a"</code>\'s <kbd>--</kbd> <tt>...</tt>', '<code>"a"</code>’s <kbd>--</kbd> <tt>...</tt>'],
  ['<pre><code>"</code>"</pre></code>"c"', '<pre><code>"</code>"</pre></code>“c”'],
  [
    '<script>"a"</script><style>"a"</style><textarea>"a"</textarea><svg><text>"a"</text></svg> "a"',
    '<script>"a"</script><style>"a"</style><textarea>"a"</textarea><svg><text>"a"</text></svg> “a”',
  ],
  ['"<em>Ulysses</em>", "<em>1984</em>". \'<b>x</b>\'', '“<em>Ulysses</em>”, “<em>1984</em>”. ‘<b>x</b>’'],
  [
    '<a href="/">Dan</a>\'s, <b>café</b>\'s, <em>"J"</em>\'s, don<i>\'</i>t',
    '<a href="/">Dan</a>’s, <b>café</b>’s, <em>“J”</em>’s, don<i>’</i>t',
  ],
  ['"<em>a book</em> of 1984"', '“<em>a book</em> of 1984”'],
  ['<b>She said:</b>"Go" <b>and</b> "went"', '<b>She said:</b>“Go” <b>and</b> “went”'],
  ['one <b>- two</b><br>- three <b>-four</b>', 'one <b>– two</b><br>– three <b>-four</b>'],
  [
    '<a href="https://x.test">https://x.test/a--b</a>\'s <b>a--b</b>',
    '<a href="https://x.test">https://x.test/a--b</a>’s <b>a–b</b>',
  ],
  [
    '<i>https://www.</i>x.test/a--b2x4 a--b <i>www.</i> a--b<br>http://<p>a--b</p>',
    '<i>https://www.</i>x.test/a--b2x4 a–b <i>www.</i> a–b<br>http://<p>a–b</p>',
  ],
  ['https://x.test/a--b&amp;c=2x4&nbsp;--&nbsp;"a"', 'https://x.test/a--b&amp;c=2x4&nbsp;—&nbsp;“a”'],
  [
    '<video src="a"><a href="a">a--b.mp4</a></video> a--b <audio>2x4.mp3</audio>',
    '<video src="a"><a href="a">a--b.mp4</a></video> a–b <audio>2x4.mp3</audio>',
  ],
  [
    '&nbsp;"a" &lt;"b"&gt; &amp;"c" &quot;d&quot; &#39;e&#39;',
    '&nbsp;“a” &lt;“b”&gt; &amp;”c” &quot;d&quot; &#39;e&#39;',
  ],
  ['one&nbsp;-&nbsp;two', 'one&nbsp;–&nbsp;two'],
  // incomplete markup
  ['"a" <b "c" --', '“a” <b "c" --'],
  ['<a href="x "y" --', '<a href="x "y" --'],
  ['"a" < "b" <!-- "c"', '“a” < “b” <!-- "c"'],
  ['a "b<', 'a “b<'],
])('HTML: %j', (typed, read) => {
  const html = english.html(typed);
  expect(html.replace(/&#(8\d{3}|215);/g, (_, code: string) => String.fromCodePoint(Number(code)))).toBe(
    read,
  );
  expect(english.html(html)).toBe(html);
});

test('marks in HTML are references, as in WordPress', () => {
  expect(english.html('"It\'s" 2x4...')).toBe('&#8220;It&#8217;s&#8221; 2&#215;4&#8230;');
  expect(typographyOf('fr').html('"Oui"')).toBe('&#171;&#160;Oui&#160;&#187;');
});

test.each([
  ['de', '„Er sagt ‚nein‘, so geht’s.“'],
  ['de-AT', '„Er sagt ‚nein‘, so geht’s.“'],
  ['de-CH', '«Er sagt ‹nein›, so geht’s.»'],
  ['fr-CA', '«\u00a0Er sagt ”nein“, so geht’s.\u00a0»'],
  ['pl', '„Er sagt «nein», so geht’s.”'],
  ['ru', '«Er sagt „nein“, so geht’s.»'],
  ['sv-SE', '”Er sagt ’nein’, so geht’s.”'],
  ['zh-Hant-TW', '「Er sagt 『nein』, so geht’s.」'],
  ['en-GB', '“Er sagt ‘nein’, so geht’s.”'],
  ['tlh', '“Er sagt ‘nein’, so geht’s.”'],
  ['constructor', '“Er sagt ‘nein’, so geht’s.”'],
  ['', '“Er sagt ‘nein’, so geht’s.”'],
])('%s has its own quotation marks: %s', (language, read) => {
  expect(typographyOf(language).text("\"Er sagt 'nein', so geht's.\"")).toBe(read);
  expect(typographyOf(language).text(read)).toBe(read);
});

test('other scripts keep their characters', () => {
  expect(english.text('הוא אמר "שלום" ו-\'כן\'')).toBe('הוא אמר “שלום” ו-‘כן’');
  expect(english.text("\"😀\" '😀' 😀's")).toBe('“😀” ‘😀’ 😀’s');
  expect(english.html('"<em>引用</em>"。')).toBe('&#8220;<em>引用</em>&#8221;。');
});

test('treats inline HTML as one line of text', () => {
  expect(english.line(" <em>Dan</em>'s &quot;best&quot; &amp; <b>2x4</b> ")).toBe('Dan’s “best” & 2×4');
  expect(english.line('<em>https://x.test/a--b</em> a--b')).toBe('https://x.test/a--b a–b');
  expect(asTyped.line("<em>Dan</em>'s")).toBe("Dan's");
  expect(typographyOf(undefined)).toBe(asTyped);
});

test('is idempotent for any text, of any length', () => {
  const pieces = [
    '"',
    "'",
    '-',
    '.',
    '...',
    'x',
    '1x',
    '0x',
    '1,',
    '(tm)',
    '[a ',
    '[a b="',
    '&',
    '&nbsp;',
    '&#39',
    '<',
    '<b>"',
    "<b>'</b>",
    '``',
    "'99",
    '"9.',
    'é',
    ' ',
    '(',
    '“',
    '’',
    '<br>',
    '<code>',
    '</code>',
    'שלום',
    '\u00a0',
    '😀',
    "'tis",
    '\ud83d',
    '&quot;',
    '=',
    ']',
    '</b>',
    '—',
    'http://',
    'https://a',
    'www.',
    '<i>www.</i>',
  ];
  for (const piece of pieces) {
    const many = piece.repeat(Math.ceil(100_000 / piece.length));
    expect(english.text(english.text(many)) === english.text(many), piece).toBe(true);
    expect(english.html(english.html(many)) === english.html(many), piece).toBe(true);
  }
  let seed = 1;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 3000; round++) {
    const typed = Array.from({ length: 1 + next(9) }, () => pieces[next(pieces.length)]).join('');
    for (const { text, html } of [english, typographyOf('de')]) {
      expect(text(text(typed)), JSON.stringify(typed)).toBe(text(typed));
      expect(html(html(typed)), JSON.stringify(typed)).toBe(html(typed));
    }
  }
});
