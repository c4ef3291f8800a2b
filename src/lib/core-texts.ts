/** What blocks of WordPress say by themselves, in English, by the names that translations have. */
export const coreTexts = {
  core_pagination: 'Pagination',
  core_comments_pagination: 'Comments pagination',
  core_comments_one_to: 'One response to “%s”',
  core_comments_many_to: '%1$d responses to “%2$s”',
  core_comments_one: 'One response',
  core_comments_many: '%d responses',
  core_comments_single_of: 'Response to “%s”',
  core_comments_of: 'Responses to “%s”',
  core_comments_single: 'Response',
  core_comments: 'Responses',
} as const;
