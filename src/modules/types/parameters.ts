import { builtInPostTypes, builtInTaxonomies } from './built-in.ts';

const known = <Name extends string>(names: readonly (Name | undefined)[]): readonly Name[] => [
  ...new Set(names.filter((name) => name !== undefined)),
];

/** Parameters of plain permalinks that name a post or a term by its id. Types of one's own use those of the built-in ones. */
export const idParameters = known(
  [...builtInPostTypes, ...builtInTaxonomies].map(({ idParameter }) => idParameter),
);
/** Those that name a term by its slug. */
export const slugParameters = known(builtInTaxonomies.map(({ slugParameter }) => slugParameter));
