import { expect, test } from 'vitest';
import { cleanStyle, isContained } from './clean-style.ts';

test('a style without anything that covers the page comes back by the byte', () => {
  const harmless = [
    'color: red', ' COLOR:#0af ;; font-size : 2em', 'margin-top:-20px', 'margin:-1em 0 calc(-1 * var(--wp--preset--spacing--40))',
    'position:relative;z-index:2',
    'margin-left:calc(50% - 50vw);margin-right:calc(50% - 50vw);width:100vw', 'position: absolute; top: 0; left: 0; width: 100%; height: 100%;',
    'transform: rotate(-45deg) translateX(3px) translateY(1px)', 'transform:translate(-50%,-50%)', '-webkit-transform:scale(1.5)', 'transform:none',
    'object-position:30% 70%;object-fit:cover', 'background:url("https://pictures.example/a b.png") 50% 50%', 'background-image:url(/a.png)',
    'box-shadow:6px 6px 9px rgba(0, 0, 0, 0.2)', 'box-shadow:var(--wp--preset--shadow--natural)', 'text-shadow:1px 1px 2px #000, 0 0 1em blue',
    'border-image:linear-gradient(to right, rgba(1, 2, 3, 0.5), red) 1', 'filter:drop-shadow(0 2px 4px rgb(0 0 0 / 50%)) hue-rotate(90deg) brightness(120%)',
    'padding-top:56.25%', 'margin-top:var(--wp--preset--spacing--50)', 'margin:0 auto!important', 'margin-top:2000px', 'top:calc(100% - 20px)', 'z-index:auto',
    '--wp--button-background:linear-gradient(135deg,rgb(6,147,227) 0%,rgb(155,81,224) 100%)',
    '--wp--preset--color--x:#123;color:var(--wp--preset--color--x)', '--own:1px', 'left:-9999px', 'translate:0 -10px', 'scale:150%', 'vertical-align:-2px',
    'margin:0 -20px', 'margin-inline:calc(50% - 50vw)', 'margin-left:-33.3%', 'right:-12px', 'text-indent:-9999px', 'transform:translateX(-50%)', 'left:50%',
    'outline:2px solid red', 'overflow:visible', 'margin-top:-20px !important', 'transition:transform .2s', 'inset:0;position:absolute',
  ];
  for (const style of harmless) expect(cleanStyle(style), style).toBe(style);
});

/** Each of these lays an element over the page, or moves it or its painted area elsewhere. */
const covering = [
  'position:fixed', 'POSITION:FIXED', 'position:sticky', 'position:-webkit-sticky', 'position:f\\69xed', 'p\\6fsition:fixed', 'position/**/:/**/fixed',
  'position:fixed!important', 'position:fixed ! important', 'position:var(--p)', 'position:var(--p,fixed)', 'position:env(x,fixed)', 'position:\nfixed',
  'position:attr(data-p type(<custom-ident>))', 'position:if(style(--a):fixed;else:static)', 'position:inherit fixed', 'position:running(x)',
  'z-index:2147483647', 'z-index:20', 'z-index:calc(9*9)', 'z-index:1e9', 'z-index:var(--z)', 'z-\\69ndex:99', 'z-index:+99', 'z-index:max(1,99)',
  'margin-top:-900px', 'margin:-900px 0 0', 'margin:0 0 -100vh', 'margin-block:-50em 0', 'margin-block-start:calc(-9 * 99px)', 'margin-top:var(--m)',
  'margin-top:calc(-1px / .001)', 'margin-top:min(-900px,0px)', 'margin-bottom:-1e3px', 'margin-top:-40in', 'MARGIN-TOP:-900PX', 'margin-top:-900\\70x',
  'top:-900px', 'inset:-900px 0 auto', 'bottom:-100vh', 'inset-block-start:-99em', 'top:anchor(--a top)', 'top:9999px', 'bottom:var(--b)',
  'transform:translateY(-900px)', 'transform:translate(0,-100vh)', 'transform:translate(1px , calc(-9 * 99px))', 'transform:scale(9)', 'transform:scaleY(40)',
  'transform:matrix(1,0,0,1,0,-900)', 'transform:matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,0,-900,0,1)', 'transform:perspective(1px) translateZ(.9px)',
  'transform:translate3d(0,-900px,0)', 'transform:rotateX(1deg)', 'transform:var(--t)', '-webkit-transform:translateY(-900px)',
  'translate:0 -900px', 'translate:0 0 900px', 'translate:var(--t)', 'scale:9', 'scale:900%', 'vertical-align:900px',
  'offset-path:path("M0 -900")', 'offset:path("M0 -900") 100%', 'offset-position:0 -900px', 'position-anchor:--a', 'position-area:top', 'anchor-name:--a',
  'box-shadow:0 0 0 9999px red', 'outline:9999px solid red', 'outline-offset:900px', 'text-shadow:0 -900px red', 'border-image-outset:900px',
  'border-image:conic-gradient(red 0 0) fill 0//0 100vmax', 'filter:drop-shadow(0 -900px red)', '-webkit-box-reflect:above 900px', 'overlay:auto',
  'view-transition-name:root', '-webkit-text-security:disc', 'behavior:url(x)', '-moz-binding:url(x)', 'width:expression(x)', 'background:url(javascript:x)',
  'margin-left:-900px', 'margin:0 -100vw', 'margin-inline:-99em', 'margin-inline-start:-900px', 'margin-right:calc(-1 * 100vw)', 'right:-900px', 'left:300vw',
  'inset:0 -900px', 'inset-inline:-900px 0', 'transform:translateX(900px)', 'transform:translate(-90vw)', 'transform:scaleX(9)', 'translate:-900px',
  '--wp--preset--spacing--50:-900px', 'position:fixed;', ';position:fixed', 'x{}position:fixed', 'x{;}position:fixed', '{}position:fixed', '@x;position:fixed',
  '@x{}position:fixed', '}position:fixed', 'a:b(;c:d);position:fixed', 'a:"\n;position:fixed', 'a:url(b c);position:fixed',
  '/*;*/position:fixed', 'position:fixed/*', '<!--;position:fixed', ']position:fixed', 'x:[(];position:fixed',
];

test('what covers the page goes, in every spelling, and takes nothing else with it', () => {
  for (const style of covering) {
    for (const text of [style, `color:red;${style}`, `${style};color:red`]) {
      const cleaned = cleanStyle(text);
      expect(cleaned.replaceAll(/color:red;?|a:b\(;c:d\);/g, ''), text).not.toMatch(/\w/);
      expect(cleanStyle(cleaned), text).toBe(cleaned);
    }
  }
  expect(cleanStyle('color:red;position:fixed;background:url( /a.png )')).toBe('color:red;background:url("/a.png");');
  // In the flow of the text instead of over what follows.
  expect(cleanStyle('position:absolute;left:0;top:-9999px')).toBe('left:0;');
});

test('a single declaration is judged by the same rule', () => {
  const allowed = [['margin-top', '-20px'], ['color', 'red'], ['position', 'relative'], ['--own', 'fixed'], ['transform', 'rotate(3deg)']] as const;
  for (const [property, value] of allowed) expect(isContained(property, value), property).toBe(true);
  const refused = [
    ['position', 'fixed'], ['Position', 'sticky'], ['margin-top', '-900px'], ['z-index', '99'], ['color', 'red}a{position:fixed'],
    ['color', 'rgb(0'], ['color', 'red)'],
  ] as const;
  for (const [property, value] of refused) expect(isContained(property, value), property).toBe(false);
});

test('long styles take time by their length', () => {
  for (const part of ['position:', '(', 'margin:0 ', 'a:b;', 'top:calc(', 'translate:1px ', 'border-image:a/', '\\', '/*', 'box-shadow:0 0,', '{', '"']) {
    const style = `top:0;${part.repeat(20_000)}`;
    const cleaned = cleanStyle(style);
    expect(cleanStyle(cleaned)).toBe(cleaned);
  }
});
