import type { AjaxContext, AjaxReply } from './ajax-action.ts';
import { ajaxActions } from './actions.ts';
import type { ParameterTable } from '../cache/parameters.ts';

/** What theme AJAX calls answer with: JSON text, encoded once; or a text. */
export interface AjaxResponse {
  readonly status: number;
  readonly isJson: boolean;
  readonly body: string;
  readonly reply?: AjaxReply;
}

/** What WordPress answers where an action is missing, unknown, or not for who asks. */
const none: AjaxResponse = { status: 400, isJson: false, body: '0' };

/** Runs the action that `fields` names; `reads`: by GET, which few answer. */
export async function runAction(context: AjaxContext, { reads = false } = {}): Promise<AjaxResponse> {
  const action = ajaxActions.get(context.fields.get('action') ?? '');
  if (!action || (reads && !action.reads)) return none;
  const reply = await action.handle(context);
  if (!reply) return none;
  const { text } = reply;
  return {
    status: reply.status ?? 200,
    isJson: text === undefined,
    body: text ?? JSON.stringify(reply.json),
    reply,
  };
}

/** Actions whose answers are kept like pages, with the fields that make them differ. */
export const storedCalls: ReadonlyMap<string, ParameterTable> = new Map(
  [...ajaxActions.values()].flatMap(({ name, cachedBy }) => (cachedBy ? [[name, cachedBy] as const] : [])),
);
