import type { PageConfig } from '../../islands/page-config.ts';
import { askConsent, consentEvent, hasConsented } from '../consent/consented.ts';
import { videoAt, watchAddress, videoTexts } from '../../../lib/video.ts';
import type { VideoText } from '../../../lib/video.ts';
import { addStyles } from '../drawing/svg.ts';
import { platformNames } from './platform-frame.ts';
import refusedCss from './refused.css?inline';

let lastRequest: object;

/**
 * Resolves whether a platform may be contacted, asking first if needed; a refusal is explained at `opener`. Dismissing
 * the question returns focus there. Pending without an answer; only the last request can then play.
 */
export async function agreed(
  opener: HTMLElement,
  address: string,
  page: Pick<PageConfig, 'consent' | 'video'>,
): Promise<boolean> {
  forgetRefusal(opener);
  if (hasConsented(page, 'media')) return true;
  const request = {};
  lastRequest = request;
  const answer = new Promise((resolve) => document.addEventListener(consentEvent, resolve, { once: true }));
  askConsent();
  await answer;
  if (request !== lastRequest) return false;
  if (hasConsented(page, 'media')) return true;
  if (document.documentElement.dataset.consent !== undefined)
    showRefusal(opener, address, page.video?.texts ?? {});
  opener.focus({ preventScroll: true });
  return false;
}

/** Explains below the opener that a video was not loaded, with a link to it. */
export function showRefusal(
  opener: HTMLElement,
  address: string,
  translated: Partial<Record<VideoText, string>>,
): void {
  addStyles('video-refused', refusedCss);
  const texts = { ...videoTexts, ...translated };
  const video = videoAt(address);
  const site = video ? platformNames[video.platform] : new URL(address, location.href).hostname;
  // A span, since it may be inside a paragraph.
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

export function forgetRefusal(opener: HTMLElement): void {
  const { nextElementSibling: line } = opener;
  if (line?.matches('.video-refused')) line.remove();
}
