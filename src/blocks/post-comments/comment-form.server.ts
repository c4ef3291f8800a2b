import { readerWords } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { memoizedBy } from '../../lib/noted-reads.ts';
import type { CommentTexts, CommentFormData } from './data.ts';
import { captchaKind } from '../../modules/comments/captcha.ts';

const wordings = [
  'comment_count',
  'comment_author',
  'comment_level',
  'comment_elsewhere',
  'comment_leave',
  'comment_first',
  'comment_reply',
  'comment_reply_to',
  'comment_cancel_reply',
  'comment_post',
  'comment_held',
  'comment_note',
  'comment_field',
  'comment_name',
  'comment_trap',
  'comment_email',
  'comment_url',
  'comment_consent',
  'comment_sending',
  'comment_checking',
  'comment_stop',
  'comment_older',
  'comment_newer',
  'comment_oldest_first',
  'comment_newest_first',
  'comment_warning',
  'comment_author_warning',
  'comment_email_warning',
  'comment_email_error',
  'comment_logged_in_as',
  'comment_log_out',
  'account_log_in',
  'report_comment',
  'report_comment_of',
  'menu_close',
  'captcha_warning',
  'captcha_score_warning',
  'captcha_noscript',
] as const satisfies readonly ReaderText[];

export const commentTexts: (settings: Settings) => CommentTexts = memoizedBy((settings: Settings) =>
  readerWords(settings, wordings),
);

/** Configuration of the site's captcha; undefined without one. Logged-in users need none. */
export function formCaptcha(settings: Settings): CommentFormData['captcha'] {
  const kind = captchaKind(settings);
  return kind === 'score'
    ? { siteKey: settings.captcha_site_key, script: settings.captcha_script_url }
    : kind && {};
}
