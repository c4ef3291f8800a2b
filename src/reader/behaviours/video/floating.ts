import { videoTexts } from '../../../lib/video-texts.ts';
import type { VideoText } from '../../../lib/video-texts.ts';
import { addStyles } from './add-styles.ts';
import { closeButton } from './close-button.ts';
import floatingCss from './floating.css?inline';
import { labelOf } from './label-of.ts';
import type { Video } from './video.ts';

/** A video that floats, and the box that keeps its place on the page. */
export interface FloatingPlayer {
  readonly video: Video;
  readonly place: HTMLElement;
  /** Puts the video back into its place. */
  dock(): void;
}

/**
 * Lets a video float in the corner, `width` pixels wide where the window has room, with a line below it that says what it is and closes it. It is not moved in
 * the document: a frame would begin anew.
 */
export function floatVideo(
  video: Video,
  width: number,
  texts: Partial<Record<VideoText, string>>,
  close: () => void,
): FloatingPlayer {
  addStyles('video-floating', floatingCss);
  const { element } = video;
  const { width: inlineWidth, height: inlineHeight } = element.getBoundingClientRect();
  const place = document.createElement('div');
  place.className = 'video-place';
  place.style.width = `${inlineWidth}px`;
  place.style.aspectRatio = `${inlineWidth}/${inlineHeight}`;
  const bar = document.createElement('div');
  bar.className = 'video-bar';
  bar.role = 'group';
  const label = document.createElement('p');
  label.textContent = bar.ariaLabel = labelOf(element);
  bar.append(
    label,
    closeButton(texts.video_close ?? videoTexts.video_close, () => {
      close();
      element.focus({ preventScroll: true });
    }),
  );
  for (const { style } of [element, bar]) {
    style.setProperty('--video-width', `${width}px`);
    style.setProperty('--video-ratio', String(inlineWidth / inlineHeight));
  }
  element.before(place);
  element.after(bar);
  element.classList.add('video-floats');
  video.moved = true;
  return {
    video,
    place,
    dock: () => {
      place.remove();
      bar.remove();
      element.classList.remove('video-floats');
      video.moved = false;
    },
  };
}
