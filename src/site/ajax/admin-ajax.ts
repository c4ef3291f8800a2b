import type { AjaxContext, AjaxReply, AjaxAction } from './ajax-action.ts';
import type { ParameterTable } from '../cache/parameters.ts';
import { broadsheetArticle, tdbGetFooter } from './article-actions.ts';
import { broadsheetView, tdAjaxDarkMode, tdAjaxSubmitCaptcha, restNonce } from './visitor-actions.ts';
import { tdAjaxBlock } from './list-action.ts';
import { tdAjaxSearch } from './search-action.tsx';
import {
  tdModLogin,
  tdModRegister,
  tdModRememberPass,
  broadsheetSecondStep,
  broadsheetPasskey,
  tdAjaxFbLoginUser,
  tdAjaxFbLoginGetCredentials,
} from './account-actions.ts';
import { tdbGetMmCat, tdbGetMmPage } from './mega-menu-actions.ts';
import {
  tdbGetMobileTemplates,
  tdbCreateMobileTemplate,
  tdbSetMobileTemplate,
} from './mobile-template-actions.ts';
import {
  tdbGetTemplates,
  tdbAssignTemplate,
  tdbAssignTemplateGlobal,
  tdbChangeTemplateName,
  tdbDeleteTemplate,
} from './template-actions.ts';

export const ajaxActions: ReadonlyMap<string, AjaxAction> = new Map(
  [
    broadsheetArticle,
    broadsheetPasskey,
    broadsheetSecondStep,
    broadsheetView,
    restNonce,
    tdAjaxBlock,
    tdAjaxDarkMode,
    tdAjaxFbLoginGetCredentials,
    tdAjaxFbLoginUser,
    tdAjaxSearch,
    tdAjaxSubmitCaptcha,
    tdbGetFooter,
    tdbGetMmCat,
    tdbGetMmPage,
    tdModLogin,
    tdModRegister,
    tdModRememberPass,
    ...tdbGetTemplates,
    ...tdbGetMobileTemplates,
    tdbCreateMobileTemplate,
    ...tdbAssignTemplate,
    ...tdbAssignTemplateGlobal,
    tdbChangeTemplateName,
    tdbDeleteTemplate,
    tdbSetMobileTemplate,
  ].map((action) => [action.name, action]),
);

/** `body`: JSON encoded once, or plain text. */
export interface AjaxResponse {
  readonly status: number;
  readonly isJson: boolean;
  readonly body: string;
  readonly reply?: AjaxReply;
}

/** WordPress' answer for an action that is missing, unknown, or not open to the caller. */
const none: AjaxResponse = { status: 400, isJson: false, body: '0' };

/** Runs the action that `fields` names; `reads`: the request is a GET, which few actions allow. */
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

/** Actions with cached answers, and the fields that the answers depend on. */
export const storedCalls: ReadonlyMap<string, ParameterTable> = new Map(
  [...ajaxActions.values()].flatMap(({ name, cachedBy }) => (cachedBy ? [[name, cachedBy] as const] : [])),
);
