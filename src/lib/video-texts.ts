/** What playing videos say in the browser, in English, by the names that translations have. */
export const videoTexts = {
  video_close: 'Close video',
  video_refused: 'You refused content from other companies, so this video was not loaded.',
  video_watch: 'Watch on %s',
} as const;

export type VideoText = keyof typeof videoTexts;
