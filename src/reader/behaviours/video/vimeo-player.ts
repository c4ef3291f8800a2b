import { loadScript } from '../scripts/load-script.ts';
import type { Join } from './video.ts';

/** The used subset of https://developer.vimeo.com/player/sdk/reference. */
interface VimeoPlayer {
  on(event: 'play' | 'pause' | 'ended', listener: () => void): void;
  ready(): Promise<void>;
  getPaused(): Promise<boolean>;
  pause(): Promise<void>;
}

declare global {
  interface Window {
    Vimeo?: { readonly Player: new (frame: HTMLIFrameElement) => VimeoPlayer };
  }
}

export function joinVimeo(frame: HTMLIFrameElement): Join {
  return async (report) => {
    await loadScript('https://player.vimeo.com/api/player.js');
    if (!window.Vimeo) throw new Error('The script of Vimeo brought no player.');
    const player = new window.Vimeo.Player(frame);
    player.on('play', () => report('PLAYING'));
    player.on('pause', () => report('PAUSED'));
    player.on('ended', () => report('ENDED'));
    await player.ready();
    if (!(await player.getPaused())) report('PLAYING');
    return {
      pause: () => void player.pause().catch((error: unknown) => console.warn('Vimeo did not pause:', error)),
    };
  };
}
