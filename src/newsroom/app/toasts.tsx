import { SnackbarList } from '@wordpress/components';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { RestError } from './rest-error.ts';
import { say } from '../words.ts';

export interface Toast {
  readonly id: string;
  readonly content: string;
  /** Stays until replaced or removed, while work is in progress. */
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

const maxNameLength = 100;
const cut = (content: string) =>
  content.replace(/“([^“”]*)”/g, (whole, name: string) =>
    name.length > 2 * maxNameLength ? `“${[...name].slice(0, maxNameLength).join('')} …”` : whole,
  );

/** Shows a message, with a button if `undo` is given. Returns its id; a toast with the same id replaces it. */
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
  const actions = undo ? [{ label: say('Undo'), onClick: undo }] : [];
  const added: Toast = { id, content: cut(content), actions, ...(stays ? { explicitDismiss: true } : {}) };
  show([...toasts.filter((one) => one.id !== id), added].slice(-4));
  return id;
}

/** Rendered outside the newsroom's root at the bottom of the window, above dialogs, which report their results here as well. */
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
    // Open dialogs hide other content from screen readers except live regions. The messages are announced on arrival;
    // this list only serves the buttons.
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

/** Shows the message of a `RestError`, with a button if `undo` is given; rethrows other errors. */
export function toastRefusal(error: unknown, options: { readonly undo?: () => void } = {}): void {
  if (!(error instanceof RestError)) throw error;
  toast(error.message, options);
}
