export const commentMailTexts = {
  mail_comment_new: 'New comment on “%s”',
  mail_comment_new_text: 'There is a new comment on “%s”.',
  mail_comment_held: 'Please moderate a comment on “%s”',
  mail_comment_held_text:
    'A comment on “%s” waits. It is shown to nobody but its author until somebody approves it.',
  mail_comment_by: 'By:',
  mail_comment_email: 'Email:',
  mail_comment_website: 'Website:',
  mail_comment_ip: 'Address:',
  mail_comment_see: 'See it in its place:',
  mail_comment_article: 'The article:',
  mail_comment_approve: 'Approve it:',
  mail_comment_spam: 'Mark it as spam:',
  mail_comment_trash: 'Move it to the trash:',
  mail_comment_list: 'All comments that wait:',
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
  report_thanks: 'Thank you. Somebody will look at this comment.',
  report_no_reason: 'Please say what is wrong with it.',
  report_own: 'This comment is your own.',
  report_missing: 'There is no such comment here: it was taken away, or is not public.',
  report_stale: 'This form is too old, or was sent from another site. Please send it again from here.',
  report_too_fast: 'Too many reports at once. Please wait a moment, then send it again.',
  report_failed: 'The report was not sent. What you wrote is still here: please try again.',
  mail_report: 'A comment on “%s” was reported',
  mail_report_text: 'A reader reported a comment on “%s”. It stays public until somebody decides about it.',
  mail_report_said: 'What is wrong with it:',
  mail_report_list: 'All reported comments:',
} as const;

/** Strings of the comment form for logged-in users, in English, by translation key; copied from WordPress. */
export const signedInTexts = {
  comment_logged_in_as: 'Logged in as %s.',
  comment_log_out: 'Log out?',
} as const;
export type SignedInText = keyof typeof signedInTexts;
