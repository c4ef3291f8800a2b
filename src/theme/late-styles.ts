import type { FontRules } from './fonts.ts';

/**
 * Style sheets that come behind a page's first paint, by what is in them besides `print.css`: on a slow line each font that a page asks for before it takes its
 * part of what the first picture has. A page needs one: none of its faces may stand in its own CSS as well, since browsers would show it without them again.
 */
export type LateStyles = 'plain' | 'rare' | 'italics' | 'both';

/** The one with or without faces for rare letters, and for italics. */
export function lateStylesWith({ rare, italics }: Readonly<Record<'rare' | 'italics', boolean>>): LateStyles {
  if (rare) return italics ? 'both' : 'rare';
  return italics ? 'italics' : 'plain';
}

/** All of them. */
export function lateStyles(
  print: string,
  { rare, italics }: FontRules,
): readonly (readonly [LateStyles, string])[] {
  return [
    ['plain', print],
    ['rare', rare + print],
    ['italics', italics + print],
    ['both', rare + italics + print],
  ];
}
