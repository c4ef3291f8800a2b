import { expect, test } from 'vitest';
import { contrast } from '../lib/colour.ts';
import { foreignLook, pairFor } from './foreign-look.ts';

const colour = (slug: string, value: string) => ({ slug, color: value, name: slug });
const read = (json: unknown) => foreignLook(JSON.stringify(json));
const withColours = (background: string, text?: string) => read({ styles: { color: { background, text } } });

test('colours and fonts come from the styles, directly or by name from the palettes', () => {
  const { choice, left, isDark } = read({
    settings: {
      color: {
        palette: {
          theme: [colour('base', '#FAF3E0'), colour('contrast', '#2b1d0e')],
          custom: [colour('brand', 'rgb(10, 125, 79)')],
        },
      },
      typography: { fontFamilies: { theme: [{ slug: 'cardo', name: 'Cardo', fontFamily: 'Cardo, serif' }] } },
    },
    styles: {
      color: { background: 'var:preset|color|base', text: 'var(--wp--preset--color--contrast)' },
      elements: { link: { color: { text: 'var:preset|color|brand' } } },
      typography: { fontFamily: 'var:preset|font-family|cardo' },
    },
  });
  expect(choice).toMatchObject({
    colours: { accent: '#0a7d4f', light: { paper: '#faf3e0', ink: '#2b1d0e' } },
    fonts: 'literary',
  });
  expect([left, isDark]).toEqual([[], false]);
  const { light, dark } = choice.colours ?? {};
  expect(contrast(light?.paper ?? '', light?.surface ?? '')).toBeLessThan(1.3);
  expect(contrast(dark?.paper ?? '', dark?.ink ?? '')).toBeGreaterThan(10);
});

test('palette names supply colours missing from the styles', () => {
  const { choice } = read({
    settings: {
      color: {
        palette: [colour('background', '#fdf6f0'), colour('foreground', '#111'), colour('primary', '#a11')],
      },
    },
  });
  expect(choice.colours).toMatchObject({ accent: '#a11', light: { paper: '#fdf6f0', ink: '#111' } });
});

test('a dark site is dark still, and has a light scheme of its hues', () => {
  const { choice, isDark } = withColours('hsl(257, 52%, 13%)', '#f0e8ff');
  expect([isDark, choice.colours?.dark?.ink]).toEqual([true, '#f0e8ff']);
  expect(contrast(choice.colours?.light?.paper ?? '', '#000')).toBeGreaterThan(18);
  expect(withColours('#111', '#eee').choice.colours).toEqual({
    dark: { paper: '#111', surface: '#1e1e1e', ink: '#eee' },
  });
});

test('defaults of a new site are not a choice', () => {
  expect(withColours('#ffffff').choice).toEqual({});
  expect(
    read({
      styles: {
        elements: { link: { color: { text: '#0b5cff' } } },
        typography: { fontFamily: 'Georgia, serif' },
      },
    }).choice,
  ).toEqual({});
  expect(read({ version: 3, isGlobalStylesUserThemeJSON: true })).toEqual({
    choice: {},
    isDark: false,
    css: '',
    left: [],
  });
});

test('unsupported values are listed: theme colours, gradients, light text without a background', () => {
  const { choice, css, left } = read({
    styles: {
      color: { background: 'linear-gradient(red, blue)', text: '#eee' },
      elements: { link: { color: { text: 'var:preset|color|constructor' } } },
      typography: { fontFamily: '"Fira Code", monospace' },
      css: 'body{color:red}',
    },
  });
  expect([choice, css]).toEqual([{}, 'body{color:red}']);
  expect(left).toEqual([
    'the ground: linear-gradient(red, blue)',
    'the text colour #eee, which has too little contrast with white',
    'links: the theme’s colour “constructor”',
    'the font "Fira Code", monospace',
  ]);
});

test.each(
  [
    '',
    'nope',
    '[]',
    'null',
    '7',
    `${'['.repeat(200_000)}`,
    `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    'x'.repeat(600_000),
    '{"__proto__":{"styles":{"color":{"background":"#f00"}}}}',
    '{"styles":{"color":{"background":{"toString":1},"text":["#fff"]}},"settings":{"color":{"palette":7}}}',
    '{"settings":{"color":{"palette":{"custom":[null,1,{"slug":{},"color":"#f00"},{"slug":"base"}]}}}}',
    '{"styles":{"color":{"background":"#12345","text":"rgba(0,0,0,.5)"}}}',
    '{"styles":{"color":{"background":"url(https://evil.example/x)"}}}',
  ].map((text, place) => ({ text, place })),
)('hostile styles yield no look, $place', ({ text }) => expect(foreignLook(text).choice).toEqual({}));

test.each([
  ['"Playfair Display", serif', 'Lato, sans-serif', 'didone'],
  ['Oswald', 'Georgia', 'condensed'],
  ['Roboto Slab, serif', 'Roboto', 'slab'],
  ['Inter, "Times New Roman"', 'Inter', 'grotesque'],
  ['-apple-system, BlinkMacSystemFont, sans-serif', '', 'grotesque'],
  ['Mine, serif', 'Mine', 'broadsheet'],
  ['Merriweather, serif', 'Lora, serif', 'literary'],
  ['Mine', 'Mine', undefined],
  ['monospace', 'monospace', undefined],
] as const)('of the font pairs %s and %s are closest to %s', (headlines, text, pair) =>
  expect(pairFor(headlines, text)).toBe(pair),
);
