import { readInput } from '../../kernel/command.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { fieldDefinitions } from './model.ts';
import type { SentFieldDefinition } from './model.ts';
import { fieldSetToChange, writeFieldSet } from './store.ts';

/**
 * The fields of a type that is defined in the same transaction, which the registry has only afterwards. Refused for a
 * type that ever had fields.
 */
export async function defineFirstFields(
  tx: Tx,
  type: string,
  fields: readonly SentFieldDefinition[],
): Promise<void> {
  const before = await fieldSetToChange(tx, type);
  if (before.fields.length > 0)
    throw new ConflictError(`The post type “${type}” has fields already.`, 'fields_exist');
  await writeFieldSet(tx, before, readInput(fieldDefinitions, fields, 'the fields'));
}
