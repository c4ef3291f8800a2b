export const commentMailTexts = {
  mail_comment_new: 'New comment on “%s”',
  mail_comment_new_text: 'There is a new comment on “%s”.',
  mail_comment_held: 'Please moderate a comment on “%s”',
  mail_comment_held_text:
    'A comment on “%s” is awaiting moderation. Only its author sees it until it is approved.',
  mail_comment_by: 'By:',
  mail_comment_email: 'Email:',
  mail_comment_website: 'Website:',
  mail_comment_ip: 'IP address:',
  mail_comment_see: 'View the comment:',
  mail_comment_article: 'The article:',
  mail_comment_approve: 'Approve it:',
  mail_comment_spam: 'Mark it as spam:',
  mail_comment_trash: 'Move it to the trash:',
  mail_comment_list: 'All comments awaiting moderation:',
} as const;

export const reportTexts = {
  report_comment: 'Report',
  report_comment_of: 'Report the comment by %s',
  report_title: 'Report a comment',
  report_why: 'What is wrong with it?',
  report_spam: 'Spam or advertising',
  report_insult: 'Insults or hate',
  report_other: 'Something else',
  report_more: 'In your own words (optional)',
  report_send: 'Send report',
  report_thanks: 'Thank you. An editor will review this comment.',
  report_no_reason: 'Please describe the problem with this comment.',
  report_own: 'This comment is your own.',
  report_missing: 'Comment not found. It was removed or is not public.',
  report_stale: 'This form has expired or was submitted from another site. Please submit it from this page.',
  report_too_fast: 'Too many reports at once. Please wait a moment, then try again.',
  report_failed: 'Your report could not be sent. Your text is still here; please try again.',
  mail_report: 'A comment on “%s” was reported',
  mail_report_text: 'A reader reported a comment on “%s”. It stays public until an editor decides.',
  mail_report_said: 'Reason:',
  mail_report_list: 'All reported comments:',
} as const;

/** Strings of the comment form for logged-in users, in English, by translation key; copied from WordPress. */
export const signedInTexts = {
  comment_logged_in_as: 'Logged in as %s.',
  comment_log_out: 'Log out?',
} as const;
export type SignedInText = keyof typeof signedInTexts;
