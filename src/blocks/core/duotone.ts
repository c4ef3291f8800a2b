import { isRecord } from '../../lib/records.ts';

const named: Readonly<Record<string, string>> = {
  'dark-grayscale': '000000-7f7f7f',
  grayscale: '000000-ffffff',
  'purple-yellow': '8c00b7-fcff41',
  'blue-red': '000097-ff4747',
  midnight: '000000-00a5ff',
  'magenta-yellow': 'c7005a-fff278',
  'purple-green': 'a60072-67ff66',
  'blue-orange': '1900d8-ffa96b',
};

/** WordPress blocks whose pictures may have a filter, with the pictures' selector. */
const places: Readonly<Record<string, string>> = {
  'core/image': ' img',
  'core/post-featured-image': ' img',
  'core/site-logo': ' img',
  // Includes the initials of users without a portrait.
  'core/avatar': ' .avatar',
  'core/post-author': ' .wp-block-post-author__avatar .avatar',
  'core/cover': '>:is(.wp-block-cover__image-background,.wp-block-cover__video-background)',
};

const maxColors = 8;
const maxFilters = 50;
const mark = 'wp-duotone-';

/**
 * Class of a duotone picture (`wp-duotone-grayscale`, `wp-duotone-000097-ff4747`), from which `duotoneFilters` creates
 * the filter. Undefined if the block can't have one, or without valid colours.
 */
export function duotoneClass(name: string, style: Readonly<Record<string, unknown>>): string | undefined {
  if (!Object.hasOwn(places, name)) return undefined;
  const duotone = isRecord(style.color) ? style.color.duotone : undefined;
  if (Array.isArray(duotone)) {
    const colors = duotone.length >= 2 && duotone.length <= maxColors ? duotone.map(hexOf) : [];
    return colors.length > 0 && !colors.includes(undefined) ? `wp-duotone-${colors.join('-')}` : undefined;
  }
  const preset =
    typeof duotone === 'string'
      ? /^var(?::preset\|duotone\||\(--wp--preset--duotone--)([a-z-]{1,40})\)?$/.exec(duotone)?.[1]
      : undefined;
  return preset !== undefined && Object.hasOwn(named, preset) ? `wp-duotone-${preset}` : undefined;
}

/** Six hex digits, or eight with opacity; undefined for an invalid colour. */
function hexOf(color: unknown): string | undefined {
  if (typeof color !== 'string' || color.length > 40) return undefined;
  const hex = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.exec(color)?.[1]?.toLowerCase();
  if (hex !== undefined) return hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
  const [, red, green, blue] = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(color) ?? [];
  const parts = [red, green, blue].map(Number);
  return parts.every((part) => part <= 255)
    ? parts.map((part) => part.toString(16).padStart(2, '0')).join('')
    : undefined;
}

export function duotonesIn(html: string): string[] {
  if (!html.includes(mark)) return [];
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, given = '']) =>
    given.includes(mark) ? given.split(/\s+/) : [],
  );
  return [
    ...new Set(classes.filter((name) => name.startsWith(mark) && colorsOf(name.slice(mark.length)))),
  ].slice(0, maxFilters);
}

/** SVG filters of these classes, and the rules that apply them; may be empty. */
export function duotoneFilters(classes: ReadonlySet<string>): string {
  if (classes.size === 0) return '';
  let [filters, rules] = ['', ''];
  for (const name of [...classes].slice(0, maxFilters)) {
    filters += filter(name, colorsOf(name.slice(mark.length)) ?? []);
    const selectors = Object.entries(places).map(
      ([block, place]) => `.${name}.wp-block-${block.slice('core/'.length)}${place}`,
    );
    rules += `${selectors.join()}{filter:url(#${name})}`;
  }
  return `<svg width="0" height="0" focusable="false" aria-hidden="true" style="position:absolute"><style>${rules}</style><defs>${filters}</defs></svg>`;
}

function colorsOf(name: string): string[] | undefined {
  const colors = Object.hasOwn(named, name) ? named[name] : name;
  return colors !== undefined && /^(?:[\da-f]{6}(?:[\da-f]{2})?(?:-|$)){2,8}(?<!-)$/.test(colors)
    ? colors.split('-')
    : undefined;
}

/** Turns a picture grey, and maps each grey to a colour. */
function filter(name: string, colors: readonly string[]): string {
  const channels = ['R', 'G', 'B', 'A'].map((channel, index) => {
    const values = colors.map(
      (color) =>
        Math.round((Number.parseInt(color.slice(index * 2, index * 2 + 2) || 'ff', 16) / 255) * 1e4) / 1e4,
    );
    return `<feFunc${channel} type="table" tableValues="${values.join(' ')}"/>`;
  });
  const grey = '.299 .587 .114 0 0';
  return (
    `<filter id="${name}" color-interpolation-filters="sRGB"><feColorMatrix values="${`${grey} `.repeat(4).trimEnd()}"/>` +
    `<feComponentTransfer>${channels.join('')}</feComponentTransfer><feComposite in2="SourceGraphic" operator="in"/></filter>`
  );
}
