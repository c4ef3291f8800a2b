import { lazy, Suspense, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { reloadWithPanel } from '../panel/reopen.ts';
import type { LibraryParameters } from './library-calls.ts';

const LibraryModal = lazy(async () => ({ default: (await import('./library-modal.tsx')).LibraryModal }));

let opened: LibraryParameters | undefined;
const listeners = new Set<() => void>();

function show(parameters: LibraryParameters | undefined): void {
  opened = parameters;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The client route of the cloud library: opens it with the parameters that the specification names. */
export function loadRoute(parameters: LibraryParameters): void {
  show(parameters);
}

/** Where the library opens; its code comes then. What was imported for the page is on it once that is loaded anew, with the panel that asked for it. */
export function LibraryPlace() {
  const parameters = useSyncExternalStore(listen, () => opened, () => undefined);
  if (!parameters) return null;
  const close = () => show(undefined);
  const imported = () => reloadWithPanel(parameters.assign_mobile_to_page === undefined ? 'templates' : 'mobile-page');
  // Not where it stands in the bar: on phones that is folded away.
  return createPortal(<Suspense fallback={null}><LibraryModal parameters={parameters} close={close} imported={imported} /></Suspense>, document.body);
}
