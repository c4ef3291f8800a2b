import type { FontPairName } from '../lib/look/look.ts';

/** Words in the names of families, and the pair whose headlines are most like them; the first that fits counts. */
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

/** What is at the end of a list of families, or in a name, where that says no more; machines' letters are like none. */
const kinds: readonly (readonly [RegExp, FontPairName | undefined])[] = [
  [/\bmono(?:space)?\b|courier/, undefined],
  [
    /sans|grotes[kq]|gothic|helvetica|arial|\binter\b|roboto|montserrat|poppins|\blato\b|nunito|manrope|raleway|verdana|tahoma|system|-apple/,
    'grotesque',
  ],
  [/\bserif\b/, 'broadsheet'],
];

/** The pair of fonts nearest to lists of families, as CSS has them, of headlines and of text; undefined for fonts that none of them is like. */
export function pairFor(headlines: string, text: string): FontPairName | undefined {
  const pair = nearest(headlines);
  // Above a text that is set in a face of books, a serif that is called nothing more is one, too.
  return pair === 'broadsheet' && nearest(text) === 'literary' ? 'literary' : pair;
}

/** By the first family, since the others are for where that is not there; by the rest where its name says nothing. */
function nearest(list: string): FontPairName | undefined {
  const [first = '', ...others] = list.toLowerCase().replaceAll(/["']/g, '').split(',');
  for (const names of [first, others.join()]) {
    const found = [...families, ...kinds].find(([pattern]) => pattern.test(names));
    if (found) return found[1];
  }
  return undefined;
}
