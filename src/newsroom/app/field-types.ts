import { boot } from './boot.ts';

/** Names of post types with custom fields: as the page was loaded, and as the screen of fields changed them since. */
const types = new Set(boot.types.filter((type) => type.hasFields).map(({ name }) => name));

export const hasFields = (type: string): boolean => types.has(type);

/** Call after the fields of a type were saved. */
export function noteFields(type: string, has: boolean): void {
  if (has) types.add(type);
  else types.delete(type);
}
