import type { VideoConfig } from '../../islands/page-config.ts';
import { videoAt, videoTexts } from '../../../lib/video.ts';
import { addStyles } from '../drawing/svg.ts';
import { joinFrame, followRules } from './players.ts';
import { platformFrame } from './platform-frame.ts';
import popupCss from './popup.css?inline';
import { addVideo, Video, videos, closeButton } from './video.ts';

/**
 * Plays a video in a dialog, closed by Escape, its button or an outside click, which restores focus. Throws if the
 * address is not a video; does nothing while a popup is open.
 */
export function openPopup(opener: HTMLElement, url: string, config: VideoConfig): void {
  if (document.querySelector('.video-popup')) return;
  const address = videoAt(url);
  if (!address) throw new Error(`${url} is no video.`);
  addStyles('video-popup', popupCss);
  followRules(config);
  const dialog = document.createElement('dialog');
  dialog.className = 'video-popup';
  const frame = platformFrame(address, (opener.ariaLabel ?? opener.textContent).trim());
  dialog.ariaLabel = frame.title;
  dialog.append(
    closeButton(config.texts?.video_close ?? videoTexts.video_close, () => dialog.close()),
    frame,
  );
  document.body.append(dialog);
  dialog.showModal();
  const video = addVideo(
    new Video(
      frame,
      address.platform,
      joinFrame(address, frame, () => dialog.close()),
      true,
    ),
  );
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => {
    videos.delete(video);
    dialog.remove();
    opener.focus({ preventScroll: true });
  });
}
