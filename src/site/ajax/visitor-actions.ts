import { parseIds } from '../../blocks/setting-types.ts';
import type { AjaxAction } from './ajax-action.ts';
import { coloursAtFirst } from '../../modules/settings/site-facts.ts';
import { darkCookie } from '../../reader/islands/page-config.ts';
import { checkToken, passLifeMs } from '../../modules/comments/captcha.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { positive } from '../../lib/numbers.ts';
import { captchaCookieHeader } from '../replies/comments/held-comments.ts';
import { createNonce } from '../../modules/users/session.ts';
import { restNonceAction } from '../rest/rest-actor.ts';

/** Posts per beacon. */
const maxPosts = 20;

/** `broadsheet_view`: counts posts that a visitor had in view for two seconds. Returns nothing. */
export const broadsheetView: AjaxAction = {
  name: 'broadsheet_view',
  handle: async ({ site, fields, client }) => {
    if (client) site.content.views.note(parseIds(fields.get('post_ids') ?? '', maxPosts), client);
    return { json: {} };
  },
};

const oneYearSeconds = 365 * 24 * 60 * 60;

/** `td_ajax_dark_mode`: toggles the visitor's scheme cookie; sends no state, since the server knows it (requirements, A29). */
export const tdAjaxDarkMode: AjaxAction = {
  name: 'td_ajax_dark_mode',
  handle: async ({ site, cookies }) => {
    const settings = await site.content.settings.current();
    const current = cookies[darkCookie] ?? (coloursAtFirst(settings) === 'dark' ? '1' : '0');
    const next = current === '1' ? '0' : '1';
    const secure = site.content.siteUrl.startsWith('https:') ? '; Secure' : '';
    return {
      json: { is_dark: next === '1' },
      setCookies: [`${darkCookie}=${next}; Path=/; Max-Age=${oneYearSeconds}; SameSite=Lax${secure}`],
    };
  },
};

/**
 * `td_ajax_submit_captcha`: verifies a token and sets a cookie for one comment on one post (`comment_post_ID` in the
 * query). Without a service, an empty token returns a proof-of-work task, whose solution is the token.
 */
export const tdAjaxSubmitCaptcha: AjaxAction = {
  name: 'td_ajax_submit_captcha',
  handle: async ({ site, signer, fields, client }) => {
    const postId = positive(client?.query.get('comment_post_ID') ?? undefined);
    if (!client || postId === undefined)
      return { json: { success: false, error: 'comment_post_ID missing from the address' } };
    client.limits.captchas(callerOf(client.ip));
    const answer = await checkToken((fields.get('token') ?? '').trim(), {
      settings: await site.content.settings.current(),
      signer,
      holder: { postId, ip: client.ip },
      now: Date.now(),
      onWarning: (message) => site.log.warn({}, message),
    });
    if ('pass' in answer) {
      const cookie = captchaCookieHeader(answer.pass, passLifeMs, site.content.siteUrl.startsWith('https:'));
      return { json: { success: true, error: '' }, setCookies: [cookie] };
    }
    return { json: { success: false, ...answer } };
  },
};

/** `rest-nonce`: a REST nonce for the current session; same-origin policy hides it from other sites. Undefined for visitors. */
export const restNonce: AjaxAction = {
  name: 'rest-nonce',
  reads: true,
  handle: async ({ signer, client }) =>
    client?.signedIn && { text: createNonce(signer, client.signedIn.session, restNonceAction) },
};
