import { targetParams } from '../../modules/templates/target-params.ts';
import { pageTemplateTypes } from '../../modules/templates/template.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { LibraryParameters } from './library-calls.ts';

/** Happens on the window: opens the cloud library; its `detail` holds the params of the route. */
export const routeEvent = 'broadsheet:load-route';

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
