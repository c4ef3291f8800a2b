import { captchaKind } from '../../modules/comments/captcha.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import type { CommentFormData } from './data.ts';

/** What the form of a site needs for its captcha; undefined without one. Who is signed in is asked for none. */
export function formCaptcha(settings: Settings): CommentFormData['captcha'] {
  const kind = captchaKind(settings);
  return kind === 'score'
    ? { siteKey: settings.captcha_site_key, script: settings.captcha_script_url }
    : kind && {};
}
