import type { VideoAddress } from '../../../lib/video-address.ts';
import { joinMute } from './mute-player.ts';
import type { Join } from './video.ts';
import { joinVimeo } from './vimeo-player.ts';
import { joinYouTube } from './youtube-player.ts';

/** Joins the player in a frame; `leave` takes one away that does not obey. */
export function joinFrame({ platform }: VideoAddress, frame: HTMLIFrameElement, leave: () => void): Join {
  const mute = joinMute(leave);
  if (platform === 'dailymotion') return mute;
  const join = platform === 'youtube' ? joinYouTube(frame) : joinVimeo(frame);
  return async (tell) => {
    try {
      return await join(tell);
    } catch (error) {
      console.warn('The video plays, but its player can’t be reached:', error);
      return mute(tell);
    }
  };
}
