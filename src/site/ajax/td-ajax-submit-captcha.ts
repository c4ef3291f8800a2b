import { passLifeMs } from '../../modules/comments/captcha-pass.ts';
import { checkToken } from '../../modules/comments/captcha.ts';
import { callerOf } from '../../lib/caller.ts';
import { positive } from '../../lib/numbers.ts';
import { createRateLimit } from '../../lib/rate-limit.ts';
import { captchaCookieHeader } from '../replies/comments/captcha-cookie.ts';
import type { AjaxAction } from './ajax-action.ts';

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
