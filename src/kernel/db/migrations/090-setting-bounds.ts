import type { Migration } from '../migration.ts';

/** Values above the bounds of lists, which pages never used, become those bounds. */
const above = (keys: readonly string[], bound: number, formerBound: number) => {
  const quoted = (values: readonly (string | number)[]) => values.map((value) => `'${value}'`).join(', ');
  const values = Array.from({ length: formerBound - bound }, (_, at) => bound + 1 + at);
  return `update setting set value = '${bound}' where key in (${quoted(keys)}) and value in (${quoted(values)})`;
};

export const settingBounds: Migration = {
  id: 90,
  name: 'setting-bounds',
  steps: () => [
    above(['related_block_limit', 'trending_limit', 'search_results_limit'], 50, 100),
    above(['related_block_columns', 'trending_columns'], 4, 6),
  ],
};
