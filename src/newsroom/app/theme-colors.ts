/** Seed colors of both schemes. The build computes the tokens of `@wordpress/theme` from them (scripts/build/newsroom-packages.mjs). */
export const schemeColors = {
  light: { primary: '#0a4fdb', background: '#ffffff' },
  dark: { primary: '#6c9dff', background: '#0f1215' },
} as const;
export type Scheme = keyof typeof schemeColors;
