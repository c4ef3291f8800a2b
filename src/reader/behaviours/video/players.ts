import type { VideoAddress } from '../../../lib/video.ts';
import type { Join, PlayState } from './video.ts';
import { joinVimeo } from './vimeo-player.ts';
import { loadScript } from '../scripts/load-script.ts';
import { playerHeight, playerWidth, youtubeHost } from './platform-frame.ts';
import type { VideoConfig } from '../../islands/page-config.ts';

/** Connects to the player in a frame; `leave` removes a frame that can't be controlled. */
export function joinFrame({ platform }: VideoAddress, frame: HTMLIFrameElement, leave: () => void): Join {
  const mute = joinMute(leave);
  if (platform === 'dailymotion') return mute;
  const join = platform === 'youtube' ? joinYouTube(frame) : joinVimeo(frame);
  return async (report) => {
    try {
      return await join(report);
    } catch (error) {
      console.warn('The video plays, but its player can’t be reached:', error);
      return mute(report);
    }
  };
}

/** The used subset of https://developers.google.com/youtube/iframe_api_reference. */
interface YouTubePlayer {
  pauseVideo(): void;
  getPlayerState(): number;
  setPlaybackQuality(quality: string): void;
}

interface YouTubeOptions {
  readonly host: string;
  readonly width: number;
  readonly height: number;
  readonly events: {
    readonly onReady: (event: { readonly target: YouTubePlayer }) => void;
    readonly onStateChange: (event: { readonly data: number }) => void;
  };
}

declare global {
  interface Window {
    YT?: { readonly Player?: new (frame: HTMLIFrameElement, options: YouTubeOptions) => YouTubePlayer };
    onYouTubeIframeAPIReady?: () => void;
  }
}

/** `YT.PlayerState`; other states (buffering, cued) change nothing. */
const states = new Map<number, PlayState>([
  [0, 'ENDED'],
  [1, 'PLAYING'],
  [2, 'PAUSED'],
]);

let api: Promise<NonNullable<NonNullable<Window['YT']>['Player']>> | undefined;

/** Loads the API; other code on the page may have loaded it or be waiting for it. */
function loadApi(): NonNullable<typeof api> {
  api ??= new Promise((resolve, reject) => {
    const others = window.onYouTubeIframeAPIReady;
    const tryResolve = () => {
      const constructor = window.YT?.Player;
      if (constructor) resolve(constructor);
      return constructor !== undefined;
    };
    if (tryResolve()) return;
    window.onYouTubeIframeAPIReady = () => {
      others?.();
      tryResolve();
    };
    loadScript('https://www.youtube.com/iframe_api').catch((error: unknown) => {
      api = undefined;
      reject(error);
    });
  });
  return api;
}

function joinYouTube(frame: HTMLIFrameElement): Join {
  // The API messages the frame as soon as it knows it, so wait until the frame has loaded.
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  return async (report) => {
    const [PlayerOfYouTube] = await Promise.all([loadApi(), loaded]);
    const reportCode = (code: number) => {
      const state = states.get(code);
      if (state) report(state);
    };
    return new Promise((resolve) => {
      // eslint-disable-next-line no-new -- it gives itself to onReady, and obeys from then on
      new PlayerOfYouTube(frame, {
        host: youtubeHost,
        width: playerWidth,
        height: playerHeight,
        events: {
          onReady: ({ target }) => {
            target.setPlaybackQuality('hd720');
            reportCode(target.getPlayerState());
            resolve({ pause: () => target.pauseVideo() });
          },
          onStateChange: ({ data }) => reportCode(data),
        },
      });
    });
  };
}

/** Handles a frame without an API: it counts as playing from the start and is paused by removal. */
function joinMute(leave: () => void): Join {
  return (report) => {
    report('PLAYING');
    return {
      pause: () => {
        leave();
        report('PAUSED');
      },
    };
  };
}

/** Connects to a `<video>`, which may already be playing. */
export function joinFile(video: HTMLVideoElement): Join {
  return (report) => {
    video.addEventListener('play', () => report('PLAYING'));
    // At the end, browsers fire `pause` as well.
    video.addEventListener('pause', () => report(video.ended ? 'ENDED' : 'PAUSED'));
    video.addEventListener('ended', () => report('ENDED'));
    if (!video.paused) report('PLAYING');
    return { pause: () => video.pause() };
  };
}

let following: Promise<void> | undefined;

/** Applies the site's rules, if any, to videos that play from now on. */
export function followRules(config: VideoConfig): void {
  if (!config.sticky && !config.oneAtATime && !config.pauseOffScreen) return;
  following ??= import('./rules.ts').then(({ applyRules }) => applyRules(config));
}
