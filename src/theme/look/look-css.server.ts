import { memoizedBy } from '../../lib/noted-reads.ts';
import { mended, mix, readableOn } from '../../lib/colour.ts';
import { clientAssets } from '../client-assets.server.ts';
import { baseCss } from '../styles.server.ts';
import type { ClientAssets, PairAssets } from '../client-assets.server.ts';
import type { FontPreload, FontRules } from '../fonts.ts';
import { capitalLines, monoToken, ownFontCss, ownFontTokens, pairTokens } from '../font-pairs.ts';
import { wholeLook } from '../../lib/look/whole-look.ts';
import type { LookChoice } from '../../lib/look/look-choice.ts';
import type { Look } from '../../lib/look/looks.ts';
import { bandGrounds, categoryColours, schemeTokens } from '../../lib/look/look-tokens.ts';
import type { Tokens } from '../../lib/look/look-tokens.ts';
import { looks, fontPath } from '../../lib/look/looks.ts';

const files = import.meta.glob<string>('./parts/*.css', { eager: true, query: '?inline', import: 'default' });
/** Styles of one choice by name, such as `header-left`; default choices have no file. */
const parts: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([file, css]) => [file.slice('./parts/'.length, -'.css'.length), css]),
);

export interface LookSettings {
  readonly look: LookChoice;
  readonly theme_color: string;
}

export interface SiteLook {
  /** Cache key; covers everything that the look affects. */
  readonly key: string;
  /** Before all other styles: `@font-face` rules (a site's own in `first`), and the accent. */
  readonly fonts: FontRules;
  /** Needed by every page, after `first`; without tokens that `last` sets, to avoid sending them twice. */
  readonly base: string;
  /** After all other styles; empty for the default look. */
  readonly last: string;
  /** For sites with a second logo for dark backgrounds: selects the visible one. */
  readonly logos: string;
  /** Empty without a build. */
  readonly fontPreload: string;
  readonly titlePreload: FontPreload | undefined;
  /** Browsers and phones show it around the page. */
  readonly accent: string;
}

const usual = looks.broadsheet;

/** Memoized by the settings. */
export const lookOf: (settings: LookSettings) => SiteLook = memoizedBy(
  ({ look, theme_color: color }: LookSettings) => makeLook(look, color, clientAssets()),
);

export function makeLook(
  choice: LookChoice,
  themeColor: string,
  assets: Pick<ClientAssets, 'fontsOf'>,
): SiteLook {
  const isOwnColor = themeColor !== usual.colours.accent;
  const look = wholeLook(choice, isOwnColor ? themeColor : undefined);
  const fonts = assets.fontsOf(look.fonts, look.kickers === 'mono');
  // Colours of single categories are set where they are shown, not here.
  const { category: _category, ...colours } = choice.colours ?? {};
  const isUsual = Object.entries({
    ...choice,
    colours: Object.values(colours).find((value) => value !== undefined),
  }).every(([, value]) => value === undefined || value === 'broadsheet');
  return {
    key: JSON.stringify([choice, themeColor]),
    fonts: {
      ...fonts.rules,
      first: `${fonts.rules.first}${ownFontCss(look.ownFonts)}:root{--blue:${look.colours.accent}}`,
    },
    logos: logoCss(look),
    base: isUsual ? baseCss : baseBehind(look),
    last: isUsual ? mendedAccent(look.colours.accent) : lookCss(look),
    ...preloads(look, fonts),
    accent: look.colours.accent,
  };
}

/** Preloads the first file of each of a site's own fonts: editors are asked to list the one with most of their characters first. */
function preloads(
  { ownFonts: { headlines, text } }: Look,
  fonts: Pick<PairAssets, 'preload' | 'title'>,
): Pick<SiteLook, 'fontPreload' | 'titlePreload'> {
  const [first, second] = [headlines?.[0], text?.[0]].map((font) => font && fontPath(font.file));
  return {
    fontPreload: first ?? fonts.preload,
    titlePreload: second !== undefined ? { url: second } : first === undefined ? fonts.title : undefined,
  };
}

/** `@media screen`, because all backgrounds are light on paper. */
function logoCss({ colours, header, footer }: Look): string {
  const isDark = (ground: '' | 'accent' | 'ink') =>
    ground === 'ink' || (ground === 'accent' && readableOn(colours.accent) === '#fff');
  const grounds = ['.is_dark', isDark(header.band) && '.masthead', isDark(footer.band) && '.footer-inner']
    .filter(Boolean)
    .join();
  return `.logo-dark{display:none}@media screen{:is(${grounds}) .logo-dark{display:block}:is(${grounds}) .logo-light{display:none}}`;
}

/** Adjusts an accent that is unreadable in the default look. */
function mendedAccent(accent: string): string {
  const { light, dark } = usual.colours;
  const said = (share: number, end: string, { paper, surface }: Look['colours']['light']) => {
    const ink = mix(accent, share, end);
    const seen = mended(ink, [paper, surface], 4.5);
    return seen === ink ? '' : `--blue-ink:${seen}`;
  };
  const onLight = [said(0.86, '#000', light), readableOn(accent) === '#fff' ? '' : '--on-blue:#000']
    .filter(Boolean)
    .join(';');
  const onDark = said(0.42, '#fff', dark);
  return (onLight && `:root{${onLight}}`) + (onDark && `html.is_dark{${onDark}}`);
}

const written = (tokens: Tokens) =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** Panels that open from a coloured header have the page's colours. */
const opened = ':is(.header-search-panel,.mobile-menu,.sub-menu,.mega-menu)';

/** Lightness and chroma of the eight category colours, equal to tokens.css. */
const accentsOfCategories: Readonly<Record<'light' | 'dark', Tokens>> = {
  light: { 'accent-l': '0.5', 'accent-c': '0.155' },
  dark: { 'accent-l': '0.78', 'accent-c': '0.11' },
};

/** Leaves out tokens that `said` already sets. */
function without(tokens: Tokens, said: Tokens): Tokens {
  return Object.fromEntries(Object.entries(tokens).filter(([name, value]) => said[name] !== value));
}

function saidTokens(
  look: Look,
  light: Tokens,
  dark: Tokens,
): { readonly onLight: Tokens; readonly onDark: Tokens } {
  const hasInk = [look.header.band, look.header.menu, look.footer.band].includes('ink');
  // Backgrounds that are dark in both schemes set these themselves.
  const known = hasInk ? {} : accentsOfCategories.dark;
  const strong: Tokens = look.lines.accent ? { 'line-strong': 'var(--blue)' } : {};
  return {
    onLight: {
      ...without(light, { ...accentsOfCategories.light, 'on-blue': '#fff' }),
      ...strong,
      ...shapeTokens(look),
    },
    onDark: { ...without(dark, { ...known, 'on-blue': light['on-blue'] ?? '' }), ...strong },
  };
}

/** The base CSS without tokens that a look sets again. */
function baseBehind(look: Look): string {
  const { onLight, onDark } = saidTokens(look, schemeTokens(look, 'light'), schemeTokens(look, 'dark'));
  return dropTokens(dropTokens(baseCss, ':root', onLight), 'html.is_dark', onDark);
}

/** Removes tokens from a selector's first rule. Throws if there is no such rule. */
function dropTokens(css: string, selector: string, said: Tokens): string {
  const rule = css.indexOf(`${selector}{`);
  if (rule === -1) throw new Error(`The styles of all pages have no rule for ${selector} any more.`);
  const begin = rule + selector.length + 1;
  const end = css.indexOf('}', begin);
  const remaining = css
    .slice(begin, end)
    .split(';')
    .filter((declaration) => said[(declaration.split(':', 1)[0] ?? '').trim().slice(2)] === undefined);
  return css.slice(0, begin) + remaining.join(';') + css.slice(end);
}

export function lookCss(look: Look): string {
  const [light, dark] = [schemeTokens(look, 'light'), schemeTokens(look, 'dark')];
  const { header, footer } = look;
  const isBanded = header.band !== '' || header.menu !== '';
  const groundsOf = (colour: 'accent' | 'ink') =>
    [
      header.band === colour && '.masthead',
      header.menu === colour && '.container>.nav-menu',
      footer.band === colour && '.footer-inner',
    ].filter(Boolean);
  const [inkGrounds, accentGrounds] = [groundsOf('ink'), groundsOf('accent')];
  const also = isBanded ? opened : '';
  const { onLight, onDark } = saidTokens(look, light, dark);
  const css = [
    `:root${also && `,${also}`}{${written(onLight)}}`,
    `${['html.is_dark', also && `.is_dark ${also}`, ...inkGrounds].filter(Boolean).join()}{color-scheme:dark;${written(onDark)}}`,
    // On an equally dark page the other background colour distinguishes them.
    inkGrounds.length > 0 &&
      `.is_dark :is(${inkGrounds.join()}){--paper:${dark['paper-2']};--paper-2:${dark.paper}}`,
    accentGrounds.length > 0 && `${accentGrounds.join()}{${onAccent}}`,
    footer.band === 'accent' && '.footer-inner [class*=accent-]{--accent:var(--on-blue)!important}',
    categoryCss(look, light, dark),
    shapeCss(look),
    headlineCss(look),
    bandCss(look, also),
    ...partsOf(look),
  ];
  return css.filter(Boolean).join('');
}

function bandCss({ header, footer }: Look, also: string): string {
  const masthead = header.band !== '' && '.masthead.masthead';
  const menu = header.menu !== '' && '.nav-menu.nav-menu';
  const foot = footer.band !== '' && '.footer-inner';
  const bands = [masthead, menu, foot]
    .filter((name) => name !== false)
    .map((name) => `.container${name === '.footer-inner' ? '' : '>'}${name}`);
  if (bands.length === 0) return '';
  return [
    // The element has the colour, too, for contrast checkers and for browsers without `border-image`.
    `${bands.join()}{background:var(--paper)}${[...bands, also].filter(Boolean).join()}{color:var(--ink)}`,
    `:is(${bands.join()})::before{content:"";position:absolute;z-index:-1;inset:0;border-image:conic-gradient(var(--paper) 0 0) fill 0//0 100vmax;` +
      'pointer-events:none}',
    // A band's edge needs no rule, which would only be as wide as the text.
    masthead &&
      `${masthead}{position:relative;z-index:21;border-width:0}.site-header.site-header>*{border-color:transparent}`,
    menu && `${menu}{z-index:20;border-color:var(--paper)}${menu}::before{inset:-2px 0 -1px!important}`,
    foot && `${foot}{position:relative;z-index:0}${foot}>:first-child:not(#a){border-top:0}`,
  ]
    .filter(Boolean)
    .join('');
}

/** On the accent everything is black or white, whichever is readable; categories have no colours there. */
const onAccent =
  '--paper:var(--blue);--paper-2:var(--blue);--ink:var(--on-blue);--ink-2:var(--on-blue);--ink-3:var(--on-blue);--line:var(--on-blue);' +
  '--line-strong:var(--on-blue);--blue-ink:var(--on-blue)';

function partsOf({ header, footer, titles, kickers, cards, lists, spacing, corners }: Look): string[] {
  const names = [
    `header-${header.layout}`,
    `footer-${footer.layout}`,
    `titles-${titles}`,
    `kickers-${kickers}`,
    `cards-${cards}`,
    `lists-${lists}`,
    `spacing-${spacing}`,
    ...(corners > 0 ? ['corners'] : []),
  ];
  return names.map((name) => parts.get(name) ?? '');
}

function categoryCss(look: Look, light: Tokens, dark: Tokens): string {
  const { categories } = look.colours;
  if (categories === 'hues') return '';
  const band = `.video-band{--blue-ink:${mended(dark['blue-ink'] ?? '#fff', bandGrounds, 4.5)}}`;
  if (categories === 'accent') return `${band}[class*=accent-]{--accent:var(--blue-ink)}`;
  const colours = (tokens: Tokens, within: string) =>
    categoryColours(look, tokens)
      .map((colour, place) => `${within}.accent-${place}{--accent:${colour}}`)
      .join('');
  return (
    band +
    colours(light, '') +
    colours(dark, '.is_dark ') +
    colours({ paper: bandGrounds[0], 'paper-2': bandGrounds[1] }, '.video-band ')
  );
}

/** Multiples of the default gaps. */
const gaps = { close: '.75', airy: '1.375' } as const;

function shapeTokens({
  corners,
  fonts,
  ownFonts,
  headlines: { size, weight },
  kickers,
  spacing,
}: Look): Tokens {
  const hasOwn = Object.keys(ownFonts).length > 0;
  return {
    ...(corners > 0 ? { r: `${corners}px` } : {}),
    ...(hasOwn ? ownFontTokens(fonts, ownFonts) : fonts === 'broadsheet' ? {} : pairTokens(fonts)),
    ...(spacing === 'normal' ? {} : { g: gaps[spacing] }),
    ...(size === 1 ? {} : { h: String(size) }),
    ...(weight < 600 ? { drop: String(weight) } : {}),
    ...(kickers === 'mono' ? { mono: monoToken } : {}),
  };
}

const rounded = (value: number): number => Number(value.toFixed(2));

function shapeCss({ header, lines, scale }: Look): string {
  const hasRule = header.menu === '' && header.layout !== 'compact';
  const rule =
    lines.width === 2 && lines.kind === 'solid'
      ? ''
      : `border-top:${lines.width}px ${lines.kind} var(--line-strong)`;
  return [
    // Scaled like the base size that tokens.css sets in very wide windows.
    scale !== 1 &&
      `:root{font-size:${rounded(scale * 100)}%}@media (min-width:2240px){:root{font-size:${rounded(scale * 112.5)}%}}`,
    rule &&
      `:is(.section-title,${hasRule ? '.container>.nav-menu,' : ''}.footer-inner>:first-child):not(#a){${rule}}`,
  ]
    .filter(Boolean)
    .join('');
}

const usualCapitalLines = '.92';

function capitalCss({ fonts, ownFonts }: Look): string {
  return (
    ':where(h1,h2,h3,h4,.autoload-title,.author-box-name,.post-neighbour-title,.live-result-title):not(.section-title,#a){line-height:' +
    `${ownFonts.headlines ? usualCapitalLines : capitalLines(fonts)}}`
  );
}

function headlineCss(look: Look): string {
  const { weight, capitals, tracking, size } = look.headlines;
  const own = [
    weight !== 650 && `font-weight:${weight}`,
    tracking !== usual.headlines.tracking && `letter-spacing:${tracking}em`,
    capitals && 'text-transform:uppercase',
  ]
    .filter(Boolean)
    .join(';');
  // Smaller sizes are used elsewhere, too; small titles in lists scale by less.
  const others = `.card-title{--s2:${Number((0.5625 * (1 + size)).toFixed(3))}rem;--s3:${Number((0.625 * (1 + size)).toFixed(3))}rem}`;
  return (
    (size === 1 ? '' : others) +
    (capitals ? capitalCss(look) : '') +
    (own &&
      `:is(h1,h2,h3,h4,.site-title-name,.autoload-title,.author-box-name,.post-neighbour-title,.live-result-title,` +
        `:where(.child-pages a,.wp-block-pullquote blockquote)):not(.section-title){${own}}`)
  );
}
