import { saveSettings, seen } from '../content/settings/save-settings.ts';
import { operator } from '../content/users/operator.ts';
import type { Database } from '../db/open-database.ts';
import { InvalidInputError } from '../lib/errors.ts';
import { lookSchema } from '../lib/look/look-choice.ts';
import type { LookChoice } from '../lib/look/look-choice.ts';

/** Whether somebody said more of a look than which one it is based on. */
export const isChanged = (look: LookChoice): boolean => Object.entries(look).some(([key, value]) => key !== 'base' && value !== undefined);

/** Stores a look in place of `before`; returns what to print. Throws `InvalidInputError` for what is none. */
export async function saveLook(database: Pick<Database, 'write'>, before: LookChoice, next: unknown): Promise<string[]> {
  const parsed = lookSchema.safeParse(next);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')).join('; ');
    throw new InvalidInputError(`That is no look: ${reasons}. theme show names what there is.`);
  }
  const keys = await database.write((tx) => saveSettings(tx, operator(), { look: parsed.data }, { look: seen('look', before) }));
  const based = `The site looks like ${parsed.data.base ?? 'broadsheet'}${isChanged(parsed.data) ? ', with changes of its own' : ''}`;
  return [`${based}${keys.length === 0 ? ' (as it was)' : ''}.`];
}
