import { z } from 'zod';
import type { Reader, Tx } from '../kernel/db/open-database.ts';
import type { Ledger, LedgerNote } from '../modules/imports/ledger.ts';
import { maxItems } from '../modules/menus/commands.ts';
import { readJson } from '../lib/json.ts';

/** A menu item as in its file, with the exporter's ids of its target. */
const itemSchema = z.object({
  id: z.string(),
  /** Whether an earlier item of the menu has the same id; references to the id mean that one. */
  isTwin: z.boolean(),
  parent: z.string(),
  order: z.number(),
  type: z.string(),
  object: z.string(),
  objectId: z.string(),
  megaPage: z.string(),
  megaCategory: z.string(),
  input: z.object({
    label: z.string(),
    url: z.string(),
    description: z.string(),
    titleAttribute: z.string(),
    target: z.string(),
    rel: z.string(),
    classes: z.array(z.string()),
    icon: z.string().optional(),
    badge: z.string().optional(),
    audience: z.enum(['signed-in', 'signed-out']).optional(),
  }),
});

/** Ledger note about a menu, for later runs that import more of its items or their targets. */
const memorySchema = z.object({
  name: z.string(),
  /** Date of the newest export that contains it, in ms; 0 when unknown. */
  exportedAt: z.number(),
  /** Whether the target of an item was not imported yet. */
  isWaiting: z.boolean(),
  items: z.array(itemSchema),
});

export type RememberedItem = z.infer<typeof itemSchema>;
export type RememberedMenu = z.infer<typeof memorySchema>;

/** Menus loaded per query; one may have a thousand items. */
const menusPerBatch = 20;
/** Exports created within this interval may be parts of one export. */
const oneExportMs = 60 * 60 * 1000;

export async function findMemory(
  read: Reader,
  ledger: Ledger,
  slug: string,
): Promise<RememberedMenu | undefined> {
  const note = await ledger.findNote(read, 'menu', slug);
  return note && memorySchema.safeParse(readJson(note.text)).data;
}

export async function findWaiting(read: Reader, ledger: Ledger): Promise<Map<string, RememberedMenu>> {
  const waiting = new Map<string, RememberedMenu>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const notes: LedgerNote[] = await ledger.notes(read, 'menu', { after, limit: menusPerBatch });
    for (const { name, text } of notes) {
      const memory = memorySchema.safeParse(readJson(text)).data;
      if (memory?.isWaiting) waiting.set(name, memory);
    }
    after = notes.length < menusPerBatch ? undefined : notes.at(-1)?.name;
  }
  return waiting;
}

export async function remember(tx: Tx, ledger: Ledger, slug: string, memory: RememberedMenu): Promise<void> {
  await ledger.note(tx, 'menu', { name: slug, localId: 0, text: JSON.stringify(memory) });
}

export const isRemembered = (memory: RememberedMenu | undefined, now: RememberedMenu): boolean =>
  JSON.stringify(memory) === JSON.stringify(now);

/**
 * Items from an earlier run that still belong to a menu: all others of the same export, or of one created within the
 * hour if the two share no item. Otherwise this run's version replaces the menu.
 */
export function stillOf(
  memory: RememberedMenu | undefined,
  {
    ids,
    count,
    exportedAt,
  }: { readonly ids: { has(id: string): boolean }; readonly count: number; readonly exportedAt: number },
): RememberedItem[] {
  if (!memory) return [];
  const isSame = exportedAt > 0 && exportedAt === memory.exportedAt;
  const isNear = Math.abs(exportedAt - memory.exportedAt) <= oneExportMs;
  const others = memory.items.filter(({ id }) => !ids.has(id));
  return isSame || (isNear && others.length === memory.items.length)
    ? others.slice(0, Math.max(maxItems - count, 0))
    : [];
}
