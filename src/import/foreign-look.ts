import { contrast, fromOklch, mix, readHex, toOklch, writeHex } from '../lib/colour.ts';
import { lookSchema } from '../lib/look/look-choice.ts';
import type { LookChoice } from '../lib/look/look-choice.ts';
import { looks } from '../lib/look/looks.ts';
import type { FontPairName } from '../lib/look/looks.ts';

/** Longest global styles that are read, in characters; a theme's have a few thousand. */
const maxStyleLength = 500_000;
const maxEntries = 200;

export interface ForeignLook {
  /** Empty when the styles say nothing beyond the look of a new site. */
  readonly choice: LookChoice;
  /** Whether the site was dark; its colours then become those of the dark scheme. */
  readonly isDark: boolean;
  readonly css: string;
  /** Styles that could not be used, with the reason; shown in the report. */
  readonly left: readonly string[];
}

/**
 * Returns the look nearest to global styles (JSON in the shape of theme.json). Invalid input yields an empty choice
 * with the reason; never throws.
 */
export function foreignLook(text: string): ForeignLook {
  const none = (reason: string): ForeignLook => ({ choice: {}, isDark: false, css: '', left: [reason] });
  if (text.length > maxStyleLength)
    return none(`they are longer than ${maxStyleLength.toLocaleString('en')} characters`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return none('they are not valid JSON'); // SyntaxError, or RangeError for excessive nesting
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return none('they are not a JSON object');
  return new Styles(json).look();
}

/** The value at a path in JSON, own properties only; undefined when it is missing. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    inner = (inner as Record<string, unknown>)[key];
  }
  return inner;
}

const textAt = (value: unknown, ...path: readonly string[]) => {
  const inner = at(value, ...path);
  return typeof inner === 'string' ? inner.trim().slice(0, 300) : '';
};

/** Palette slugs for each role, as in WordPress' default themes; earlier slugs take precedence. */
const usualSlugs = {
  paper: ['base', 'background', 'bg', 'body-background'],
  ink: ['contrast', 'foreground', 'text', 'body-text'],
  surface: ['surface', 'base-2', 'tertiary'],
  accent: ['accent', 'primary', 'accent-1', 'link', 'vivid'],
} as const;

/** WordPress' default palette, available with every theme. */
const ofWordPress: ReadonlyMap<string, string> = new Map([
  ['black', '#000'],
  ['white', '#fff'],
  ['cyan-bluish-gray', '#abb8c3'],
  ['pale-pink', '#f78da7'],
  ['vivid-red', '#cf2e2e'],
  ['luminous-vivid-orange', '#ff6900'],
  ['luminous-vivid-amber', '#fcb900'],
  ['light-green-cyan', '#7bdcb5'],
  ['vivid-green-cyan', '#00d084'],
  ['pale-cyan-blue', '#8ed1fc'],
  ['vivid-cyan-blue', '#0693e3'],
  ['vivid-purple', '#9b51e0'],
]);

/** Chroma (OKLCH) above which a colour does not count as grey. */
const colourful = 0.04;
/** OKLCH lightness below which a background counts as dark. */
const darkBelow = 0.5;

class Styles {
  readonly #json: object;
  readonly #colours: ReadonlyMap<string, string>;
  readonly #fonts: ReadonlyMap<string, string>;
  readonly #left: string[] = [];

  constructor(json: object) {
    this.#json = json;
    this.#colours = presets(at(json, 'settings', 'color', 'palette'), 'color');
    this.#fonts = presets(at(json, 'settings', 'typography', 'fontFamilies'), 'fontFamily');
  }

  look(): ForeignLook {
    const paper =
      this.#colour('the ground', ['styles', 'color', 'background']) ?? this.#usual(usualSlugs.paper);
    const declaredInk = this.#colour('the text', ['styles', 'color', 'text']) ?? this.#usual(usualSlugs.ink);
    const ink = this.#isReadable(declaredInk, paper) ? declaredInk : undefined;
    const accent = this.#accent(paper);
    const isDark = paper !== undefined && toOklch(paper).l < darkBelow;
    const schemes = this.#schemes(paper, ink, isDark);
    const fonts = this.#pair();
    const colours = { ...(accent === undefined ? {} : { accent }), ...schemes };
    const choice = {
      ...(Object.keys(colours).length > 0 ? { colours } : {}),
      ...(fonts === undefined ? {} : { fonts }),
    };
    const parsed = lookSchema.safeParse(choice);
    const css = at(this.#json, 'styles', 'css');
    return {
      choice: parsed.success ? parsed.data : {},
      isDark,
      css: typeof css === 'string' ? css.trim() : '',
      left: this.#left,
    };
  }

  /** The accent comes from links, else buttons, else a palette colour named like one. Greys count only when none of these has a hue. */
  #accent(paper: string | undefined): string | undefined {
    const found = [
      this.#colour('links', ['styles', 'elements', 'link', 'color', 'text']),
      this.#colour('buttons', ['styles', 'elements', 'button', 'color', 'background']),
      ...usualSlugs.accent.map((slug) => this.#colours.get(slug)),
    ]
      .filter((colour) => colour !== undefined)
      .filter((colour) => colour !== paper);
    const accent = found.find((colour) => toOklch(colour).c >= colourful) ?? found[0];
    return accent === looks.broadsheet.colours.accent ? undefined : accent;
  }

  #isReadable(ink: string | undefined, paper: string | undefined): boolean {
    if (ink === undefined || contrast(ink, paper ?? looks.broadsheet.colours.light.paper) >= 3) return true;
    this.#left.push(`the text colour ${ink}, which has too little contrast with ${paper ?? 'white'}`);
    return false;
  }

  /** Backgrounds and text colours of both schemes: the site's own values in its scheme, and their hues in the other one. */
  #schemes(
    paper: string | undefined,
    ink: string | undefined,
    isDark: boolean,
  ): Pick<NonNullable<LookChoice['colours']>, 'light' | 'dark'> {
    const own = isDark ? 'dark' : 'light';
    const usual = looks.broadsheet.colours[own];
    const isNew = (colour: string | undefined, was: string) =>
      colour !== undefined && colour !== writeHex(readHex(was));
    if (!isNew(paper, usual.paper) && !isNew(ink, usual.ink)) return {};
    const ground = paper ?? usual.paper;
    const text = ink ?? counterpart(ground, isDark ? 0.94 : 0.2, 0.02);
    const surface = this.#usual(usualSlugs.surface);
    const isSurface = surface !== undefined && surface !== ground && contrast(surface, ground) <= 1.3;
    const ownScheme = { paper: ground, surface: isSurface ? surface : mix(text, 0.06, ground), ink: text };
    // White and greys have no hue to derive from, so the other scheme stays the default.
    if (Math.max(toOklch(ground).c, toOklch(text).c) < 0.004) return { [own]: ownScheme };
    const [paperL, surfaceL, inkL] = isDark ? [0.985, 0.955, 0.2] : [0.18, 0.225, 0.93];
    const from = toOklch(ground).c < 0.004 ? text : ground;
    const other = {
      paper: counterpart(from, paperL, 0.014),
      surface: counterpart(from, surfaceL, 0.016),
      ink: counterpart(from, inkL, 0.014),
    };
    return { [own]: ownScheme, [isDark ? 'light' : 'dark']: other };
  }

  #usual(slugs: readonly string[]): string | undefined {
    return slugs.map((slug) => this.#colours.get(slug)).find((colour) => colour !== undefined);
  }

  #colour(what: string, path: readonly string[]): string | undefined {
    const value = textAt(this.#json, ...path);
    if (value === '' || value === 'inherit') return undefined;
    const slug = presetIn(value, 'color');
    const colour =
      slug === undefined ? readColour(value) : (this.#colours.get(slug) ?? ofWordPress.get(slug));
    if (colour === undefined)
      this.#left.push(
        `${what}: ${slug === undefined ? value.slice(0, 60) : `the theme’s colour “${slug.slice(0, 40)}”`}`,
      );
    return colour;
  }

  /** Headings take precedence, since the font pairs differ most in them. */
  #pair(): LookChoice['fonts'] {
    const text = this.#font(['styles', 'typography', 'fontFamily']) ?? this.#fonts.get('body');
    const headlines =
      this.#font(['styles', 'elements', 'heading', 'typography', 'fontFamily']) ??
      this.#fonts.get('heading') ??
      text;
    if (headlines === undefined) return undefined;
    const pair = pairFor(headlines, text ?? headlines);
    if (pair === undefined) this.#left.push(`the font ${headlines.slice(0, 60)}`);
    return pair === 'broadsheet' ? undefined : pair;
  }

  /** Font families at a path. A preset that only the theme defines yields its slug. */
  #font(path: readonly string[]): string | undefined {
    const value = textAt(this.#json, ...path);
    if (value === '' || value === 'inherit') return undefined;
    const slug = presetIn(value, 'font-family');
    return slug === undefined ? value : (this.#fonts.get(slug) ?? slug.replaceAll('-', ' '));
  }
}

function counterpart(colour: string, l: number, maxChroma: number): string {
  const { c, h } = toOklch(colour);
  return fromOklch({ l, c: Math.min(c, maxChroma), h });
}

const presetPatterns = {
  color: /^(?:var:preset\|color\||var\(--wp--preset--color--)([a-z0-9_-]{1,80})\)?$/,
  'font-family': /^(?:var:preset\|font-family\||var\(--wp--preset--font-family--)([a-z0-9_-]{1,80})\)?$/,
} as const;

const presetIn = (value: string, kind: keyof typeof presetPatterns) =>
  presetPatterns[kind].exec(value.toLowerCase())?.[1];

/** Values by slug; user-defined ones override the theme's. Lists without an origin are those of theme.json itself. */
function presets(lists: unknown, key: 'color' | 'fontFamily'): Map<string, string> {
  const found = new Map<string, string>();
  const all = Array.isArray(lists) ? [lists] : ['theme', 'custom'].map((origin) => at(lists, origin));
  for (const list of all) {
    if (!Array.isArray(list)) continue;
    for (const entry of (list as unknown[]).slice(0, maxEntries)) {
      const slug = textAt(entry, 'slug').toLowerCase();
      const value =
        key === 'color' ? readColour(textAt(entry, key)) : textAt(entry, key) || textAt(entry, 'name');
      if (slug !== '' && value !== undefined && value !== '') found.set(slug, value);
    }
  }
  return found;
}

/** Returns an opaque colour as `#rrggbb`, or undefined for any other value. */
function readColour(text: string): string | undefined {
  const value = text.toLowerCase();
  const digits = /^#([0-9a-f]{6}|[0-9a-f]{3})(?:ff|f)?$/.exec(value)?.[1];
  if (digits !== undefined)
    return [4, 5].includes(value.length) === (digits.length === 3)
      ? writeHex(readHex(`#${digits}`))
      : undefined;
  const [, model, inner = ''] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(value) ?? [];
  const [one = '', two = '', three = '', alpha = '1', ...more] = inner.split(/[\s,/]+/).filter(Boolean);
  const isOpaque = Number(alpha) === 1 || alpha === '100%';
  if (model === 'rgb' && isOpaque && more.length === 0) {
    const parts = [one, two, three].map((part) => (/^\d{1,3}$/.test(part) ? Number(part) / 255 : Number.NaN));
    return parts.some(Number.isNaN) ? undefined : writeHex(parts as [number, number, number]);
  }
  if (model === 'hsl' && isOpaque && more.length === 0) {
    const [hue, ...shares] = [one.replace(/deg$/, ''), two.replace(/%$/, ''), three.replace(/%$/, '')].map(
      (part) => (part === '' ? Number.NaN : Number(part)),
    );
    const [saturation = Number.NaN, lightness = Number.NaN] = shares.map((share) =>
      Math.min(1, Math.max(0, share / 100)),
    );
    return [hue ?? Number.NaN, saturation, lightness].every(Number.isFinite)
      ? fromHsl(hue ?? 0, saturation, lightness)
      : undefined;
  }
  return value === 'black' || value === 'white' ? ofWordPress.get(value) : undefined;
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (from: number) => {
    const k = (from + (((hue % 360) + 360) % 360) / 30) % 12;
    return lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return writeHex([part(0), part(8), part(4)]);
}

/** Patterns in family names, with the pair whose headings are most similar; the first match counts. */
const families: readonly (readonly [RegExp, FontPairName])[] = [
  [
    /condensed|compressed|narrow|oswald|bebas|\banton\b|league gothic|fjalla|pathway|\bteko\b|big shoulders|impact|sofia sans extra/,
    'condensed',
  ],
  [/playfair|bodoni|didot|abril|dm serif|\bprata\b|old standard|gloock|chonburi|\bdidone\b/, 'didone'],
  [/\bslab\b|bitter|rokkitt|\barvo\b|\baleo\b|\bcrete\b|rockwell|clarendon|\bmuseo\b/, 'slab'],
  [
    /newsreader|garamond|cormorant|\blora\b|crimson|spectral|literata|alegreya|caslon|cardo|baskerville|vollkorn|fraunces|palatino/,
    'literary',
  ],
  [
    /source serif|merriweather|pt serif|noto serif|georgia|times|libre serif|tinos|ibm plex serif|\bdomine\b|gelasio/,
    'broadsheet',
  ],
];

/** Generic families and style words, used when no family name matches. Monospaced fonts match no pair. */
const kinds: readonly (readonly [RegExp, FontPairName | undefined])[] = [
  [/\bmono(?:space)?\b|courier/, undefined],
  [
    /sans|grotes[kq]|gothic|helvetica|arial|\binter\b|roboto|montserrat|poppins|\blato\b|nunito|manrope|raleway|verdana|tahoma|system|-apple/,
    'grotesque',
  ],
  [/\bserif\b/, 'broadsheet'],
];

/** The font pair most similar to the CSS families of headings and text, or undefined when there is no similar one. */
export function pairFor(headlines: string, text: string): FontPairName | undefined {
  const pair = nearest(headlines);
  // With a literary text font, an unspecific serif of headings counts as literary, too.
  return pair === 'broadsheet' && nearest(text) === 'literary' ? 'literary' : pair;
}

/** Matches the first family; the fallbacks count only when it matches nothing. */
function nearest(list: string): FontPairName | undefined {
  const [first = '', ...others] = list.toLowerCase().replaceAll(/["']/g, '').split(',');
  for (const names of [first, others.join()]) {
    const found = [...families, ...kinds].find(([pattern]) => pattern.test(names));
    if (found) return found[1];
  }
  return undefined;
}
