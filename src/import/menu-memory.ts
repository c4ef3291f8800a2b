import { z } from 'zod';
import type { Reader, Tx } from '../kernel/db/open-database.ts';
import type { Ledger, LedgerNote } from '../modules/imports/ledger.ts';
import { mostItems } from '../modules/menus/commands.ts';
import { readJson } from '../lib/json.ts';

/** An item of a menu as its file has it: what it leads to by the exporter's ids. */
const itemSchema = z.object({
  id: z.string(),
  /** Another item of its menu has its id and came first: what names the id means that one. */
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
  }),
});

/** What the ledger keeps of a menu, for runs that bring more of it, or what its items lead to. */
const memorySchema = z.object({
  name: z.string(),
  /** When the newest export was made that named it, in milliseconds; 0: it does not say. */
  exportedAt: z.number(),
  /** Whether something that an item leads to had not come. */
  isWaiting: z.boolean(),
  items: z.array(itemSchema),
});

export type RememberedItem = z.infer<typeof itemSchema>;
export type RememberedMenu = z.infer<typeof memorySchema>;

/** Menus that are looked at together: one may have a thousand items. */
const menusAtOnce = 20;
/** Exports that were made so near to each other, in milliseconds, may be parts of one. */
const oneExportMs = 60 * 60 * 1000;

/** What earlier runs remember of a menu. */
export async function findMemory(
  read: Reader,
  ledger: Ledger,
  slug: string,
): Promise<RememberedMenu | undefined> {
  const note = await ledger.findNote(read, 'menu', slug);
  return note && memorySchema.safeParse(readJson(note.text)).data;
}

/** The menus that wait for what an item leads to, by slug. */
export async function findWaiting(read: Reader, ledger: Ledger): Promise<Map<string, RememberedMenu>> {
  const waiting = new Map<string, RememberedMenu>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const notes: LedgerNote[] = await ledger.notes(read, 'menu', { after, limit: menusAtOnce });
    for (const { name, text } of notes) {
      const memory = memorySchema.safeParse(readJson(text)).data;
      if (memory?.isWaiting) waiting.set(name, memory);
    }
    after = notes.length < menusAtOnce ? undefined : notes.at(-1)?.name;
  }
  return waiting;
}

export async function remember(tx: Tx, ledger: Ledger, slug: string, memory: RememberedMenu): Promise<void> {
  await ledger.note(tx, 'menu', { name: slug, localId: 0, text: JSON.stringify(memory) });
}

export const isRemembered = (memory: RememberedMenu | undefined, now: RememberedMenu): boolean =>
  JSON.stringify(memory) === JSON.stringify(now);

/**
 * The items of an earlier run's that belong to a menu beside those of this one (`ids`, exported at `exportedAt`): all others of the same export, and of one
 * that was made within the hour before where no item is in both; a later version of the menu stands for itself.
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
    ? others.slice(0, Math.max(mostItems - count, 0))
    : [];
}
