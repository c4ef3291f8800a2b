import type { Join } from './video.ts';

/** Joins a frame that neither says what it does nor obeys: it plays since it came, and pauses by going away. */
export function joinMute(leave: () => void): Join {
  return (tell) => {
    tell('PLAYING');
    return {
      pause: () => {
        leave();
        tell('PAUSED');
      },
    };
  };
}
