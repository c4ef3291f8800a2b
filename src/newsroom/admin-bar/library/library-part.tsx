import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useBar } from '../bar.ts';
import { reloadWithPanel } from '../panel/reopen.ts';
import type { LibraryParameters } from './library-calls.ts';
import { pageTemplateTypes, targetParams } from '../../../modules/templates/model.ts';
import { isRecord } from '../../../lib/records.ts';

const LibraryModal = lazy(async () => ({ default: (await import('./library-modal.tsx')).LibraryModal }));

/**
 * Opens the library on the route's event and loads its code; after an import for this page it reloads with the panel.
 * Only the page's own scripts can fire the event, and only during a user's click or key press; texts can do neither.
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
          route ? 'the event was not triggered by a click' : 'the parameters of the library are invalid',
        );
    };
    window.addEventListener(routeEvent, listen);
    return () => window.removeEventListener(routeEvent, listen);
  }, [layout]);
  if (!parameters) return null;
  const close = () => open(undefined);
  const imported = () =>
    reloadWithPanel(parameters.assign_mobile_to_page === undefined ? 'templates' : 'mobile-page');
  // Rendered into the body, because the bar is collapsed on phones.
  return createPortal(
    <Suspense fallback={null}>
      <LibraryModal parameters={parameters} close={close} imported={imported} />
    </Suspense>,
    document.body,
  );
}

/** Fired on the window to open the cloud library; `detail` holds the route's parameters. */
const routeEvent = 'broadsheet:load-route';

/** Maximum characters of a value: a base64-encoded page address. */
const maxLength = 4000;
const types: ReadonlySet<string> = new Set([...pageTemplateTypes, 'home']);
const targets: ReadonlySet<string> = new Set(targetParams);

/** Validates the route's parameters; undefined if they lack a kind, or have several targets or unknown parameters. */
export function readRoute(detail: unknown): LibraryParameters | undefined {
  if (!isRecord(detail)) return undefined;
  const params = Object.entries(detail);
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && entry[1] !== '' && entry[1].length <= maxLength;
  if (!params.every(isText)) return undefined;
  const {
    wp_type: type = '',
    templateType: same = '',
    hide_mobile_selector: hidden = 'hide',
    ...target
  } = Object.fromEntries(params);
  const { assign_to_search_cpt: searched, ...named } = target;
  const isOne = Object.keys(named).length <= 1 && Object.keys(named).every((name) => targets.has(name));
  const isRight =
    types.has(type) &&
    type === same &&
    hidden === 'hide' &&
    isOne &&
    (searched === undefined || named.assign_to_search !== undefined);
  return isRight ? Object.fromEntries(params) : undefined;
}

/** The client route of the cloud library, with the parameters of the specification. */
export function loadRoute(parameters: LibraryParameters): void {
  window.dispatchEvent(new CustomEvent(routeEvent, { detail: parameters }));
}
