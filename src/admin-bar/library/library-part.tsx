import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useBar } from '../bar.ts';
import { reloadWithPanel } from '../panel/reopen.ts';
import type { LibraryParameters } from './library-calls.ts';
import { readRoute, routeEvent } from './route.ts';

const LibraryModal = lazy(async () => ({ default: (await import('./library-modal.tsx')).LibraryModal }));

/**
 * Where the library opens, by its route; its code comes then. What was imported for the page is on it once that is loaded anew, with the panel that asked for
 * it. Only scripts of the page can make the event, and it counts while somebody clicks or presses a key: no text has the one or the other.
 */
export function LibraryPlace() {
  const { layout } = useBar().config;
  const [parameters, open] = useState<LibraryParameters>();
  useEffect(() => {
    if (!layout) return undefined;
    const listen = (event: Event) => {
      const route = event instanceof CustomEvent ? readRoute(event.detail) : undefined;
      if (route && navigator.userActivation?.isActive !== false) open(route);
      else
        console.error(
          `${routeEvent}: error`,
          route ? 'nobody has clicked' : 'these are no params of the library',
        );
    };
    window.addEventListener(routeEvent, listen);
    return () => window.removeEventListener(routeEvent, listen);
  }, [layout]);
  if (!parameters) return null;
  const close = () => open(undefined);
  const imported = () =>
    reloadWithPanel(parameters.assign_mobile_to_page === undefined ? 'templates' : 'mobile-page');
  // Not where it stands in the bar: on phones that is folded away.
  return createPortal(
    <Suspense fallback={null}>
      <LibraryModal parameters={parameters} close={close} imported={imported} />
    </Suspense>,
    document.body,
  );
}
