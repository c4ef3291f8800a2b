import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useBar } from '../bar.ts';
import { reloadWithPanel } from '../panel/reopen.ts';
import type { LibraryParameters } from './library-calls.ts';
import { pageTemplateTypes, targetParams } from '../../modules/templates/model.ts';
import { isRecord } from '../../lib/records.ts';

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

/** Happens on the window: opens the cloud library; its `detail` holds the params of the route. */
const routeEvent = 'broadsheet:load-route';

/** Longest value, in characters: the address of a page in base64. */
const longest = 4000;
const types: ReadonlySet<string> = new Set([...pageTemplateTypes, 'home']);
const targets: ReadonlySet<string> = new Set(targetParams);

/** The route's params, if these are some; undefined: what was sent names no kind, more than one thing, or something else besides. */
export function readRoute(detail: unknown): LibraryParameters | undefined {
  if (!isRecord(detail)) return undefined;
  const params = Object.entries(detail);
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && entry[1] !== '' && entry[1].length <= longest;
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

/** The client route of the cloud library: opens it with the params that the specification names. */
export function loadRoute(parameters: LibraryParameters): void {
  window.dispatchEvent(new CustomEvent(routeEvent, { detail: parameters }));
}
