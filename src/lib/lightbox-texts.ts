/** Strings of the lightbox, in English, by translation key. `%curr%`, `%total%` and `%url%` are placeholders. */
export const lightboxTexts = {
  lightbox_name: 'Enlarged view',
  lightbox_close: 'Close (Esc)',
  lightbox_loading: 'Loading...',
  lightbox_not_found: 'Content not found',
  lightbox_error: 'The content could not be loaded.',
  lightbox_url_error: 'The content from %url% could not be loaded.',
  lightbox_image_error: 'The image #%curr% could not be loaded.',
  lightbox_image_loading: 'Loading image #%curr%...',
  lightbox_url_loading: 'Loading url #%curr%...',
  lightbox_previous: 'Previous (Left arrow key)',
  lightbox_next: 'Next (Right arrow key)',
  lightbox_zoom: 'Zoom',
  lightbox_counter: '%curr% of %total%',
} as const;

export type LightboxText = keyof typeof lightboxTexts;
