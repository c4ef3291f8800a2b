import { describe, expect, test } from 'vitest';
import { inkscape, logo, svgAttacks } from '../../../test/fixtures/svg-attacks.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { cleanSvg } from './clean-svg.ts';

const clean = (svg: string | Buffer) => cleanSvg(Buffer.from(svg));
const text = (svg: string | Buffer) => clean(svg).bytes.toString();
const xmlns = 'xmlns="http://www.w3.org/2000/svg"';
const sizeOf = (attributes: string) => {
  const { width, height } = clean(`<svg ${xmlns} ${attributes}/>`);
  return [width, height];
};

/** Patterns that must not occur in a sanitized SVG, except in text. */
const acting =
  /<script|<foreignObject|<iframe|<a[\s>]|<set|<image|<!|<\?|\son\w+=|href="(?!#)|url\((?!#)|@|\\|data:|javascript:|:\/\/(?!www\.w3\.org\/2000\/svg")/i;

describe.each(svgAttacks)('$name', ({ svg, refused }) => {
  test(refused ? 'is refused' : 'is taken without it', () => {
    if (refused) {
      expect(() => clean(svg)).toThrow(refused);
      expect(() => clean(svg)).toThrow(InvalidInputError);
      return;
    }
    const made = text(svg);
    expect(made.replaceAll(/<(text|title)\b[^>]*>[^<]*/g, '')).not.toMatch(acting);
    // Sanitizing is idempotent.
    expect(text(made)).toBe(made);
  });
});

test('keeps everything that draws', () => {
  const made = text(logo);
  for (const expected of [
    '.st1{fill:url(#SVGID_1_);stroke:#111;stroke-width:2;stroke-miterlimit:10}',
    "text.st3{font-family:'Georgia'",
    'href="#base"',
    'href="#mark"',
    '<polygon fill="rgba(255,255,255,.7)"',
    'A &amp; B',
    'transform="translate(8 8) rotate(12, 4,4)"',
  ])
    expect(made).toContain(expected);
  expect(made).not.toMatch(/example\.org|Generator|DOCTYPE/);
  const drawn = text(inkscape);
  for (const expected of [
    'mask="url(#m)"',
    'marker-end:url(#arrow)',
    'filter:url(#blur)',
    'stroke-dasharray:1, .5',
    '<feGaussianBlur stdDeviation="0.6"/>',
  ]) {
    expect(drawn).toContain(expected);
  }
  expect(drawn).not.toMatch(/inkscape|sodipodi|rdf|Mill/);
  for (const svg of [logo, inkscape]) expect(text(text(svg))).toBe(text(svg));
});

test('keeps newer colours, simple clip shapes, uppercase names and rules by names in any script', () => {
  const styles = '.Größe{fill:oklch(0.6 0.2 30);clip-path:circle(4px at 5px 5px);text-transform:uppercase}';
  const made = text(
    `<svg ${xmlns} viewBox="0 0 9 9"><style>${styles}</style>` +
      '<rect class="Größe" width="9" height="9" fill="color(display-p3 1 0 0)" style="stroke:color-mix(in srgb, red, blue);clip-path:inset(1px)"/></svg>',
  );
  for (const expected of [
    styles,
    'fill="color(display-p3 1 0 0)"',
    'stroke:color-mix(in srgb, red, blue);clip-path:inset(1px)',
  ])
    expect(made).toContain(expected);
});

test('keeps a background that the drawing’s own style sets, and then does not count it as single-coloured', () => {
  const drawing = (style: string) =>
    clean(`<svg ${xmlns} viewBox="0 0 9 9" style="${style}"><path d="M0 0h9" stroke="black"/></svg>`);
  const { bytes, color } = drawing(
    'background-color: white; background-image: url(https://example.org/a.png)',
  );
  expect([bytes.toString(), color]).toEqual([expect.stringContaining('style="background-color:white"'), '']);
  expect(drawing('background-color: url(https://example.org/a.png)').bytes.toString()).not.toContain(
    'background',
  );
  expect(drawing('').color).toBe('#000000');
});

test('links lead nowhere, and look and move as before', () => {
  const link = '<a href="https://evil.example/" transform="translate(4 4)" fill="red" onclick="alert(1)">';
  expect(
    text(
      `<svg ${xmlns}>${link}<path d="M0 0h4"/></a><text>A <a fill="blue"><tspan>b</tspan></a> c</text><path d="M1 1"/></svg>`,
    ),
  ).toContain(
    '><g transform="translate(4 4)" fill="red"><path d="M0 0h4"/></g><text>A <tspan fill="blue"><tspan>b</tspan></tspan> c</text><path d="M1 1"/></svg>',
  );
});

test('content of “use” inherits paint and markers, and counts with them', () => {
  const line = `<path id="p" d="M0 0${'h1v1'.repeat(2000)}"/>`;
  const drawing = (handed: string) =>
    `<svg ${xmlns}><defs>${line}<marker id="m">${'<circle r="1"/>'.repeat(300)}</marker>` +
    `<pattern id="f">${'<rect width="1" height="1"/>'.repeat(300)}</pattern><g id="many">${'<use href="#p"/>'.repeat(1000)}</g></defs>${handed}</svg>`;
  for (const bomb of [
    '<g marker-mid="url(#m)"><use href="#p"/></g>',
    '<use href="#p" marker-mid="url(#m)"/>',
    '<use marker-end="url(#m)" href="#p"/>',
    '<g style="marker:url(#m)"><use href="#p"/></g>',
    '<g fill="url(#f)"><use href="#many"/><use href="#many"/></g>',
  ])
    expect(() => clean(drawing(bomb)), bomb).toThrow('It draws more than browsers bear');
  for (const quiet of [
    '<use href="#p"/>',
    '<g fill="url(#f)"><use href="#p"/></g>',
    '<g marker-mid="url(#m)"><path d="M0 0h1v1"/></g>',
  ]) {
    expect(text(drawing(quiet)), quiet).toContain(quiet);
  }
  const chain = Array.from(
    { length: 15_000 },
    (_, index) => `<use id="u${index}" href="#u${index + 1}" fill="url(#f)"/>`,
  ).join('');
  expect(() => clean(drawing(chain))).toThrow('It draws more than browsers bear');
  expect(() => clean(drawing('<g id="a" fill="url(#f)"><use href="#a"/></g>'))).toThrow(
    'It is drawn within itself',
  );
});

test('keeps animations of presentation', () => {
  const animation = '<animate attributeName="r" values="1;4;1" dur="2s" repeatCount="indefinite"/>';
  expect(text(`<svg ${xmlns} width="9" height="9"><circle r="4">${animation}</circle></svg>`)).toContain(
    animation,
  );
});

test('its size in pixels is the declared one, else that of its view box', () => {
  expect(sizeOf('width="240" height="120"')).toEqual([240, 120]);
  expect(sizeOf('width="60mm" height="1in"')).toEqual([227, 96]);
  expect(sizeOf('width="226.7716535433071" height=" 96 "')).toEqual([227, 96]);
  expect(sizeOf('viewBox="0 0 48 24"')).toEqual([48, 24]);
  expect(sizeOf('viewBox="0 0 48 24" width="100%"')).toEqual([48, 24]);
  expect(sizeOf('viewBox="0,0,48,24" width="480"')).toEqual([480, 240]);
  expect(sizeOf('viewBox="0 0 48 24" height="48px"')).toEqual([96, 48]);
  expect(sizeOf('')).toEqual([300, 150]);
  expect(sizeOf('width="-5" height="NaN" viewBox="0 0 0 x"')).toEqual([300, 150]);
  expect(sizeOf('width="1e9" height="999999999"')).toEqual([10_000, 5000]);
  expect(sizeOf('viewBox="0 0 1e308 1e308"')).toEqual([10_000, 10_000]);
  expect(text(`<svg ${xmlns} width="20" height="10"/>`)).toContain('viewBox="0 0 20 10"');
});

test('ignores print rules on screens, counts duplicates once, and refuses characters that XML forbids', () => {
  const styles = '<style media="print">.a{display:none}</style><style media="screen">.b{fill:red}</style>';
  const cleaned = text(`<svg ${xmlns}>${styles}<g filter="inherit" mask="none"/></svg>`);
  expect(cleaned).toContain('.b{');
  expect(cleaned).not.toMatch(/\.a|inherit/);
  for (const sign of ['&#1;', '&#xFFFE;', '&#x1f;'])
    expect(() => clean(`<svg ${xmlns}><title>a${sign}b</title></svg>`)).toThrow('SVG can’t be taken');
});

test('sanitizes long files that are made to be slow in linear time', () => {
  const many = 2 ** 20 - 300;
  const slow = [
    `<svg ${xmlns}><style>${'a{}'.repeat(many / 3)}</style></svg>`,
    `<svg ${xmlns}><style>${'{'.repeat(many)}</style></svg>`,
    `<svg ${xmlns}><path d="${'M'.repeat(many)}"/></svg>`,
    `<svg ${xmlns}><path d="${'('.repeat(many)}"/></svg>`,
    `<svg ${xmlns}><style>${'/*'.repeat(many / 2)}</style></svg>`,
    `<svg ${xmlns}><path style="${'url(#'.repeat(many / 5)}"/></svg>`,
    `<svg ${xmlns}><style>${'.a{fill:url(#b)}'.repeat(4000)}</style>${'<path class="a"/>'.repeat(19_000)}</svg>`,
    `<svg ${xmlns}><path class="${' a'.repeat(many / 2)}"/></svg>`,
    `<svg ${xmlns}>${'<g/>'.repeat(19_000)}<text>${'&lt;'.repeat(200_000)}</text></svg>`,
  ];
  // Quadratic parsing would exceed the test timeout.
  for (const svg of slow) {
    try {
      expect(clean(svg).bytes.length).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError);
    }
  }
});

test.each([
  ['<path d="M0 0h4"/>', '#000000'],
  ['<g fill="#FFF"><path d="M0 0h4"/><path fill="white" d="M1 1h4"/></g>', '#ffffff'],
  [
    '<style>.a,.b{fill:#1D1D1B}</style><path class="a" d="M0 0h4"/><rect class="x b" width="2" height="2"/>',
    '#1d1d1b',
  ],
  ['<path style="fill:none;stroke:rgb(17, 17, 17)" d="M0 0h4"/><title>Red</title>', '#111111'],
  ['<path fill="currentColor" d="M0 0h4"/>', '#000000'],
  [
    '<defs><clipPath id="c"><path fill="red" d="M0 0h4"/></clipPath></defs><path clip-path="url(#c)" d="M0 0h4"/>',
    '#000000',
  ],
  ['<path d="M0 0h4"/><path fill="#fff" d="M1 1h4"/>', ''],
  ['<path fill="tomato" d="M0 0h4"/>', ''],
  ['<text stroke="#f00">A</text>', ''],
  ['<linearGradient id="g"><stop stop-color="#000"/></linearGradient><path fill="url(#g)" d="M0 0h4"/>', ''],
  ['<path fill="none" d="M0 0h4"/>', ''],
  ['<style>g path{fill:#f00}</style><g><path d="M0 0h4"/></g>', ''],
  ['<path d="M0 0h4"><animate attributeName="fill" values="red;blue"/></path>', ''],
  ['<filter id="f"><feFlood flood-color="red"/></filter><path filter="url(#f)" d="M0 0h4"/>', ''],
])('the single colour of %s', (drawing, color) =>
  expect(clean(`<svg ${xmlns} viewBox="0 0 9 9">${drawing}</svg>`).color).toBe(color),
);
