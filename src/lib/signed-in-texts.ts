/** What the comment form says to who is signed in, in English, by the names that translations have: WordPress' own words. */
export const signedInTexts = {
  comment_logged_in_as: 'Logged in as %s.',
  comment_log_out: 'Log out?',
} as const;
export type SignedInText = keyof typeof signedInTexts;
