import { z } from 'zod';
import { choice, flag, longText, token, whole, setting, settingGroup } from '../kinds.ts';

const webOnly = { protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' };

export const discussion = settingGroup('discussion', 'Discussion', {
  default_comment_status: setting(choice(['open', 'closed']), {
    default: 'open',
    title: 'Comments on new posts',
    help: 'Whether new posts are open to comments; each post can differ.',
  }),
  default_ping_status: setting(choice(['open', 'closed']), {
    default: 'closed',
    title: 'Pingbacks on new posts',
    help: 'Whether new posts accept pingbacks; each post can differ.',
  }),
  require_name_email: setting(flag, {
    default: true,
    title: 'Name and email required',
    help: 'Visitors must give their name and email address with a comment.',
  }),
  comment_registration: setting(flag, {
    default: false,
    title: 'Only members comment',
    help: 'Comments are taken from signed-in people only.',
  }),
  comment_moderation: setting(flag, {
    default: false,
    title: 'Hold every comment',
    help: 'Comments must be approved manually.',
  }),
  comment_previously_approved: setting(flag, {
    default: true,
    title: 'Hold first comments',
    help: 'A comment waits unless its author had one approved before.',
  }),
  comment_max_links: setting(whole(0, 100), {
    default: 2,
    title: 'Links before holding',
    help: 'Comments with this many links or more wait; 0: links do not matter.',
  }),
  moderation_keys: setting(longText(), {
    default: '',
    title: 'Words that hold a comment',
    help: 'One word or address a line; a comment that contains one waits.',
  }),
  disallowed_keys: setting(longText(), {
    default: '',
    title: 'Disallowed words',
    help: 'One word or address a line; a comment that contains one goes to the trash.',
  }),
  thread_comments: setting(flag, {
    default: true,
    title: 'Threads',
    help: 'Replies are shown below the comment that they answer.',
  }),
  thread_comments_depth: setting(whole(2, 10), {
    default: 5,
    title: 'Levels of replies',
    help: 'Deeper replies are shown at this level.',
  }),
  page_comments: setting(flag, {
    default: true,
    title: 'Split comments into pages',
    help: 'Long discussions are shown a page at a time; without it, 500 comments at a time.',
  }),
  comments_per_page: setting(whole(1, 500), {
    default: 50,
    title: 'Comments per page',
    help: 'Threads on one page of comments, when they are split.',
  }),
  comment_order: setting(choice(['asc', 'desc']), {
    default: 'asc',
    title: 'Order of comments',
    help: 'asc: oldest first; desc: newest first.',
  }),
  close_comments_for_old_posts: setting(flag, {
    default: false,
    title: 'Close old discussions',
    help: 'Comments close by themselves some days after publication.',
  }),
  close_comments_days_old: setting(whole(0, 3650), {
    default: 14,
    title: 'Days until closing',
    help: 'Days after publication, when old discussions are closed.',
  }),
  comments_notify: setting(flag, {
    default: true,
    title: 'Write to the author',
    help: 'Authors get an email for each comment on their posts.',
  }),
  moderation_notify: setting(flag, {
    default: true,
    title: 'Write to the moderator',
    help: 'The administration address gets an email for each comment that waits.',
  }),
  comment_reports: setting(flag, {
    default: true,
    title: 'Readers report comments',
    help: 'Each comment has a link by which readers say what is wrong with it; moderators find these in a list.',
  }),
  reports_notify: setting(flag, {
    default: true,
    title: 'Write of reports',
    help: 'The administration address gets an email when a comment is reported, once until a moderator reviews it.',
  }),
  captcha: setting(choice(['show', '']), {
    default: '',
    title: 'Comment captcha',
    help: 'show: visitors’ comments are checked, by a score-based service if there is a site key, else by a small computation in their browser; empty: off.',
  }),
  captcha_site_key: setting(token, {
    default: '',
    title: 'Captcha site key',
    help: 'Public key that the captcha service gave you; empty: no service is asked.',
  }),
  captcha_secret_key: setting(token, {
    default: '',
    title: 'Captcha secret key',
    help: 'Secret key that the captcha service gave you.',
    secret: true,
  }),
  captcha_score: setting(z.number().min(0).max(1), {
    default: 0.5,
    title: 'Captcha score needed',
    help: 'From 0 (let everything pass) to 1; lower scores are refused.',
  }),
  captcha_script_url: setting(z.url(webOnly), {
    default: 'https://www.google.com/recaptcha/api.js',
    title: 'Captcha script',
    help: 'Address of the captcha service’s script; the site key is added as “render”.',
    isCode: true,
  }),
  captcha_verify_url: setting(z.url(webOnly), {
    default: 'https://www.google.com/recaptcha/api/siteverify',
    title: 'Captcha verification',
    help: 'Address where the server has tokens verified.',
  }),
});
