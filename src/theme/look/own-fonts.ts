import { fallbackFace } from '../fonts.ts';
import { fontRoles } from '../../lib/look/look.ts';
import type { FontFile, FontRole, Look } from '../../lib/look/look.ts';

/** Where uploads are served (`content/media/media.ts`). */
const uploads = '/wp-content/uploads/';

const families: Readonly<Record<FontRole, string>> = { headlines: 'Own Headlines', text: 'Own Text' };
const formats: Readonly<Record<string, string>> = { woff2: 'woff2', woff: 'woff', ttf: 'truetype', otf: 'opentype' };

/** Local fonts that stand in until ours is there, and the width of running text in them (`fonts.ts`), regular and bold. */
const locals = {
  serif: {
    regular: { local: ['Times New Roman', 'Liberation Serif', 'Tinos'], width: 0.3996 },
    bold: { local: ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'], width: 0.4248 },
  },
  sans: {
    regular: { local: ['Arial', 'Liberation Sans', 'Arimo'], width: 0.4407 },
    bold: { local: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'], width: 0.4757 },
  },
} as const;

/** Styles of a look's own fonts, and what pages preload of them. */
export interface OwnFonts {
  /** `@font-face` rules, with a local font as wide and as high as each, so that nothing moves when it comes. */
  readonly css: string;
  /** Values of the tokens of tokens.css that name families. */
  readonly tokens: string;
  /** Of headlines, where it is packed as preloads say; undefined where the pair's are used. */
  readonly preload: string | undefined;
}

/** What font files of one's own come to; empty for a look that has none. */
export function ownFonts({ fontFiles }: Pick<Look, 'fontFiles'>): OwnFonts {
  const css: string[] = [];
  const tokens: string[] = [];
  for (const role of fontRoles) {
    const files = fontFiles[role] ?? [];
    const first = files[0];
    if (!first) continue;
    const family = families[role];
    css.push(...files.map((file) => face(family, file)), fallback(`${family} F`, files.find(({ isItalic }) => !isItalic) ?? first));
    const stack = `"${family}","${family} F",var(--of-${first.isSerif ? 'serif' : 'sans'},)${first.isSerif ? 'serif' : 'sans-serif'}`;
    tokens.push(role === 'headlines' ? `--serif:${stack}` : `--text:${stack};--sans:var(--text)`);
  }
  const [headlines] = fontFiles.headlines ?? [];
  const preload = headlines && (headlines.file.endsWith('.woff2') ? uploads + headlines.file : '');
  // Headlines of the pair stay what they are where only text has a font of one's own, and the other way round.
  return { css: css.join(''), tokens: tokens.length > 0 ? `:root{${tokens.join(';')}}` : '', preload };
}

function face(family: string, { file, weight: [least, most], isItalic }: FontFile): string {
  const weight = least === most ? String(least) : `${least} ${most}`;
  return `@font-face{font-family:"${family}";font-style:${isItalic ? 'italic' : 'normal'};font-weight:${weight};font-display:swap;`
    + `src:url(${uploads}${file})format("${formats[file.slice(file.lastIndexOf('.') + 1)] ?? 'woff2'}")}`;
}

/** As wide and as high as this one. */
function fallback(family: string, { isSerif, ascent, descent, width, weight: [least] }: FontFile): string {
  const { local, width: localWidth } = locals[isSerif ? 'serif' : 'sans'][least >= 600 ? 'bold' : 'regular'];
  return fallbackFace({ family, weight: '1 1000', local, sizeAdjust: Number((width / localWidth).toFixed(4)), ascent, descent: Math.max(0, descent) });
}
