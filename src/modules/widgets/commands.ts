import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentText } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { writtenContent } from '../posts/index.ts';
import { mayWriteAnyHtml } from '../users/index.ts';
import { markupFault } from './area-markup.ts';
import { areaNamePattern } from './model.ts';
import type { WidgetArea } from './model.ts';
import { editWidgets } from './policy.ts';
import { countWidgetAreas, findWidgetArea, widgetAreaToChange, writeWidgetArea } from './store.ts';

/** UTF-16 units; every page of a kind contains an area. */
export const maxAreaLength = 100_000;

/** Areas that a site can store; each is loaded with the others. */
export const maxAreas = 200;

export const areaFields = {
  area: z
    .string()
    .regex(areaNamePattern, 'expected up to 60 lower-case letters, digits, hyphens and underscores'),
  content: sentText(maxAreaLength),
};

const areaSchema = z.strictObject(areaFields);

/** Stores the blocks of an area. Throws `StaleError` with both sides unless `from` is the current revision (0: never saved). */
export async function saveWidgetArea(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof areaSchema>,
  from: From,
): Promise<void> {
  const { area, content } = readInput(areaSchema, input, 'the widget area');
  demand(editWidgets, actor, undefined);
  const theirs = await widgetAreaToChange(tx, area);
  refuseStale(`the widget area "${area}"`, { mine: content, theirs }, from);
  const cleaned = writtenContent(content, theirs.content ?? '', !mayWriteAnyHtml(actor)).trim();
  const fault =
    cleaned.length > maxAreaLength
      ? `It would have more than ${maxAreaLength} characters after cleaning.`
      : markupFault(cleaned);
  if (fault !== undefined) throw refusal(fault);
  if (cleaned === theirs.content) return;
  if (theirs.revision === 0) await refuseTooMany(tx);
  await writeWidgetArea(tx, area, cleaned);
  await note(tx, actor, area, 'saved');
}

const nameSchema = z.strictObject({ area: areaFields.area });

/** Returns an area to the built-in content. Throws `StaleError` with both sides unless `from` is the current revision. */
export async function resetWidgetArea(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof nameSchema>,
  from: From,
): Promise<void> {
  const { area } = readInput(nameSchema, input, 'the widget area');
  demand(editWidgets, actor, undefined);
  const found = await findWidgetArea(tx.db, area);
  // A lock would insert a row, and any name is an area.
  const theirs: WidgetArea = found.revision === 0 ? found : await widgetAreaToChange(tx, area);
  refuseStale(`the widget area "${area}"`, { mine: undefined, theirs }, from);
  if (theirs.content === undefined) return;
  await writeWidgetArea(tx, area, undefined);
  await note(tx, actor, area, 'reset');
}

async function refuseTooMany(tx: Tx): Promise<void> {
  if ((await countWidgetAreas(tx.db)) < maxAreas) return;
  const message = `A site has at most ${maxAreas} widget areas.`;
  throw new InvalidInputError(message, 'rest_invalid_param', { area: message });
}

const refusal = (fault: string) =>
  new InvalidInputError(`The widget area can't be saved: ${fault}`, 'rest_invalid_param', { content: fault });

const note = (tx: Tx, actor: Actor, area: string, done: 'saved' | 'reset') =>
  noteChange(tx, actor, {
    verb: 'update',
    kind: 'template',
    itemId: 0,
    summary: `Widget area "${area}" ${done}`,
  });
