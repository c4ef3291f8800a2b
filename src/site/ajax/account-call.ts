import { BroadsheetError, ForbiddenError, TooManyRequestsError } from '../../lib/errors.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { byAccount } from '../http/counted-as.ts';
import { isForeign } from '../replies/comments/is-foreign.ts';
import type { LoginContext, Told } from '../login/login-action.ts';
import { toldOf } from '../login/told-of.ts';
import type { AjaxAction, AjaxContext, AjaxReply } from './ajax-action.ts';

/** What such a call comes to. */
interface Done {
  /** Where the browser goes next; undefined: it stays, and shows `text`. */
  readonly redirect?: string;
  readonly text?: string;
  readonly setCookies?: readonly string[];
  /** For the browser's own part of it. */
  readonly options?: object;
}

/**
 * An action of the forms of accounts. Its reply is `{"error": "", "message", "redirect"}`, or `{"error": "…", "fields": […]}` in the words of the site, with
 * status 429 and `Retry-After` beyond a limit. `names`: the fields of the theme's call, by those of the form of `/wp-login.php`, which are taken as well.
 */
export function accountCall({
  name,
  names,
  run,
}: {
  readonly name: string;
  readonly names: Readonly<Record<string, string>>;
  readonly run: (context: LoginContext) => Promise<Done>;
}): AjaxAction {
  return {
    name,
    handle: async (context) => {
      const settings = await context.site.content.settings.current();
      try {
        if (context.client)
          context.site.accounts.guard.post(await byAccount(context.site.sessions)(context.client));
        const { redirect = '', text = '', setCookies, options } = await run(asForm(context, settings, names));
        return {
          json: { error: '', message: text, redirect, ...(options ? { options } : {}) },
          ...(setCookies ? { setCookies } : {}),
        };
      } catch (error) {
        if (!(error instanceof BroadsheetError) || error.status >= 500) throw error;
        const refused = refusal(toldOf(error, settings));
        if (!(error instanceof TooManyRequestsError)) return refused;
        return { ...refused, status: error.status, headers: { 'retry-after': error.retryAfter } };
      }
    },
  };
}

const refusal = ({ text, fields = [] }: Told): AjaxReply => ({
  json: { error: text, message: '', redirect: '', fields },
});

/** The call as the form that it stands for. Throws `ForbiddenError` for one that another site has sent. */
function asForm(
  { site, fields, client }: AjaxContext,
  settings: LoginContext['settings'],
  names: Readonly<Record<string, string>>,
): LoginContext {
  if (!client || isForeign(client.headers, site.content.siteUrl))
    throw new ForbiddenError(readerText(settings, 'account_foreign'), 'account_foreign');
  const sent = new Map(fields);
  for (const [form, call] of Object.entries(names)) {
    const value = fields.get(call);
    if (value !== undefined && !sent.has(form)) sent.set(form, value);
  }
  return {
    site,
    settings,
    query: client.query,
    fields: sent,
    headers: client.headers,
    ip: client.ip,
    signedIn: client.signedIn,
  };
}
