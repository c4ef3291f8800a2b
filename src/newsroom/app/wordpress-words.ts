import { setLocaleData } from '@wordpress/i18n';
import { isMirrored, spokenWords } from '../words.ts';

/** Strings of WordPress' packages in sentence case, as in the rest of the newsroom. */
const inSentenceCase = {
  '%d Item': ['%d item', '%d items'],
  '%d Item selected': ['%d selected', '%d selected'],
  '%1$d of %2$d Item': ['%1$d of %2$d item', '%1$d of %2$d items'],
};

/** Translates those strings of WordPress' packages that the newsroom has, too, and tells them the direction. */
export function translatePackages(): void {
  const single = Object.entries(spokenWords).filter(([english]) => !english.includes('|'));
  setLocaleData({
    ...inSentenceCase,
    ...Object.fromEntries(single.map(([english, words]) => [english, [words]])),
    ...(isMirrored && { 'text direction\u0004ltr': ['rtl'] }),
  });
}
