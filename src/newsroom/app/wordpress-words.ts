import { setLocaleData } from '@wordpress/i18n';
import { spokenWords } from '../words.ts';

// WordPress' packages look up their own strings, of which some are ours, too. Imported before them.
setLocaleData(
  Object.fromEntries(
    Object.entries(spokenWords).flatMap(([english, words]) =>
      english.includes('|') ? [] : [[english, [words]]],
    ),
  ),
);
