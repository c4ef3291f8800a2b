import type { Migration } from '../migration.ts';

const escaped = (column: string) => `replace(${column}, '*', '%2A')`;
const spelled = `replace(case when stem = '' then ${escaped('source')} else source end, '%2a', '%2A')`;

/** Sources with `*` that are older than patterns get the spelling that keeps them literal, and stems get the spelling of paths. */
export const literalAsterisks: Migration = {
  id: 91,
  name: 'literal-asterisks',
  steps: () => [
    // Of sources that become equal, the one with `*` stays, since browsers send it as it is; it sorts after `%`.
    `delete from redirect where source not in (select max(source) from redirect group by ${spelled})`,
    `update redirect set source = ${spelled} where source <> ${spelled}`,
    `update redirect set stem = ${escaped('stem')} where stem like '%*%'`,
  ],
};
