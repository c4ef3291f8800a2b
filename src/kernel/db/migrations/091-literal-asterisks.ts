import type { Migration } from '../migration.ts';

const escaped = (column: string) => `replace(${column}, '*', '%2A')`;

/** Sources with `*` that are older than patterns get the spelling that keeps them literal, and stems get the spelling of paths. */
export const literalAsterisks: Migration = {
  id: 91,
  name: 'literal-asterisks',
  steps: () => [
    // Browsers send `*` as it is, so the redirect of that spelling is the one in use.
    `delete from redirect where source in (select ${escaped('source')} from redirect where stem = '' and source like '%*%')`,
    `update redirect set source = ${escaped('source')} where stem = '' and source like '%*%'`,
    `update redirect set stem = ${escaped('stem')} where stem like '%*%'`,
  ],
};
