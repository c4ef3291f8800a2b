/** Two ways in which a language writes the same letter, the second where the first is not at hand. */
type Pairs = readonly (readonly [letter: string, digraph: string])[];

const german: Pairs = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
];
const danish: Pairs = [
  ['ø', 'oe'],
  ['å', 'aa'],
];
const pairsOf: Readonly<Record<string, Pairs>> = {
  de: german,
  da: danish,
  nb: danish,
  nn: danish,
  no: danish,
};

/** In `neue`, `Quelle` and `Steuer` each letter is one of its own. */
const sounded = /(?<![aeq])(?:ae|oe|ue|aa)/g;

/**
 * What someone typed, as the language writes it else: `müller` → `mueller`, and back; undefined where there is nothing else. What the fold of all
 * languages makes one is not told apart: `muller` finds `Müller` anyway, and is not asked for as `mueller`.
 */
export function otherSpelling(text: string, language: string): string | undefined {
  const pairs = pairsOf[language.replace(/-.*/s, '').toLowerCase()];
  if (!pairs) return undefined;
  const lower = text.normalize('NFC').toLowerCase();
  const digraphs = new Map(pairs);
  const letters = new Map(pairs.map(([letter, digraph]) => [digraph, letter]));
  const other = lower.replace(/[äöüøå]/g, (letter) => digraphs.get(letter) ?? letter);
  // Of a text with both, the letters are what somebody meant.
  const result =
    other === lower ? lower.replace(sounded, (digraph) => letters.get(digraph) ?? digraph) : other;
  return result === lower ? undefined : result;
}
