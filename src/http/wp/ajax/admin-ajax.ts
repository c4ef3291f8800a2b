import type { AjaxContext, AjaxReply } from './ajax-action.ts';
import { ajaxActions } from './actions.ts';
import type { ParameterTable } from '../../cache/parameters.ts';

/** What theme AJAX calls answer with: JSON text, encoded once. */
export interface AjaxResponse {
  readonly status: number;
  readonly body: string;
  readonly reply?: AjaxReply;
}

/** Runs the action that `fields` names; a missing or unknown one is WordPress' 400 with the body `0`. */
export async function runAction(context: AjaxContext): Promise<AjaxResponse> {
  const action = ajaxActions.get(context.fields.get('action') ?? '');
  if (!action) return { status: 400, body: '0' };
  const reply = await action.handle(context);
  return { status: 200, body: JSON.stringify(reply.json), reply };
}

/** Actions whose answers are kept like pages, with the fields that make them differ. */
export const storedCalls: ReadonlyMap<string, ParameterTable> = new Map(
  [...ajaxActions.values()].flatMap(({ name, cachedBy }) => (cachedBy ? [[name, cachedBy] as const] : [])),
);
