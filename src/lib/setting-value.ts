/** Keywords used as values of settings, in any case. */
const keywords = new Set(
  `yes no on off true false none null auto default inherit initial left right center centre middle top bottom full large medium small normal bold show
  hide h1 h2 h3 h4 h5 h6 div span p`.split(/\s+/),
);
/** Technical values: numbers, colours, lengths, CSS functions, JSON, icons. */
const code: readonly RegExp[] = [
  /^[\d.,\s%/:-]*$/,
  /^#[\da-f]{3,8}$/i,
  /^-?[\d.]+\s?(?:px|r?em|%|v[wh]|s|ms|deg|pt)$/i,
  /^(?:rgb|hsl)a?\([^()]*\)$/i,
  /^(?:var|calc)\(/i,
  /^[{[][^]*[}\]]$/,
  /^(?:fa[bsrl]?|icon|dashicons|glyphicon|ion|bi|mdi|ti|la[bsr]?)(?: fa| la)?-[\w -]+$/i,
];
/** A lower-case word, token, path or length, or a value without letters. */
const token = /^[a-z0-9_.:#%,/-]*$/;
const letter = /\p{L}/u;

interface SettingOptions {
  /** Whether the name says that the value is text, so that `berlin`, `e-mail` and `$9` count as text. */
  readonly holdsWords?: boolean;
}

/** Whether a plugin's value is a setting that means nothing to readers: `title="yes"`. */
export const isSettingValue = (value: string, { holdsWords = false }: SettingOptions = {}): boolean =>
  keywords.has(value.toLowerCase()) ||
  code.some((pattern) => pattern.test(value)) ||
  (value.includes('_') && /^[\w-]+$/.test(value)) ||
  (!holdsWords && (token.test(value) || !letter.test(value)));
