/** What playing videos say in the browser, in English, by the names that translations have. */
export const videoTexts = {
  video_close: 'Close video',
} as const;

export type VideoText = keyof typeof videoTexts;
