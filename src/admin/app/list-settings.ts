import { useSyncExternalStore } from 'react';
import { boot } from './boot.ts';
import { rest, RestError } from './rest.ts';
import { toast } from './toasts.tsx';

/** A list as somebody came to it, under a name of theirs. */
export interface SavedView {
  readonly name: string;
  /** The query of its address. */
  readonly query: string;
}

/** How somebody has made a list; what they left is not there. */
export interface ListSettings {
  readonly columns?: readonly string[];
  readonly perPage?: number;
  readonly views?: readonly SavedView[];
}

let all = boot.user.lists;
const listeners = new Set<() => void>();
let saving: Promise<unknown> = Promise.resolve();

const texts = (value: unknown): readonly string[] | undefined => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined);

/** What is kept was written by us, or by any other program that knows REST: it is read field by field. */
function read(value: unknown): ListSettings {
  const { columns, perPage, views } = (value ?? {}) as { columns?: unknown; perPage?: unknown; views?: unknown };
  const isView = (view: Partial<SavedView>) => typeof view.name === 'string' && typeof view.query === 'string';
  const saved = Array.isArray(views) ? (views as readonly Partial<SavedView>[]).filter(isView) : [];
  const shown = texts(columns);
  return { ...(shown ? { columns: shown } : {}), ...(typeof perPage === 'number' ? { perPage } : {}), views: saved as readonly SavedView[] };
}

/** Settings of a list, by its name, and the way to change some of them: they are kept on the server, with the account of who is here. */
export function useListSettings(name: string): readonly [ListSettings, (change: ListSettings) => void] {
  const kept = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => all[name],
  );
  return [read(kept), (change) => save(name, { ...read(all[name]), ...change })];
}

function save(name: string, settings: ListSettings): void {
  all = { ...all, [name]: settings };
  for (const listener of listeners) listener();
  const sent = all;
  // One after the other, so that the last one stays.
  saving = saving.then(() => (sent === all ? rest('/wp/v2/users/me', { method: 'POST', body: { meta: { broadsheet_lists: sent } } }) : undefined)).catch(
    (error: unknown) => {
      if (!(error instanceof RestError)) throw error;
      toast(`How this list is could not be kept. ${error.message}`);
    },
  );
}
