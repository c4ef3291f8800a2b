import type { VideoConfig } from '../../islands/page-config.ts';
import { videoAt } from '../../lib/video-address.ts';
import { addStyles } from './add-styles.ts';
import { joinFile } from './file-player.ts';
import { followRules } from './follow-rules.ts';
import { joinFrame } from './join-frame.ts';
import { labelOf } from './label-of.ts';
import { platformFrame } from './platform-frame.ts';
import videoCss from './video.css?inline';
import { addVideo, Video } from './video.ts';

/** Plays the video that a link leads to, in the link's place. */
export function playInline(link: HTMLAnchorElement, config: VideoConfig): void {
  const address = videoAt(link.href);
  if (!address) throw new Error(`${link.href} is no video.`);
  if (link.hidden) return; // it plays already
  addStyles('video', videoCss);
  followRules(config);
  const hadFocus = document.activeElement === link;
  const frame = platformFrame(address, labelOf(link));
  frame.classList.toggle('lead-video', link.classList.contains('lead-video'));
  link.after(frame);
  link.hidden = true;
  if (hadFocus) frame.focus({ preventScroll: true });
  const leave = () => {
    frame.remove();
    link.hidden = false;
  };
  addVideo(new Video(frame, address.platform, joinFrame(address, frame, leave)));
}

const known = new WeakSet<HTMLVideoElement>();

/** Watches a file that begins to play. */
export function playFile(video: HTMLVideoElement, config: VideoConfig): void {
  if (known.has(video)) return;
  known.add(video);
  followRules(config);
  addVideo(new Video(video, 'video', joinFile(video)));
}
