import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { contrast, fromOklch, readHex, writeHex } from '../../lib/colour.ts';
import { lookCss, makeLook } from './look-css.server.ts';
import {
  bandGrounds,
  categoryColours,
  ownCategoryColours,
  schemeTokens,
} from '../../lib/look/look-tokens.ts';
import { lookFields, lookSchema } from '../../lib/look/look-choice.ts';
import { wholeLook } from '../../lib/look/whole-look.ts';
import { lookNames, looks } from '../../lib/look/looks.ts';

const assets = {
  fontsOf: () => ({ rules: { first: '', rare: '', italics: '' }, preload: '', title: undefined }),
};

/** The same thousand colours in each run. */
const accents = Array.from({ length: 1000 }, (_, index) => {
  const part = (salt: number) => (((index + 1) * salt * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
  return writeHex([part(1), part(7), part(13)]);
});

/** From tokens.css. */
const usual: Record<'light' | 'dark', Record<string, string>> = {
  light: { red: '#c4161c', green: '#0b7a3e' },
  dark: { red: '#ff7b78', green: '#5fcf8e' },
};

test('text, lines and icons are readable in every look, whatever the accent', () => {
  const faults: string[] = [];
  for (const base of lookNames) {
    for (const accent of accents) {
      const look = wholeLook({ base, colours: { accent, categories: [accent, '#888'] } });
      for (const scheme of ['light', 'dark'] as const) {
        const tokens = schemeTokens(look, scheme);
        // Tokens that a look doesn't set are read from tokens.css.
        const texts = ['ink', 'ink-2', 'ink-3', 'blue-ink', 'red', 'green'].map(
          (name) => tokens[name] ?? usual[scheme][name] ?? '',
        );
        const shown = [...texts, ...categoryColours(look, tokens).slice(0, 2)];
        const needed = [
          ...['paper', 'paper-2'].flatMap((ground) =>
            shown.map((colour) => [colour, tokens[ground] ?? '', 4.5] as const),
          ),
          ...['paper', 'paper-2'].map((ground) => [tokens.line ?? '', tokens[ground] ?? '', 3] as const),
          [tokens.blue ?? '', tokens.paper ?? '', 3] as const,
          [tokens['on-blue'] ?? '', tokens.blue ?? '', 4.5] as const,
        ];
        for (const [colour, ground, least] of needed)
          if (contrast(colour, ground) < least)
            faults.push(`${base} ${scheme} ${accent}: ${colour} on ${ground}`);
      }
    }
  }
  expect(faults).toEqual([]);
});

test('the highlighted comment of a URL is readable in every look', () => {
  const css = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = [...css.matchAll(/--mark:(#\w+)/g)].map(([, colour]) => colour);
  const [ink = '', quiet = ''] = [...css.matchAll(/--ink-[23]:(#\w+)/g)]
    .slice(-2)
    .map(([, colour]) => colour);
  for (const colour of [ink, quiet]) expect(contrast(colour, dark)).toBeGreaterThanOrEqual(4.5);
  for (const base of lookNames) {
    for (const [scheme, mark] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      const tokens = schemeTokens(wholeLook({ base }), scheme);
      for (const name of ['ink', 'ink-2'])
        expect(
          contrast(tokens[name] ?? '', tokens.mark ?? mark),
          `${base} ${scheme} ${name}`,
        ).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('the eight category colours are readable on the backgrounds of every look', () => {
  for (const base of lookNames) {
    for (const scheme of ['light', 'dark'] as const) {
      const {
        paper = '',
        'paper-2': surface = '',
        'accent-l': l,
        'accent-c': c,
      } = schemeTokens(wholeLook({ base, colours: { categories: 'hues' } }), scheme);
      for (const h of [252, 27, 150, 300, 55, 195, 350, 105]) {
        const colour = fromOklch({ l: Number(l), c: Number(c), h });
        for (const ground of [paper, surface])
          expect(contrast(colour, ground), `${base} ${scheme} ${h}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
});

test('a category’s custom colour is readable in every look, on both backgrounds of both schemes and on bands', () => {
  const faults: string[] = [];
  for (const base of lookNames) {
    const look = wholeLook({
      base,
      colours: { category: Object.fromEntries(accents.map((accent, at) => [`c${at}`, accent])) },
    });
    const groundsOf = (scheme: 'light' | 'dark') => [
      schemeTokens(look, scheme).paper ?? '',
      schemeTokens(look, scheme)['paper-2'] ?? '',
    ];
    const [onLight, onDark] = [groundsOf('light'), [...groundsOf('dark'), ...bandGrounds]];
    for (const [slug, css] of ownCategoryColours(look)) {
      const [light = '', dark = ''] = /^light-dark\((#\w+),(#\w+)\)$/.exec(css)?.slice(1) ?? [];
      for (const ground of onLight)
        if (contrast(light, ground) < 4.5) faults.push(`${base} ${slug}: ${light} on ${ground}`);
      for (const ground of onDark)
        if (contrast(dark, ground) < 4.5) faults.push(`${base} ${slug}: ${dark} on ${ground}`);
    }
  }
  expect(faults).toEqual([]);
  // It is in the markup of the category, and adds nothing to other pages.
  expect(makeLook({ colours: { category: { sport: '#0a0' } } }, '#0b5cff', assets).last).toBe('');
});

test('adjusts backgrounds that leave no contrast for text, too', () => {
  for (const [paper, surface, ink] of [
    ['#777', '#888', '#666'],
    ['#fff', '#000', '#eee'],
    ['#000', '#fff', '#111'],
    ['#ff0', '#00f', '#fff'],
  ] as const) {
    const tokens = schemeTokens(wholeLook({ colours: { light: { paper, surface, ink } } }), 'light');
    for (const ground of [tokens.paper ?? '', tokens['paper-2'] ?? '']) {
      expect(contrast(tokens.ink ?? '', ground), paper).toBeGreaterThanOrEqual(3.9);
      expect(contrast(tokens['blue-ink'] ?? '', ground), paper).toBeGreaterThanOrEqual(3.9);
    }
  }
});

test('a new site has no look styles, and a theme colour is its accent, adjusted where links would be unreadable', () => {
  expect(makeLook({}, '#0b5cff', assets)).toMatchObject({
    fonts: { first: ':root{--blue:#0b5cff}' },
    last: '',
    accent: '#0b5cff',
  });
  expect(makeLook({ base: 'broadsheet' }, '#0b5cff', assets).last).toBe('');
  expect(makeLook({}, '#c2410c', assets)).toMatchObject({
    fonts: { first: ':root{--blue:#c2410c}' },
    last: '',
  });
  const { last } = makeLook({}, '#ffd400', assets);
  const ink = /^:root\{--blue-ink:(#[0-9a-f]{3,6});--on-blue:#000\}$/.exec(last)?.[1] ?? '#fff';
  expect(contrast(ink, '#f4f5f6')).toBeGreaterThanOrEqual(4.5);
  expect(makeLook({ base: 'tabloid' }, '#0b5cff', assets).accent).toBe('#d5001c');
  expect(makeLook({ base: 'tabloid' }, '#123456', assets).accent).toBe('#123456');
  expect(makeLook({ base: 'tabloid', colours: { accent: '#0f0' } }, '#123456', assets).accent).toBe('#0f0');
});

test('a look adds at most 1 KB to a page, and no two are alike', () => {
  const read = (...names: readonly string[]) =>
    names.map((name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')).join('');
  const parts = ['header', 'site-title', 'nav-menu', 'lazy-footer', 'footer', 'search'].map(
    (name) => `blocks/${name}/styles.css`,
  );
  // Of the page with the fewest styles, which repeats least of a look, and of an article.
  const fewest = read('theme/tokens.css', 'theme/base.css', ...parts);
  const article =
    fewest +
    read(
      ...globSync('theme/{article,article-figures,article-quotes,lists/card*}.css', {
        cwd: new URL('../../', import.meta.url),
      }),
    );
  for (const name of lookNames) {
    const css = name === 'broadsheet' ? makeLook({}, '#0b5cff', assets).last : lookCss(looks[name]);
    for (const around of [fewest, article])
      expect(gzipSync(around + css).length - gzipSync(around).length, name).toBeLessThanOrEqual(1024);
    // Makes sure that the measured sheet has rules.
    expect(css.includes('.masthead'), name).toBe(name !== 'broadsheet');
  }
  for (const field of ['fonts', 'titles', 'kickers'] as const)
    expect(new Set(lookNames.map((name) => looks[name][field])).size, field).toBe(lookNames.length);
});

test('scripts without small caps fonts have no small-caps kickers', () => {
  expect(lookCss(looks.technology)).toMatch(
    /\.kicker\{[^}]*var\(--mono\)[^]*:lang\(ar\)[^{]*\.kicker\{font-family:var\(--sans\)\}/,
  );
});

test('distinguishes ink backgrounds from a dark page, and draws no page rule below a header with a background', () => {
  for (const name of ['tabloid', 'technology'] as const) {
    const css = lookCss(looks[name]);
    const { paper, surface } = looks[name].colours.dark;
    expect(css, name).toMatch(
      new RegExp(`\\.is_dark :is\\([^)]*\\.footer-inner\\)\\{--paper:${surface};--paper-2:${paper}\\}`),
    );
    expect(css, name).toContain('.site-header.site-header>*{border-color:transparent}');
  }
});

test('a light look has light pull-quotes and drop caps', () => {
  expect(lookCss(looks.review)).toMatch(
    /--drop:430[^]*\.wp-block-pullquote blockquote\)\):not\(\.section-title\)\{font-weight:430/,
  );
  expect(lookCss(looks.tabloid)).not.toContain('--drop');
});

test('a customized look differs from its base only in what the user set', () => {
  const look = wholeLook({ base: 'review', header: { layout: 'big' }, colours: { dark: { paper: '#000' } } });
  expect(look).toMatchObject({
    fonts: 'literary',
    header: { layout: 'big', band: '' },
    colours: {
      accent: looks.review.colours.accent,
      dark: { paper: '#000', ink: looks.review.colours.dark.ink },
    },
  });
  for (const name of lookNames) expect(lookFields.safeParse(looks[name]).success, name).toBe(true);
  for (const wrong of [
    { base: 'baroque' },
    { colours: { accent: 'red' } },
    { corners: 99 },
    { unknown: 1 },
    { colours: { accent: '#fff;}body{' } },
    [],
    { colours: { category: { sport: 'red' } } },
    { colours: { category: { 'a"b': '#f00' } } },
    { colours: { category: { 'a.b': '#f00' } } },
    { colours: { category: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`c${at}`, '#f00'])) } },
  ]) {
    expect(lookSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  }
  // As looks were stored before footers had layouts.
  expect(wholeLook(lookSchema.parse({ base: 'local', footer: 'ink' })).footer).toEqual({
    layout: 'columns',
    band: 'ink',
  });
  expect(wholeLook(lookSchema.parse({ base: 'tabloid', footer: 'plain' })).footer).toEqual({
    layout: 'big',
    band: '',
  });
  expect(readHex('#fff')).toEqual([1, 1, 1]);
});

test('no page repeats a token that its look sets, and the other tokens are present', () => {
  const names = (css: string, selector: string) => {
    const [, rule = ''] = css.split(`${selector}{`, 2);
    return rule
      .slice(0, rule.indexOf('}'))
      .split(';')
      .map((declaration) => declaration.trim().split(':', 1)[0] ?? '')
      .filter((name) => name.startsWith('--'));
  };
  const whole = makeLook({}, '#0b5cff', assets).base;
  for (const base of lookNames.filter((name) => name !== 'broadsheet')) {
    const { base: rest, last } = makeLook({ base }, '#0b5cff', assets);
    const behind = {
      ':root': /^:root[^{]*\{([^}]*)\}/.exec(last)?.[1] ?? '',
      'html.is_dark': /html\.is_dark[^{]*\{([^}]*)\}/.exec(last)?.[1] ?? '',
    };
    for (const [selector, css] of Object.entries(behind)) {
      const said = new Set(css.split(';').map((declaration) => declaration.split(':', 1)[0] ?? ''));
      expect(names(rest, selector), `${base} ${selector}`).toEqual(
        names(whole, selector).filter((name) => !said.has(name)),
      );
      expect(names(whole, selector).filter((name) => said.has(name)).length, base).toBeGreaterThan(7);
    }
    // Only tokens are removed.
    expect(rest.slice(rest.indexOf('.accent-0')), base).toBe(whole.slice(whole.indexOf('.accent-0')));
  }
});
