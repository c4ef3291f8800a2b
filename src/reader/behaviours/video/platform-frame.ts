import type { VideoAddress, VideoPlatform } from '../../../lib/video.ts';

/** Requested player size in pixels; CSS fits the frame to its container and the video's aspect ratio. */
export const playerWidth = 960;
export const playerHeight = 720;

/** Sets no cookie before the video plays. */
export const youtubeHost = 'https://www.youtube-nocookie.com';

export const platformNames: Readonly<Record<VideoPlatform, string>> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  dailymotion: 'Dailymotion',
};

/** Returns the address of an autoplaying player in quality hd720. */
export function playerAddress({ platform, id, list, key, start }: VideoAddress): string {
  if (platform === 'youtube') {
    const query = new URLSearchParams({
      autoplay: '1',
      playsinline: '1',
      rel: '0',
      vq: 'hd720',
      enablejsapi: '1',
      origin: location.origin,
      ...(list && { list }),
      ...(start && { start: String(start) }),
    });
    return `${youtubeHost}/embed/${id}?${query.toString()}`;
  }
  if (platform === 'vimeo') {
    const query = new URLSearchParams({
      autoplay: '1',
      playsinline: '1',
      dnt: '1',
      quality: '720p',
      ...(key && { h: key }),
    });
    return `https://player.vimeo.com/video/${id}?${query.toString()}${start ? `#t=${start}s` : ''}`;
  }
  const query = new URLSearchParams({
    video: id,
    autoplay: 'true',
    ...(start && { startTime: String(start) }),
  });
  return `https://geo.dailymotion.com/player.html?${query.toString()}`;
}

export function platformFrame(address: VideoAddress, label: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.className = 'video-frame';
  frame.dataset.video = address.platform;
  frame.title =
    label === '' ? platformNames[address.platform] : `${label} – ${platformNames[address.platform]}`;
  frame.width = String(playerWidth);
  frame.height = String(playerHeight);
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  // YouTube refuses to play without a referrer.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.src = playerAddress(address);
  return frame;
}
