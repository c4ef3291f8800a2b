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

/** Every action that `/wp-admin/admin-ajax.php` knows, by its name on the wire. */
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
