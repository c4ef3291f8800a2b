import { z } from 'zod';
import { fieldKinds } from '../fields/index.ts';

/** Fields of all types of an export that users can choose from. */
export const maxChosen = 5000;

/** A field of a field plugin that becomes a field here. Its values keep their place otherwise. */
export const fieldChoice = z.object({
  type: z.string().min(1).max(100),
  /** Name in the plugin. */
  name: z.string().min(1).max(200),
  kind: z.enum(fieldKinds),
});
export const fieldChoices = z.array(fieldChoice).max(maxChosen);
export type FieldChoice = z.output<typeof fieldChoice>;

/** `guess`: all fields with their guessed kinds; `none`: values stay as the plugin stored them; else those listed. */
export const chosenFields = z.union([z.enum(['guess', 'none']), fieldChoices]);
export type ChosenFields = z.output<typeof chosenFields>;

/** A field as guessed from an export. */
export const guessedField = fieldChoice.extend({
  /** Name here. */
  field: z.string(),
  label: z.string(),
  /** Kinds that its values allow. */
  kinds: z.array(z.enum(fieldKinds)),
  /** Items with a value. */
  items: z.int(),
  example: z.string(),
  /** Whether the export defines it; otherwise its kind is guessed from its values. */
  is_defined: z.boolean(),
  /** Fields of its rows. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), kind: z.enum(fieldKinds) })),
});
export type GuessedField = z.output<typeof guessedField>;
