import { z } from 'zod';
import { readInput } from '../../kernel/command.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import type { Actor } from '../../kernel/permission.ts';
import { demand } from '../../kernel/permission.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { lookSchema } from '../../lib/look/look-choice.ts';
import type { LookChoice } from '../../lib/look/look-choice.ts';
import { fontFile, maxFontFiles } from '../../lib/look/own-fonts.ts';
import type { FontFile } from '../../lib/look/own-fonts.ts';
import { changeSettings, manageSettings, seenSetting, settingsToChange } from '../settings/index.ts';
import type { LookPlace } from './look-file.ts';
import { keepFonts, readFont, scheduleFontDeletion } from './font-files.ts';
import { takeLook } from './look-file.ts';

export interface SavedLook {
  readonly look: LookChoice;
  readonly changed: readonly string[];
  /** The saved settings before and after, as `saveSettings` compares them. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Saves the look that `next` returns for the current one, with the pictures that belong to it. Throws `InvalidInputError`. */
export function saveLook(
  database: Pick<Database, 'write'>,
  actor: Actor | undefined,
  next: (before: LookChoice) => unknown,
  pictures: Readonly<Record<string, number>> = {},
): Promise<SavedLook> {
  return database.write(async (tx) => {
    const settings = await settingsToChange(tx, actor);
    const look = readLookChoice(next(settings.look));
    const stored = new Map<string, unknown>(Object.entries(settings));
    const values = { ...pictures, look };
    const before = Object.fromEntries(
      Object.keys(values).map((key) => [key, seenSetting(key, stored.get(key))]),
    );
    return { look, changed: await changeSettings(tx, actor, values, before), before, values };
  });
}

function readLookChoice(value: unknown): LookChoice {
  const parsed = lookSchema.safeParse(value);
  if (!parsed.success) {
    const reasons = parsed.error.issues
      .map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
      .join('; ');
    throw new InvalidInputError(`Invalid look: ${reasons}. Use theme show to see the properties.`);
  }
  return parsed.data;
}

/** Stores and applies the content of an exported look. Throws `InvalidInputError` and changes nothing if it is invalid. */
export async function importLook(
  place: LookPlace & { readonly database: Database },
  actor: Actor | undefined,
  content: unknown,
): Promise<SavedLook> {
  demand(manageSettings, actor, undefined);
  const { look, ...pictures } = await takeLook(place, actor, content);
  return saveLook(place.database, actor, () => look, pictures);
}

const fontSchema = z.strictObject({
  /** Stored fonts of the same part, in their order. */
  before: z.array(fontFile.shape.file).max(maxFontFiles),
  bytes: z.instanceof(Buffer),
});

/**
 * Stores a font file and returns the fonts of its part with it. Unless the look is saved with it, the file is deleted a
 * day later. Throws `InvalidInputError` and stores nothing if it is invalid.
 */
export async function uploadFont(
  { database, dataDir }: LookPlace,
  actor: Actor | undefined,
  input: z.input<typeof fontSchema>,
): Promise<FontFile[]> {
  demand(manageSettings, actor, undefined);
  const { before, bytes } = readInput(fontSchema, input, 'the font');
  if (before.length >= maxFontFiles)
    throw new InvalidInputError(`A part of the look has at most ${maxFontFiles} fonts.`);
  const stored = before.map((file) =>
    readFont(dataDir, { file }).catch(() => {
      throw new InvalidInputError(`There is no font ${file} on this site; upload it again.`);
    }),
  );
  const fonts = await keepFonts(dataDir, [...(await Promise.all(stored)), bytes]);
  await database.write(async (tx) => {
    const { look } = await settingsToChange(tx, actor);
    await scheduleFontDeletion(tx, JSON.stringify(fonts), JSON.stringify(look));
  });
  return fonts;
}
