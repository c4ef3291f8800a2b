import { setLocaleData } from '@wordpress/i18n';
import { isMirrored, spokenWords } from '../words.ts';

/** Translates those strings of WordPress' packages that the newsroom has, too, and tells them the direction. */
export function translatePackages(): void {
  const single = Object.entries(spokenWords).filter(([english]) => !english.includes('|'));
  setLocaleData({
    ...Object.fromEntries(single.map(([english, words]) => [english, [words]])),
    ...(isMirrored && { 'text direction\u0004ltr': ['rtl'] }),
  });
}
