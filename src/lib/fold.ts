const beyondAscii = /[^\p{ASCII}]/u;

/** Letters that Unicode does not take apart, as readers without them on their keyboards type them. */
const plainLetters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ς: 'σ' };
const specialLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Lower case without accents, ligatures, full-width forms and emoji marks: `Ｃrème` → `creme`, `Sørvik` → `sorvik`. */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').toLowerCase().replace(/[\u0300-\u036f\ufe00-\ufe0f\u20d0-\u20ff]/g, '')
    .replace(specialLetter, (letter) => plainLetters[letter] ?? letter).normalize('NFC');
}

/** Longest key in UTF-16 units: an entry of an index takes 2.7 KB on PostgreSQL. */
const longestKey = 200;

/** What names are put in order and searched by, the same on every database: `Évian` stands beside `evening`. Compared unit by unit. */
export function nameKey(name: string): string {
  return fold(name.slice(0, longestKey * 2)).slice(0, longestKey).toWellFormed();
}
