import type { VideoConfig } from '../../islands/page-config.ts';
import { videoAt } from '../../../lib/video.ts';
import { addStyles } from '../drawing/svg.ts';
import { joinFrame, joinFile, followRules } from './players.ts';
import { platformFrame } from './platform-frame.ts';
import videoCss from './video.css?inline';
import { addVideo, Video, labelOf } from './video.ts';

export function playInline(link: HTMLAnchorElement, config: VideoConfig): void {
  if (link.hidden) return;
  if (link.dataset.video === 'file') {
    replace(link, fileElement(link));
    return;
  }
  const address = videoAt(link.href);
  if (!address) throw new Error(`${link.href} is no video.`);
  addStyles('video', videoCss);
  followRules(config);
  const frame = platformFrame(address, labelOf(link));
  replace(link, frame);
  const leave = () => {
    frame.remove();
    link.hidden = false;
  };
  addVideo(new Video(frame, address.platform, joinFrame(address, frame, leave)));
}

function fileElement(link: HTMLAnchorElement): HTMLVideoElement {
  const video = document.createElement('video');
  video.controls = video.autoplay = true;
  video.ariaLabel = labelOf(link);
  video.src = link.href;
  return video;
}

function replace(link: HTMLAnchorElement, player: HTMLElement): void {
  const hadFocus = document.activeElement === link;
  player.classList.toggle('lead-video', link.classList.contains('lead-video'));
  link.after(player);
  link.hidden = true;
  if (hadFocus) player.focus({ preventScroll: true });
}

const known = new WeakSet<HTMLVideoElement>();

export function playFile(video: HTMLVideoElement, config: VideoConfig): void {
  if (known.has(video)) return;
  known.add(video);
  followRules(config);
  addVideo(new Video(video, 'video', joinFile(video)));
}
