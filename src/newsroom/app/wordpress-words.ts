import { setLocaleData } from '@wordpress/i18n';
import { spokenWords } from '../words.ts';

/** Translates those strings of WordPress' packages that the newsroom has, too. */
export function translatePackages(): void {
  const single = Object.entries(spokenWords).filter(([english]) => !english.includes('|'));
  setLocaleData(Object.fromEntries(single.map(([english, words]) => [english, [words]])));
}
