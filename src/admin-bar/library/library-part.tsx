import { lazy, Suspense, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
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

interface LibraryPlaceProps {
  /** Shows the page anew, and the panel that the library was opened from. */
  imported(): void;
}

/** Where the library opens; its code comes then. */
export function LibraryPlace({ imported }: LibraryPlaceProps) {
  const parameters = useSyncExternalStore(listen, () => opened, () => undefined);
  // Not where it stands in the bar: on phones that is folded away.
  return parameters && createPortal(
    <Suspense fallback={null}><LibraryModal parameters={parameters} close={() => show(undefined)} imported={imported} /></Suspense>, document.body,
  );
}
