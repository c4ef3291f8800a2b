import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { seededRandom, randomText } from '../../../test/harness/random.ts';
import { cleanHtml, cleanPieces, cleanWhereNeeded } from './clean-html.ts';
import { ownAttributes } from './own-names.ts';
import { parseText } from './parse.ts';
import { articleProfile, authorProfile, commentProfile, lineProfile, richTextProfile } from './profiles.ts';

test.each([
  ['<iframe src="https://x.example/" width="100%">Sign in</iframe><p>a</p>', '<p>a</p>'],
  [
    '<form action="https://x.example/">Name <input name="a"><select><option>b</select><textarea name="c">d</textarea></form>',
    'Name b<textarea name="c">d</textarea>',
  ],
  [
    '<style>main{display:none}</style><svg><style>*{}</style><path d="M0"/></svg>',
    '<svg><path d="M0"></path></svg>',
  ],
  ['<script type="application/ld+json">{"@type":"NewsArticle"}</script>b<!--more-->', 'b<!--more-->'],
])('removes markup that imitates the site’s interface: %s', (html, expected) => {
  expect(cleanHtml(html, authorProfile)).toBe(expected);
  expect(cleanHtml(expected, authorProfile)).toBe(expected);
});

describe('removes scripts and automatic redirects', () => {
  test.each([
    ['<p>a</p><script>alert(1)</script><p>b</p>', '<p>a</p><p>b</p>'],
    ['<SCRIPT async src="https://x.example/w.js"></SCRIPT>x', 'x'],
    [
      '<script type="application/ld+json" data-modules id=x>{"a":"</p><!--<b>"}</script>',
      String.raw`<script type="application/ld+json">{"a":"\u003c/p>\u003c!--\u003cb>"}</script>`,
    ],
    ['<script type="application/json" data-modules>{"a":1}</script>x', 'x'],
    ['<img src="a.jpg" onerror="x" alt="A" ONLOAD=y>', '<img src="a.jpg" alt="A">'],
    ['<svg/onload=x><path d="M0" onclick=\'y\' /></svg>', '<svg><path d="M0"></path></svg>'],
    ['<a href="javascript:x">a</a>', '<a>a</a>'],
    ['<a href=" java&#10;script&#58;x">a</a>', '<a>a</a>'],
    ['<a href="&#1;javascript&colon;x">a</a>', '<a>a</a>'],
    ['<a href="&#106avascript:x">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x" rel="b">a</a>', '<a rel="b">a</a>'],
    [
      '<a href="blob:x">a</a><a href="file:x">b</a><a href="VBScript:x">c</a><a href="view-source:x">d</a><a href="intent:x">e</a>',
      '<a>a</a><a>b</a><a>c</a><a>d</a><a>e</a>',
    ],
    [
      '<form action="javascript:x" name=cookie><button formaction="vbscript:x" form=commentform popovertarget=x commandfor=x>b</button></form>',
      '<form><button>b</button></form>',
    ],
    [
      '<iframe srcdoc="<b>" name=x src="https://x.example/"></iframe>',
      '<iframe src="https://x.example/"></iframe>',
    ],
    [
      '<iframe src="javascript:x"></iframe><iframe data-src="javascript:x" class=lazy></iframe><iframe src="data:text/html,x"></iframe>',
      '<iframe></iframe><iframe class="lazy"></iframe><iframe></iframe>',
    ],
    ['<base href="//x"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="x">t', 't'],
    [
      '<object data="x.swf"><param name="a"><p>No Flash</p></object><embed src=x><applet>old</applet>',
      '<p>No Flash</p>old',
    ],
    [
      '<template><img src=x onerror=y></template><frameset><frame src=x></frameset><portal src=x>p</portal>',
      'p',
    ],
    [
      '<img name=cookie src=a><img name=createElement id=a src=b><a name=top>t</a>',
      '<img src="a"><img id="a" src="b"><a name="top">t</a>',
    ],
    [
      '<div contenteditable autofocus accesskey=x tabindex=1 onfocus=y is=x slot=y nonce=z part=a>d</div>',
      '<div>d</div>',
    ],
    ['<a href="/x" ping="https://x.example/" target=comments attributionsrc>a</a>', '<a href="/x">a</a>'],
    ['<p style="width:expression(x)">a</p><p style="color:red">b</p>', '<p>a</p><p style="color:red">b</p>'],
    [
      '<style>@import url(x); @\\69mport "x"; p>b{color:red}</style><STYLE media=print>a<b</STYLE>',
      '<style>@scope (#content){p>b{color:red;}}</style>',
    ],
    [
      '<style>:scope,&{top:0}a{position:fixed;z-index:99;color:red;background:url(https://x.example/)}@media (width>9px){&{top:0}i{&:hover{top:1px}}}</style>',
      '<style>@scope (#content){a{color:red;}@media (width>9px){i{&:hover{top:1px;}}}}</style>',
    ],
    [
      '<style>@scope (#content){a{top:0}}}b{top:0}@scope (body){i{top:0}}</style>',
      '<style>@scope (#content){a{top:0;}b{top:0;}}</style>',
    ],
    [
      '<p class="a skip-link b" style="color:red;position:fixed">a</p><b class="nav-menu">c</b>',
      '<p class="a b" style="color:red;">a</p><b>c</b>',
    ],
    [
      '<a tabindex=" +5x">a</a><a tabindex="0">b</a><a tabindex="-1">c</a>',
      '<a>a</a><a tabindex="0">b</a><a tabindex="-1">c</a>',
    ],
    [
      '<svg overflow="visible" tabindex="2" transform="translate(0-900)" style="position:fixed"><g transform="scale(9)"/></svg>',
      '<svg><g transform="scale(9)"></g></svg>',
    ],
    [
      'a<input type="PassWord" name="p"><input type="text" autocomplete="current-password">',
      'a<input type="text">',
    ],
    ['<body onload=x><html onclick=y>a</body>b', 'ab'],
    ['a<plaintext>b<img src=x onerror=y>', 'ab<img src="x">'],
    ['<x-y onclick=z>a</x-y><dialog open>b</dialog><main>c</main>', 'ab<div>c</div>'],
  ])('%s becomes %s', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
  });
});

describe('SVG and MathML keep only what draws', () => {
  test.each([
    ['<svg><style><img/src=x onerror=alert(1)></style></svg>', '<svg></svg><img src="x">'],
    ['<svg><xmp><img src=x onerror=y></xmp>', '<svg></svg><img src="x">'],
    [
      '<svg><textarea><p title="</textarea><img src=x onerror=y>">',
      '<svg></svg><p title="&lt;/textarea&gt;&lt;img src=x onerror=y&gt;"></p>',
    ],
    [
      '<svg><noscript><p title="</noscript><img src=x onerror=y>">',
      '<svg></svg><p title="&lt;/noscript&gt;&lt;img src=x onerror=y&gt;"></p>',
    ],
    ['<math><style><img src=x onerror=y></style></math>', '<math></math><img src="x">'],
    [
      '<svg><foreignObject><p>words</p><iframe src="javascript:x"></iframe></foreignObject></svg>',
      '<svg>words</svg>',
    ],
    ['<svg><a xlink:href="javascript:x"><text>t</text></a></svg>', '<svg><text>t</text></svg>'],
    [
      '<svg><use href="data:x"/><use xlink:href="#a"/><use href="https://x.example/a.svg#b"/></svg>',
      '<svg><use></use><use xlink:href="#a"></use><use></use></svg>',
    ],
    [
      '<svg><animate attributeName="href" values="javascript:x"/><animate attributeName=" xlink:href " to=x /><set attributeName=onclick to=x /><animate ' +
        'attributeName="opacity" from="0" to="1" dur="1s"/></svg>',
      '<svg><animate attributeName="opacity" from="0" to="1" dur="1s"></animate></svg>',
    ],
    [
      '<svg><script>x</script><handler>y</handler><title>T<b>i</b></title><metadata><p>m</metadata></svg>',
      '<svg>y<title>Ti</title></svg><p>m</p>',
    ],
    [
      '<svg viewbox="0 0 1 1" fill="url(https://x.example/)" stroke="url(#a)" onload=x><image href="data:image/svg+xml,x"/><image href="/a.png"/></svg>',
      '<svg viewBox="0 0 1 1" stroke="url(#a)"><image></image><image href="/a.png"></image></svg>',
    ],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      undefined,
    ],
    [
      '<math href="javascript:x"><maction actiontype="statusline" xlink:href="javascript:x"><mi>x</mi></maction><annotation-xml encoding="text/html"><img ' +
        'src=x onerror=y></annotation-xml></math>',
      undefined,
    ],
    ['<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', undefined],
  ])('%s', (html, clean) => {
    const result = cleanHtml(html);
    if (clean !== undefined) expect(result).toBe(clean);
    expect(result.replace(/="[^"]*"/g, '')).not.toMatch(
      /<[^>]*(?:onerror|javascript|mglyph|annotation-xml|maction|foreignObject)/,
    );
    expect(cleanHtml(result)).toBe(result);
  });
});

test('removes the product’s own attributes and ids in any spelling, and keeps others', () => {
  for (const name of ownAttributes) {
    for (const written of [name, name.toUpperCase(), `\n${name}`]) {
      expect(cleanHtml(`<div ${written}="ad-slot">a</div><svg ${written}=x></svg>`), written).toBe(
        '<div>a</div><svg></svg>',
      );
    }
  }
  expect(cleanHtml('<div data-behaviour&#x3d;"x" data-b&#101;haviour=x>a</div>')).toMatch(
    /^<div(?: data-b&amp;#101;haviour="x")?>a<\/div>$/,
  );
  expect(
    cleanHtml(
      '<p id="comments">a</p><p id=Broadsheet-page>b</p><p id="comment-7">c</p><p id="details">d</p><a name="respond">e</a><label ' +
        'for="submit">f</label><p id=constructor>g</p>',
    ),
  ).toBe('<p>a</p><p>b</p><p>c</p><p id="details">d</p><a>e</a><label>f</label><p>g</p>');
  expect(
    cleanHtml(
      '<img data-id="7" data-link="/a/" src="a"><a data-mfp-src="javascript:x" data-lightbox-content="" data-lightbox-size="1x2">b</a>',
    ),
  ).toBe('<img data-id="7" data-link="/a/" src="a"><a data-lightbox-content data-lightbox-size="1x2">b</a>');
});

test('a comment ends where browsers end it', () => {
  for (const end of ['-->', '--!>', '>', '->']) {
    expect(
      cleanHtml(`<!--${end.startsWith('-->') ? 'x' : ''}${end}<b data-behaviour=x>b</b><!-- -->`),
      end,
    ).toBe('<b>b</b>');
  }
  expect(cleanHtml('<!-- a --!><img src=x onerror=y><!-- -->b<![CDATA[c<i>d]]>e<?f?>')).toBe(
    '<img src="x">bd]]&gt;e',
  );
  expect(
    cleanHtml('<p>a<!--nextpage--><!--more Read on--><!--noteaser--><!--more <b> --><!-- wp:x --></p>'),
  ).toBe('<p>a<!--nextpage--><!--more Read on--><!--noteaser--><!--more--></p>');
});

test('sanitizes noscript for browsers with scripts and without', () => {
  expect(cleanHtml('<noscript><p title="</noscript><img src=x onerror=y>"></noscript>')).toBe(
    '<noscript><p title="&lt;/noscript&gt;&lt;img src=x onerror=y&gt;"></p></noscript>',
  );
  expect(
    cleanHtml(
      '<noscript><style></noscript><img src=x onerror=y></style><!--</noscript>--><img src="a.jpg" alt></noscript>',
    ),
  ).toBe('<noscript><img src="a.jpg" alt=""></noscript>');
  expect(cleanHtml('<noscript><noscript>a</noscript>b</noscript>c')).not.toMatch(
    /noscript.*noscript.*noscript/,
  );
});

test('keeps rich text unchanged', () => {
  const text =
    '<h2 id="top" class="a b" lang="de" dir="ltr">T</h2><p>It was on = off, “javascript:” on-line: a &lt; b &amp; ' +
    'c&nbsp;d <em>e</em><br>f <a href="/a?b=1&amp;c=javascript:x" rel="nofollow" target="_blank" title="on=1">a</a> <a ' +
    'href="mailto:a@b.example?subject=x">m</a> <a href="#top">up</a></p>' +
    '<figure class="wp-block-image"><img src="data:image/gif;base64,R0" srcset="/a.jpg 1x, /b.jpg 2x" sizes="100vw" width="4" height="3" alt="">' +
    '<figcaption>C</figcaption></figure>' +
    '<table class="x"><caption>C</caption><colgroup><col span="2"></colgroup><thead><tr><th scope="col">H</th></tr></thead><tbody><tr><td colspan="2" ' +
    'style="color:red">D</td></tr></tbody></table>' +
    '<details open><summary>S</summary>W</details><video controls poster="/p.jpg" src="/v.mp4"><track src="/v.vtt" kind="captions" srclang="en"></video>' +
    '<iframe src="https://maps.example/" title="Map" allowfullscreen loading="lazy"></iframe><pre>\n\n a\n</pre><ruby>漢<rp>(</rp>' +
    '<rt>kan</rt><rp>)</rp></ruby>' +
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true" class="i"><defs><linearGradient id="g"><stop offset="0" ' +
    'stop-color="red"></stop></linearGradient></defs><path d="M0 0h1" fill="url(#g)"></path></svg>' +
    '<math display="block"><mrow><mi>x</mi><mo>=</mo><mfrac><mn>1</mn><msqrt><mn>2</mn></msqrt></mfrac></mrow></math>' +
    '<style>@scope (#content){.a>b{color:red;}}</style>' +
    '<form action="https://news.example/sign-up" method="post"><label for="mail">M</label><input id="mail" type="email" name="mail" required><select ' +
    'name="s"><option value="1" selected>One</option></select><textarea name="t">a &lt; b</textarea><button>Go</button></form>';
  expect(cleanHtml(text)).toBe(text);
});

const file = fileURLToPath(new URL('../../../../shared/data/hostile-html.json', import.meta.url));
const known: readonly string[] = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
const hostile = [
  '<svg>',
  '</svg>',
  '<math>',
  '</math>',
  '<mtext>',
  '<mi>',
  '<style>',
  '</style>',
  '<title>',
  '</title>',
  '<textarea>',
  '</textarea>',
  '<noscript>',
  '</noscript>',
  '<xmp>',
  '</xmp>',
  '<iframe>',
  '</iframe>',
  '<select>',
  '<option>',
  '</select>',
  '<template>',
  '</template>',
  '<form>',
  '</form>',
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  '<caption>',
  '<a href="x">',
  '<a href=y id=z>',
  '</a>',
  '<b>',
  '<i>',
  '</b>',
  '<p>',
  '</p>',
  '<div>',
  '</div>',
  '<!--',
  '-->',
  '--!>',
  '<!-->',
  '<![CDATA[',
  ']]>',
  '<foreignObject>',
  '<desc>',
  '<mglyph>',
  '<annotation-xml encoding="text/html">',
  '<img src=x onerror=y>',
  '<p title="</style><img src=x onerror=y>">',
  '<p title="--><img src=x onerror=y>">',
  '<br>',
  '<font color=a>',
  '<nobr>',
  '<button>',
  '</button>',
  '<h1>',
  '</h1>',
  '<li>',
  '<ul>',
  '</ul>',
  '<dd>',
  '<pre>\n',
  '<script>',
  '</script>',
  '<plaintext>',
  '<object>',
  '<ruby><rt>',
  '&lt;',
  '&nbsp;',
  '\r\n',
  '\u0000',
  '"',
  "'",
  '>',
  '<',
  'w',
  '<image>',
  '</br>',
  '<hr>',
  '<frameset>',
  '<body id=a>',
];

test('sanitizing is idempotent for 4000 generated texts and the known ones', () => {
  const random = seededRandom(11);
  const harm =
    /<[^>]* on[a-z]+=|<script(?! type="application\/ld\+json")|<(?:template|object|plaintext|xmp|mglyph|foreignObject|annotation-xml)|javascript:/i;
  for (let round = 0; round < 4000; round++) {
    const html = randomText(random, hostile, 25);
    const clean = cleanHtml(html);
    expect(cleanHtml(clean), html).toBe(clean);
    expect(clean.replace(/="[^"]*"/g, ''), html).not.toMatch(harm);
  }
  for (const html of known) {
    const clean = cleanHtml(html);
    expect(cleanHtml(clean), html).toBe(clean);
    expect(clean.replace(/="[^"]*"/g, '').replace(/>[^<]*/g, '>'), html).not.toMatch(harm);
  }
});

test('no link gives the opened page access to its opener', () => {
  expect(
    cleanHtml(
      '<a href="https://x.example/" target="_blank" rel="Opener\tme OPENER">a</a><area target=_blank rel=opener><a rel="noopener external">b</a>',
    ),
  ).toBe(
    '<a href="https://x.example/" target="_blank" rel="me">a</a><area target="_blank" rel><a rel="noopener external">b</a>',
  );
  expect(cleanHtml('<a href="/" target="_blank" rel="opener">a</a>', richTextProfile)).toBe(
    '<a href="/" target="_blank" rel>a</a>',
  );
});

test('a list item outside a list closes no outer element, and stored bytes stay', () => {
  expect(cleanHtml('<p>a</p><li>b</li> <li class="x">c</li><p>d</p><span><li>e</span>')).toBe(
    '<p>a</p><ul><li>b</li> <li class="x">c</li></ul><p>d</p><span><ul><li>e</li></ul></span>',
  );
  expect(cleanHtml('<li>b</li>', commentProfile)).toBe('<ul><li>b</li></ul>');
  const whole =
    '<ul><li>a</li></ul><menu><li>b</li></menu><section><li>c</li></section><blockquote><div><li>d</li></div></blockquote>';
  expect(cleanHtml(whole)).toBe(whole);
  for (const loose of [
    '<li>b</li>',
    '<div><li>b</li></div>',
    '<main><b><li>b</b></main>',
    '<address><p><li>b',
    '<dialog><li>b',
    '<custom-list><li>b',
    '<search><li>b',
  ]) {
    const { root } = parseText(`<ul><li><div>${cleanHtml(`<p>a</p>${loose}<p>c</p>`)}</div></li></ul>`);
    const list = root.first;
    expect([loose, list?.next, list?.first?.next, list?.first?.first?.next]).toEqual([
      loose,
      undefined,
      undefined,
      undefined,
    ]);
    expect(cleanWhereNeeded([loose])).toEqual(
      loose === '<li>b</li>' || loose === '<div><li>b</li></div>'
        ? [loose]
        : [expect.not.stringContaining('<ul>')],
    );
  }
  expect(cleanPieces(['<li>a</li>', '<li>b</li>'], { inList: true })).toEqual(['<li>a</li>', '<li>b</li>']);
});

test('returns as many pieces as it gets', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 500; round++) {
    const pieces = Array.from({ length: 4 }, () => randomText(random, hostile, 6));
    const cleaned = cleanPieces(pieces);
    expect(cleaned).toHaveLength(4);
    expect(cleaned.join('')).not.toMatch(/x-[0-9a-f]{20}/);
  }
});

test('any text takes linear time, and nests no deeper than in browsers', () => {
  for (const piece of [
    '<div>',
    '<b>',
    '<b id=N>',
    '<p><b id=N></p>',
    '</p><p>x',
    '<table><b>x',
    '<i><p>',
    '<font id=N><table>',
    '<h1>',
    '<svg>',
    '<a href=N>',
    '<select>',
    '<li>',
    '<math><mtext>',
    '<template>',
    '<form>',
    '<!--',
    '<x a',
    '<nobr>',
    '<table><tr><td>',
    '<ruby><rt>',
    '<button>',
    '<svg><desc>',
    '&amp',
    '<a N ',
    '<object><b>',
    '<script',
    '<noscript>',
  ]) {
    const clean = cleanHtml(
      Array.from({ length: 10_000 }, (_, number) => piece.replace('N', String(number))).join(''),
    );
    let depth = 0;
    let maxDepth = 0;
    for (const [tag] of clean.matchAll(/<\/?[a-z][^>]*>/gi)) {
      if (tag.startsWith('</')) depth--;
      else if (!/^<(?:br|img|input|hr)\b/.test(tag)) maxDepth = Math.max(maxDepth, ++depth);
    }
    expect(maxDepth, piece).toBeLessThanOrEqual(255);
    expect(clean.length, piece).toBeLessThan(1_500_000);
  }
});

test('titles keep inline markup', () => {
  expect(
    cleanHtml('A <em>b</em> <img src=x onerror=y><a href="/x">c</a><script>d</script>', lineProfile),
  ).toBe('A <em>b</em> c');
});

test.each([
  ['<b><i><u><p>', 20_000],
  ['<font color="red"><p>', 10_000],
  [`<b title="${'x'.repeat(2000)}"><p>x`, 500],
  ['<p><b>x</p>', 10_000],
  ['<a href="/x"><div>', 10_000],
  ['<b><table><tr><td></b>', 20_000],
  ['</p><b>x', 10_000],
  ['<em><strong><code><div></em>', 20_000],
  ['<p><i class=a><i class=b><i class=c>x</p>', 20_000],
  ['<tt><blockquote></tt><li>', 20_000],
  ['<b><h1></b><h2>', 10_000],
])('%s × %d does not multiply', (part, times) => {
  const html = part.repeat(times);
  const ends = 3; // any tag may get an end tag
  for (const profile of [articleProfile, authorProfile])
    expect(cleanHtml(html, profile).length).toBeLessThan(ends * html.length + 50_000);
});

test('formatting stays in effect after repetition ends', () => {
  const misnested = '<b><i><u><p>'.repeat(20_000);
  expect(cleanHtml(`${misnested}<section><b>one</b> <em>two</em></section>`)).toMatch(
    /<b>one<\/b> <em>two<\/em>/,
  );
});

test('repeats formatting that spans some hundred paragraphs in each', () => {
  expect(cleanHtml(`<b>${'<p>x</p>'.repeat(300)}</b>`).match(/<p>x<\/p>/g)).toHaveLength(300);
  expect(cleanHtml(`${'<p><em>x</p>'.repeat(3)}`)).toBe(
    '<p><em>x</em></p><p><em><em>x</em></em></p><p><em><em><em>x</em></em></em></p>',
  );
});
