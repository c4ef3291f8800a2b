import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MenuTree, MenuTreeSent, SavedMenuTree } from '../../app/rest-types.ts';
import { RestError, rest } from '../../app/rest.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { say } from '../../words.ts';
import { draftOf, menusKey } from './menu-data.ts';
import { changedItems, fieldsOf, maxName } from './sent-items.ts';
import type { MenuDraft, Row } from './menu-data.ts';

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
  JSON.stringify([name, locations.toSorted(), rows.map((row) => [row.id, row.depth, fieldsOf(row)])]);

const hasSameLocations = (a: Pick<MenuDraft, 'locations'>, b: Pick<MenuDraft, 'locations'>): boolean =>
  a.locations.toSorted().join() === b.locations.toSorted().join();

const post = async ({ id, revision }: Pick<MenuTree, 'id' | 'revision'>, body: MenuTreeSent) =>
  (
    await rest<SavedMenuTree, MenuTreeSent>(`/broadsheet/v1/menus/${id}`, {
      method: 'POST',
      body: { revision, ...body },
    })
  ).body;

/** The name if it is changed; that of an imported menu may be longer than a sent one. */
const changedName = ({ name }: Pick<MenuDraft, 'name'>, stored: MenuTree) =>
  name === stored.name ? {} : { name };

/** Saves the whole menu over `stored`; the reply is the stored one. `base`: the menu that the draft was made from. */
const send = (draft: MenuDraft, base: MenuTree, stored: MenuTree) =>
  post(stored, {
    ...changedName(draft, stored),
    locations: [...draft.locations],
    previous_locations: [...base.locations],
    items: changedItems(draft.rows, stored.items),
  });

/** Undoes a save: restores `before`, and the menus whose locations the save took. */
const sendUndo = (saved: SavedMenuTree, before: MenuTree) =>
  post(saved, {
    restores: true,
    ...changedName({ name: before.name.slice(0, maxName) }, saved),
    locations: [...before.locations],
    previous_locations: [...saved.locations],
    displaced: saved.displaced,
    items: changedItems(before.items, saved.items, true),
  });

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
      locations: hasSameLocations(now, sent) ? menu.locations : now.locations,
      rows: now.rows.map((row) => {
        const place = sent.rows.findIndex(({ key }) => key === row.key);
        const item = menu.items[place];
        if (!item) return row;
        return row === sent.rows[place] ? { ...item, key: row.key } : { ...row, id: item.id };
      }),
    }));
  };
  const isDirty = contentOf(draft) !== contentOf(draftOf(stored));
  const isDirtyNow = useRef(false);
  useEffect(() => {
    isDirtyNow.current = isDirty;
    return () => {
      isDirtyNow.current = false;
    };
  }, [isDirty]);
  const undo = async (queries: QueryClient, saved: SavedMenuTree, before: MenuTree) => {
    if (isDirtyNow.current) {
      const again = () => void undo(queries, saved, before);
      toast(say('This menu has unsaved changes. Cancel them first.'), { undo: again });
      return;
    }
    try {
      const restored = await sendUndo(saved, before);
      setStored(restored);
      // Changes made during the request stay, as unsaved ones.
      setDraft((now) => (contentOf(now) === contentOf(draftOf(saved)) ? draftOf(restored) : now));
      setFault(undefined);
      await queries.invalidateQueries({ queryKey: [...menusKey, 'list'] });
      await queries.invalidateQueries({ queryKey: [...menusKey, 'locations'] });
      toast(say('Menu restored.'));
    } catch (error) {
      toastRefusal(error);
    }
  };
  return {
    stored,
    draft,
    isDirty,
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
        const menu = await send(draft, stored, before);
        settle(menu, draft);
        toast(say('Menu saved.'), { undo: () => void undo(queries, menu, before) });
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
