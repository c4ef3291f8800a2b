import { SnackbarList } from '@wordpress/components';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { RestError } from './rest-error.ts';

export interface Toast {
  readonly id: string;
  readonly content: string;
  /** It stays until it is replaced or taken away: work is going on. */
  readonly explicitDismiss?: boolean;
  readonly actions?: readonly { readonly label: string; readonly onClick: () => void }[];
}

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Most letters of a name that is told with something. */
const longestName = 100;
const cut = (content: string) =>
  content.replace(/“([^“”]*)”/g, (whole, name: string) =>
    name.length > 2 * longestName ? `“${[...name].slice(0, longestName).join('')} …”` : whole,
  );

/** Says something once, in the one place where that is done; with `undo`, by a button that takes it back. Returns its id; the same id replaces what it said. */
export function toast(
  content: string,
  {
    undo,
    id = `toast-${++last}`,
    stays = false,
  }: {
    readonly undo?: () => void;
    readonly id?: string;
    readonly stays?: boolean;
  } = {},
): string {
  const actions = undo ? [{ label: 'Undo', onClick: undo }] : [];
  const added: Toast = { id, content: cut(content), actions, ...(stays ? { explicitDismiss: true } : {}) };
  show([...toasts.filter((one) => one.id !== id), added].slice(-4));
  return id;
}

/** At the foot of the window, in order, and above dialogs, which are no part of the newsroom's own element either: what they do is told here. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  const notices = shown.map((one) => ({ ...one, actions: [...(one.actions ?? [])] }));
  return createPortal(
    // Dialogs hide all beside them from screen readers but what says how it speaks. These words are spoken as they come; what is there for is to take back.
    <div aria-live="off">
      <SnackbarList
        notices={notices}
        className="toasts"
        onRemove={(id) => show(toasts.filter((one) => one.id !== id))}
      />
    </div>,
    document.body,
  );
}

/** Says why REST refused something. Throws what is no refusal. */
export function tellRefusal(error: unknown): void {
  if (!(error instanceof RestError)) throw error;
  toast(error.message);
}
