import { madeOnceOf } from '../../lib/noted-reads.ts';
import { mended, mix, readableOn } from '../../lib/colour.ts';
import { clientAssets } from '../client-assets.server.ts';
import { baseCss } from '../styles.server.ts';
import type { ClientAssets, PairAssets } from '../client-assets.server.ts';
import type { FontPreload, FontRules } from '../fonts.ts';
import { capitalLines, monoToken, ownFontCss, ownFontTokens, pairTokens } from '../font-pairs.ts';
import { wholeLook } from '../../lib/look/look-choice.ts';
import type { LookChoice } from '../../lib/look/look-choice.ts';
import type { Look } from '../../lib/look/looks.ts';
import { bandGrounds, categoryColours, schemeTokens } from '../../lib/look/look-tokens.ts';
import type { Tokens } from '../../lib/look/look-tokens.ts';
import { looks, fontPath } from '../../lib/look/looks.ts';

const files = import.meta.glob<string>('./parts/*.css', { eager: true, query: '?inline', import: 'default' });
/** Styles of one choice by its name, as `header-left`; a choice that is a new site's has none. */
const parts: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([file, css]) => [file.slice('./parts/'.length, -'.css'.length), css]),
);

/** The settings that say what a site looks like. */
export interface LookSettings {
  readonly look: LookChoice;
  readonly theme_color: string;
}

/** What pages need of a look. */
export interface SiteLook {
  /** Changes with everything that is made of it. */
  readonly key: string;
  /** In front of the other styles: `@font-face` rules, those of a site's own files among the first, and the accent. */
  readonly fonts: FontRules;
  /** What every page needs, behind `first`; without the tokens that `last` says: each page would carry them twice. */
  readonly base: string;
  /** Behind all of them; empty for that of a new site. */
  readonly last: string;
  /** For pages of a site that has another logo for dark grounds: which of the two is shown where. */
  readonly logos: string;
  /** URL of the font that is worth a preload; empty without a build. */
  readonly fontPreload: string;
  /** One more that titles of articles are set in; undefined for none. */
  readonly titlePreload: FontPreload | undefined;
  /** The accent, which browsers and phones show around the page. */
  readonly accent: string;
}

const usual = looks.broadsheet;

/** The look of a site, made once for its settings. */
export const lookOf: (settings: LookSettings) => SiteLook = madeOnceOf(
  ({ look, theme_color: color }: LookSettings) => makeLook(look, color, clientAssets()),
);

/** A look of a choice and the theme colour. */
export function makeLook(
  choice: LookChoice,
  themeColor: string,
  assets: Pick<ClientAssets, 'fontsOf'>,
): SiteLook {
  const isOwnColor = themeColor !== usual.colours.accent;
  const look = wholeLook(choice, isOwnColor ? themeColor : undefined);
  const fonts = assets.fontsOf(look.fonts, look.kickers === 'mono');
  // What single categories have stands where they are shown, not here.
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

/** Of a site's own fonts the first file of each: people are to give that first which has most of their letters. */
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

/** On paper all grounds are light. */
function logoCss({ colours, header, footer }: Look): string {
  const isDark = (ground: '' | 'accent' | 'ink') =>
    ground === 'ink' || (ground === 'accent' && readableOn(colours.accent) === '#fff');
  const grounds = ['.is_dark', isDark(header.band) && '.masthead', isDark(footer.band) && '.footer-inner']
    .filter(Boolean)
    .join();
  return `.logo-dark{display:none}@media screen{:is(${grounds}) .logo-dark{display:block}:is(${grounds}) .logo-light{display:none}}`;
}

/** Where a theme colour of one's own can't be read in the usual look: that in which it can. */
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

/** What opens out of a coloured header has the page's colours. */
const opened = ':is(.header-search-panel,.mobile-menu,.sub-menu,.mega-menu)';

/** The eight colours of categories as tokens.css has them. */
const accentsOfCategories: Readonly<Record<'light' | 'dark', Tokens>> = {
  light: { 'accent-l': '0.5', 'accent-c': '0.155' },
  dark: { 'accent-l': '0.78', 'accent-c': '0.11' },
};

/** Without what is said already. */
function without(tokens: Tokens, said: Tokens): Tokens {
  return Object.fromEntries(Object.entries(tokens).filter(([name, value]) => said[name] !== value));
}

/** The tokens that a look says, in each of its schemes. */
function saidTokens(
  look: Look,
  light: Tokens,
  dark: Tokens,
): { readonly onLight: Tokens; readonly onDark: Tokens } {
  const hasInk = [look.header.band, look.header.menu, look.footer.band].includes('ink');
  // Grounds that are dark in both schemes have nothing else to be dark by.
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

/** The CSS that every page needs, without the tokens that a look says again. */
function baseBehind(look: Look): string {
  const { onLight, onDark } = saidTokens(look, schemeTokens(look, 'light'), schemeTokens(look, 'dark'));
  return dropTokens(dropTokens(baseCss, ':root', onLight), 'html.is_dark', onDark);
}

/** Takes tokens out of the first rule of a selector. */
function dropTokens(css: string, selector: string, said: Tokens): string {
  const rule = css.indexOf(`${selector}{`);
  if (rule === -1) throw new Error(`The styles of all pages have no rule for ${selector} any more.`);
  const begin = rule + selector.length + 1;
  const end = css.indexOf('}', begin);
  const kept = css
    .slice(begin, end)
    .split(';')
    .filter((declaration) => said[(declaration.split(':', 1)[0] ?? '').trim().slice(2)] === undefined);
  return css.slice(0, begin) + kept.join(';') + css.slice(end);
}

/** All styles by which a look differs from a new site's. */
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
    // On a page that is as dark they are told by its other ground.
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

/** Colours behind header, menu and footer, as wide as the window. */
function bandCss({ header, footer }: Look, also: string): string {
  const masthead = header.band !== '' && '.masthead.masthead';
  const menu = header.menu !== '' && '.nav-menu.nav-menu';
  const foot = footer.band !== '' && '.footer-inner';
  const bands = [masthead, menu, foot]
    .filter((name) => name !== false)
    .map((name) => `.container${name === '.footer-inner' ? '' : '>'}${name}`);
  if (bands.length === 0) return '';
  return [
    // The element has the colour, too, for who measures contrasts, and for browsers that draw no pictures around it.
    `${bands.join()}{background:var(--paper)}${[...bands, also].filter(Boolean).join()}{color:var(--ink)}`,
    `:is(${bands.join()})::before{content:"";position:absolute;z-index:-1;inset:0;border-image:conic-gradient(var(--paper) 0 0) fill 0//0 100vmax;` +
      'pointer-events:none}',
    // Where the band ends no rule is needed, and it would be no wider than the text.
    masthead &&
      `${masthead}{position:relative;z-index:21;border-width:0}.site-header.site-header>*{border-color:transparent}`,
    menu && `${menu}{z-index:20;border-color:var(--paper)}${menu}::before{inset:-2px 0 -1px!important}`,
    foot && `${foot}{position:relative;z-index:0}${foot}>:first-child:not(#a){border-top:0}`,
  ]
    .filter(Boolean)
    .join('');
}

/** On the accent all is black or white, whichever can be read; a category keeps no colour of its own. */
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

/** Times the usual gaps. */
const gaps = { close: '.75', airy: '1.375' } as const;

/** Tokens of both schemes. */
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
    // As large again as tokens.css has it in very wide windows.
    scale !== 1 &&
      `:root{font-size:${rounded(scale * 100)}%}@media (min-width:2240px){:root{font-size:${rounded(scale * 112.5)}%}}`,
    rule &&
      `:is(.section-title,${hasRule ? '.container>.nav-menu,' : ''}.footer-inner>:first-child):not(#a){${rule}}`,
  ]
    .filter(Boolean)
    .join('');
}

/** Height of lines of capitals in a font of the site's own. */
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
  // Smaller sizes are those of other things, too; small titles in lists grow by less.
  const others = `.card-title{--s2:${Number((0.5625 * (1 + size)).toFixed(3))}rem;--s3:${Number((0.625 * (1 + size)).toFixed(3))}rem}`;
  return (
    (size === 1 ? '' : others) +
    (capitals ? capitalCss(look) : '') +
    (own &&
      `:is(h1,h2,h3,h4,.site-title-name,.autoload-title,.author-box-name,.post-neighbour-title,.live-result-title,` +
        `:where(.child-pages a,.wp-block-pullquote blockquote)):not(.section-title){${own}}`)
  );
}
