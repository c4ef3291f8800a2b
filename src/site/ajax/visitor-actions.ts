import { parseIds } from '../../blocks/setting-types.ts';
import type { AjaxAction } from './ajax-action.ts';
import { coloursAtFirst } from '../../modules/settings/site-facts.ts';
import { darkCookie } from '../../reader/islands/page-config.ts';
import { checkToken, passLifeMs } from '../../modules/comments/captcha.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { positive } from '../../lib/numbers.ts';
import { createRateLimit } from '../../lib/rate-limit.ts';
import { captchaCookieHeader } from '../replies/comments/kept-comments.ts';
import { createNonce } from '../../modules/users/session.ts';
import { restNonceAction } from '../rest/rest-actor.ts';

/** Posts that one beacon may name. */
const mostPosts = 20;

/** `broadsheet_view`: a page tells which posts its reader has had before them for two seconds. Counts at most; answers nothing. */
export const broadsheetView: AjaxAction = {
  name: 'broadsheet_view',
  handle: async ({ site, fields, client }) => {
    if (client) site.content.views.note(parseIds(fields.get('post_ids') ?? '', mostPosts), client);
    return { json: {} };
  },
};

const oneYearSeconds = 365 * 24 * 60 * 60;

/** `td_ajax_dark_mode`: flips the visitor's scheme cookie; carries no state, since the server knows it (requirements, A29). */
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

/** Each call may ask a service: so many at once, and then so many a second, from one address. */
const limit = createRateLimit({ name: 'td_ajax_submit_captcha', burst: 20, perSecond: 0.5 });

/**
 * `td_ajax_submit_captcha`: verifies the token of the comment form. The pass for one comment on one post (`comment_post_ID` of the address) comes as a cookie
 * that only the form's address gets.
 * Without a service the answer to an empty token holds the work to be done, and the token is its outcome.
 */
export const tdAjaxSubmitCaptcha: AjaxAction = {
  name: 'td_ajax_submit_captcha',
  handle: async ({ site, signer, fields, client }) => {
    const postId = positive(client?.query.get('comment_post_ID') ?? undefined);
    if (!client || postId === undefined)
      return { json: { success: false, error: 'comment_post_ID missing from the address' } };
    limit(callerOf(client.ip));
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

/** `rest-nonce`: a fresh nonce for REST, of the session that asks; another site cannot read the answer. Not for visitors. */
export const restNonce: AjaxAction = {
  name: 'rest-nonce',
  reads: true,
  handle: async ({ signer, client }) =>
    client?.signedIn && { text: createNonce(signer, client.signedIn.session, restNonceAction) },
};
