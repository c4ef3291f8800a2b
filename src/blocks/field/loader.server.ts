import { findField, presentField } from '../field-values.server.ts';
import type { ShownValue } from '../field-values.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface FieldData {
  /** Plain text; empty without a field of that name. */
  readonly label: string;
  readonly value: ShownValue;
}

export async function load(
  { name, fallback }: Settings,
  context: LoadContext,
): Promise<FieldData | undefined> {
  const found = await findField(name, context);
  const value = found && (await presentField(found, context));
  if (value) return { label: found.field.label, value };
  return fallback === '' ? undefined : { label: '', value: { kind: 'text', text: fallback } };
}
