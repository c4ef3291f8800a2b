import { findField, presentField } from '../field-values.server.ts';
import type { FoundField, ShownValue } from '../field-values.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface FieldData {
  /** Plain text; empty without a field of that name. */
  readonly label: string;
  readonly value: ShownValue;
}

export async function load(
  { name, fallback, columns }: Settings,
  context: LoadContext,
): Promise<FieldData | undefined> {
  const found = await findField(name, context);
  const shown = columns.split(',').map((column) => column.trim());
  const value = found && (await presentField(columns === '' ? found : withColumns(found, shown), context));
  if (value) return { label: found.field.label, value };
  return fallback === '' ? undefined : { label: '', value: { kind: 'text', text: fallback } };
}

const withColumns = (found: FoundField, names: readonly string[]): FoundField => ({
  ...found,
  field: { ...found.field, fields: found.field.fields?.filter(({ name }) => names.includes(name)) },
});
