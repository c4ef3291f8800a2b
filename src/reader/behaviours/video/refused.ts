import { videoAt, watchAddress } from '../../../lib/video-address.ts';
import { videoTexts } from '../../../lib/video-texts.ts';
import type { VideoText } from '../../../lib/video-texts.ts';
import { addStyles } from './add-styles.ts';
import { platformNames } from './platform-frame.ts';
import refusedCss from './refused.css?inline';

/** Says below what opens a video that it was not loaded, and leads to where it can be seen. */
export function tellRefused(
  opener: HTMLElement,
  address: string,
  translated: Partial<Record<VideoText, string>>,
): void {
  addStyles('video-refused', refusedCss);
  const texts = { ...videoTexts, ...translated };
  const video = videoAt(address);
  const site = video ? platformNames[video.platform] : new URL(address, location.href).hostname;
  // It may stand in a paragraph.
  const line = document.createElement('span');
  line.className = 'video-refused';
  line.role = 'status';
  const link = document.createElement('a');
  link.href = video ? watchAddress(video) : address;
  link.rel = 'noopener';
  link.textContent = texts.video_watch.replace('%s', () => site);
  opener.after(line);
  line.append(texts.video_refused, ' ', link);
}

/** Takes back what was said. */
export function forgetRefusal(opener: HTMLElement): void {
  const { nextElementSibling: line } = opener;
  if (line?.matches('.video-refused')) line.remove();
}
