import { z } from 'zod';
import { choice, flag, longText, token, whole, setting, settingGroup } from '../kinds.ts';

const webOnly = { protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' };

export const discussion = settingGroup('discussion', 'Discussion', {
  default_comment_status: setting(choice({ open: 'Open', closed: 'Closed' }), {
    default: 'open',
    title: 'Comments on new posts',
    help: 'Whether new posts are open to comments. Each post can override this.',
  }),
  default_ping_status: setting(choice({ open: 'Open', closed: 'Closed' }), {
    default: 'closed',
    title: 'Pingbacks on new posts',
    help: 'Whether new posts accept pingbacks. Each post can override this.',
  }),
  require_name_email: setting(flag, {
    default: true,
    title: 'Comment author must fill out name and email',
    help: 'Visitors can’t comment without a name and an email address.',
  }),
  comment_registration: setting(flag, {
    default: false,
    title: 'Users must be registered and logged in to comment',
    help: 'Visitors without an account can’t comment.',
  }),
  comment_moderation: setting(flag, {
    default: false,
    title: 'Comment must be manually approved',
    help: 'Every comment waits for approval by a moderator.',
  }),
  comment_previously_approved: setting(flag, {
    default: true,
    title: 'Comment author must have a previously approved comment',
    help: 'The first comment of each author waits for approval by a moderator.',
  }),
  comment_max_links: setting(whole(0, 100), {
    default: 2,
    title: 'Hold comments with this many links',
    help: 'Comments with this many links or more wait for approval. 0 means no limit.',
  }),
  moderation_keys: setting(longText(), {
    default: '',
    title: 'Words that hold a comment',
    help: 'One word or address per line. A comment that contains one waits for approval.',
  }),
  disallowed_keys: setting(longText(), {
    default: '',
    title: 'Disallowed words',
    help: 'One word or address per line. A comment that contains one is moved to the trash.',
  }),
  thread_comments: setting(flag, {
    default: true,
    title: 'Threaded (nested) comments',
    help: 'Shows replies below the comment they answer.',
  }),
  thread_comments_depth: setting(whole(2, 10), {
    default: 5,
    title: 'Levels of replies',
    help: 'Deeper replies are shown at this level.',
  }),
  page_comments: setting(flag, {
    default: true,
    title: 'Break comments into pages',
    help: 'Breaks long discussions into pages. When off, a page shows up to 500 comments.',
  }),
  comments_per_page: setting(whole(1, 500), {
    default: 50,
    title: 'Comments per page',
    help: 'Top-level comments on each page, if comments are broken into pages.',
  }),
  comment_order: setting(choice({ asc: 'Oldest first', desc: 'Newest first' }), {
    default: 'asc',
    title: 'Order of comments',
    help: 'The order in which top-level comments are shown.',
  }),
  close_comments_for_old_posts: setting(flag, {
    default: false,
    title: 'Close comments on old posts',
    help: 'Comments close automatically a number of days after publication.',
  }),
  close_comments_days_old: setting(whole(0, 3650), {
    default: 14,
    title: 'Days until comments close',
    help: 'Counted from publication. Applies only if comments on old posts close.',
  }),
  comment_reports: setting(flag, {
    default: true,
    title: 'Readers can report comments',
    help: 'Adds a report link to each comment. Moderators see the reports in a list.',
  }),
});

export const captcha = settingGroup('captcha', 'Captcha', {
  captcha: setting(choice({ show: 'Show', '': 'Off' }), {
    default: '',
    title: 'Comment captcha',
    help: 'Visitors’ comments are checked by a score-based service if there is a site key, otherwise by a small computation in the browser.',
  }),
  captcha_site_key: setting(token, {
    default: '',
    title: 'Captcha site key',
    help: 'Public key from the captcha service. Leave empty to use no service.',
  }),
  captcha_secret_key: setting(token, {
    default: '',
    title: 'Captcha secret key',
    help: 'Secret key from the captcha service.',
    secret: true,
  }),
  captcha_score: setting(z.number().min(0).max(1), {
    default: 0.5,
    title: 'Minimum captcha score',
    help: 'From 0 (accept everything) to 1. Comments with a lower score are rejected.',
  }),
  captcha_script_url: setting(z.url(webOnly), {
    default: 'https://www.google.com/recaptcha/api.js',
    title: 'Captcha script',
    help: 'URL of the captcha service’s script; the site key is added as “render”.',
    isCode: true,
  }),
  captcha_verify_url: setting(z.url(webOnly), {
    default: 'https://www.google.com/recaptcha/api/siteverify',
    title: 'Captcha verification',
    help: 'URL where the server verifies captcha tokens.',
  }),
});

export const mail = settingGroup('mail', 'Mail', {
  comments_notify: setting(flag, {
    default: true,
    title: 'Email the author',
    help: 'Authors get an email for each comment on their posts.',
  }),
  moderation_notify: setting(flag, {
    default: true,
    title: 'Email the moderator',
    help: 'The administration address gets an email for each comment that waits for approval.',
  }),
  reports_notify: setting(flag, {
    default: true,
    title: 'Email about reports',
    help: 'The administration address gets an email for the first pending report of each comment.',
  }),
});
