import type { Join } from './video.ts';

/** Joins a `<video>`, which plays already or not. */
export function joinFile(video: HTMLVideoElement): Join {
  return (tell) => {
    video.addEventListener('play', () => tell('PLAYING'));
    // At the end it says that it pauses, too.
    video.addEventListener('pause', () => tell(video.ended ? 'ENDED' : 'PAUSED'));
    video.addEventListener('ended', () => tell('ENDED'));
    if (!video.paused) tell('PLAYING');
    return { pause: () => video.pause() };
  };
}
