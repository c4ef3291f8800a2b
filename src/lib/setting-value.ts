/** Words that are values of settings, in any case. */
const keywords = new Set(
  `yes no on off true false none null auto default inherit initial left right center centre middle top bottom full large medium small normal bold show
  hide h1 h2 h3 h4 h5 h6 div span p`.split(/\s+/),
);
/** Values that only a program reads: numbers, colors, lengths, functions of CSS, JSON, icons. */
const code: readonly RegExp[] = [
  /^[\d.,\s%/:-]*$/,
  /^#[\da-f]{3,8}$/i,
  /^-?[\d.]+\s?(?:px|r?em|%|v[wh]|s|ms|deg|pt)$/i,
  /^(?:rgb|hsl)a?\([^()]*\)$/i,
  /^(?:var|calc)\(/i,
  /^[{[][^]*[}\]]$/,
  /^(?:fa[bsrl]?|icon|dashicons|glyphicon|ion|bi|mdi|ti|la[bsr]?)(?: fa| la)?-[\w -]+$/i,
];
/** One lower-case word, token, path or length; or something without a letter. */
const token = /^[a-z0-9_.:#%,/-]*$/;
const letter = /\p{L}/u;

interface SettingOptions {
  /** The name of the value says that it holds words, so that `berlin`, `e-mail` and `$9` are words. */
  readonly holdsWords?: boolean;
}

/** Whether a value that a plugin stored is a setting, which says nothing to readers: `title="yes"`. */
export const isSettingValue = (value: string, { holdsWords = false }: SettingOptions = {}): boolean =>
  keywords.has(value.toLowerCase()) ||
  code.some((pattern) => pattern.test(value)) ||
  (value.includes('_') && /^[\w-]+$/.test(value)) ||
  (!holdsWords && (token.test(value) || !letter.test(value)));
