/** Words of the mails that tell moderators and authors of comments. */
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
