import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MenuTree, MenuTreeSent } from '../../app/rest-types.ts';
import { RestError, rest } from '../../app/rest.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { say } from '../../words.ts';
import { draftOf, menusKey, sentItems } from './menu-data.ts';
import type { MenuDraft, Row, StoredItem } from './menu-data.ts';

export interface Editing {
  readonly stored: MenuTree;
  readonly draft: MenuDraft;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly fault: RestError | undefined;
  /** Messages by key of an item and name of its field. */
  readonly faults: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly change: (change: Partial<MenuDraft>) => void;
  readonly changeRows: (change: (rows: readonly Row[]) => readonly Row[]) => void;
  readonly discard: () => void;
  /** `over`: the stored menu that the draft replaces after a conflict. */
  readonly save: (queries: QueryClient, over?: MenuTree) => Promise<void>;
  /** Replaces the draft by the stored menu. */
  readonly adopt: (stored: MenuTree) => void;
  /** Hides the fault. */
  readonly forgive: () => void;
}

const contentOf = ({ name, locations, rows }: MenuDraft): string =>
  JSON.stringify([name, locations.toSorted(), sentItems(rows)]);

/** Sends a whole menu; the reply is the stored one. */
const send = async (id: number, revision: number, draft: MenuDraft, known?: readonly StoredItem[]) =>
  (
    await rest<MenuTree, MenuTreeSent>(`/broadsheet/v1/menus/${id}`, {
      method: 'POST',
      body: {
        revision,
        name: draft.name,
        locations: [...draft.locations],
        items: sentItems(draft.rows, known && new Set(known.map((item) => item.id))),
      },
    })
  ).body;

/** Unsaved changes of a menu. */
export function useMenuDraft(initial: MenuTree): Editing {
  const [stored, setStored] = useState(initial);
  const [draft, setDraft] = useState(() => draftOf(initial));
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<RestError>();
  const [sentRows, setSentRows] = useState<readonly Row[]>([]);
  const adopt = (menu: MenuTree) => {
    setStored(menu);
    setDraft(draftOf(menu));
    setFault(undefined);
  };
  /** New items get their ids, and keep what was typed while the menu was saved. */
  const settle = (menu: MenuTree, sent: MenuDraft) => {
    setStored(menu);
    setDraft((now) => ({
      ...now,
      rows: now.rows.map((row) => {
        const place = sent.rows.findIndex(({ key }) => key === row.key);
        const item = menu.items[place];
        if (!item) return row;
        return row === sent.rows[place] ? { ...item, key: row.key } : { ...row, id: item.id };
      }),
    }));
  };
  return {
    stored,
    draft,
    isDirty: contentOf(draft) !== contentOf(draftOf(stored)),
    isBusy,
    fault,
    faults: faultsOfRows(fault, sentRows),
    change: (change) => setDraft((before) => ({ ...before, ...change })),
    changeRows: (change) => setDraft((before) => ({ ...before, rows: change(before.rows) })),
    discard: () => adopt(stored),
    adopt,
    forgive: () => setFault(undefined),
    save: async (queries, over) => {
      setBusy(true);
      setFault(undefined);
      setSentRows(draft.rows);
      const before = over ?? stored;
      try {
        const menu = await send(before.id, before.revision, draft, before.items);
        settle(menu, draft);
        toast(say('Menu saved.'), {
          undo: () =>
            void send(menu.id, menu.revision, draftOf(before), menu.items)
              .then(async (restored) => {
                adopt(restored);
                await queries.invalidateQueries({ queryKey: [...menusKey, 'list'] });
                toast(say('Menu restored.'));
              })
              .catch(toastRefusal),
        });
        await queries.invalidateQueries({ queryKey: [...menusKey, 'list'] });
        await queries.invalidateQueries({ queryKey: [...menusKey, 'locations'] });
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        setFault(error);
      } finally {
        setBusy(false);
      }
    },
  };
}

/** The messages of `items[3][url]`, by the item that was sent there. */
function faultsOfRows(fault: RestError | undefined, sent: readonly Row[]): Editing['faults'] {
  const found: Record<string, Record<string, string>> = {};
  for (const [name, message] of Object.entries(fault?.faults ?? {})) {
    const [, place, field] = /^items\[(\d+)\]\[(\w+)\]$/.exec(name) ?? [];
    const key = sent[Number(place)]?.key;
    if (key !== undefined && field !== undefined) (found[key] ??= {})[field] = message;
  }
  return found;
}
