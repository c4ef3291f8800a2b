import type { VideoConfig } from '../../islands/page-config.ts';
import { isPhoneScreen } from '../scrolling/scroll-page.ts';
import { videos, watchers, closeButton, labelOf } from './video.ts';
import type { Video } from './video.ts';
import { videoTexts } from '../../../lib/video.ts';
import type { VideoText } from '../../../lib/video.ts';
import { addStyles } from '../drawing/svg.ts';
import floatingCss from './floating.css?inline';

/** Minimum visible pixels, so that a video behind a sticky header counts as out of view. */
const minSeen = 56;

/** Applies the site's rules to all playing videos. Popup videos only count for the rule of one at a time. */
export function applyRules(config: VideoConfig): void {
  const { sticky, pauseOnClose, oneAtATime, pauseOffScreen } = config;
  /** Videos whose floating player was closed or displaced, and that have not been in view since. */
  const closed = new Set<Video>();
  let floating: FloatingPlayer | undefined;

  const move = (video: Video, from: Element, to: Element) => {
    places.delete(from);
    places.set(to, video);
  };
  const dock = () => {
    if (!floating) return;
    const { video, place } = floating;
    floating.dock();
    floating = undefined;
    move(video, place, video.element);
  };
  const sendHome = () => {
    if (floating) closed.add(floating.video);
    dock();
  };
  const close = () => {
    const video = floating?.video;
    if (!video) return;
    sendHome();
    if (pauseOnClose) void video.pause();
    else settle(video);
  };
  const forget = (video: Video) => {
    if (floating?.video === video) dock();
    places.delete(video.element);
    videos.delete(video);
  };
  const settle = (video: Video) => {
    if (!video.element.isConnected) return forget(video);
    if (!places.away.has(video)) {
      closed.delete(video);
      if (floating?.video === video) dock();
    } else if (video.isPlaying && !video.moved && document.pictureInPictureElement !== video.element) {
      if (sticky !== undefined && !closed.has(video) && !isPhoneScreen()) {
        if (isPressed()) return;
        sendHome(); // two playing videos out of view would otherwise displace each other forever
        floating = floatVideo(video, sticky, config.texts ?? {}, close);
        move(video, video.element, floating.place);
      } else if (pauseOffScreen) {
        void video.pause();
      }
    }
  };

  const places = watchPlaces(settle);
  // After the click that follows the release.
  const isPressed = watchPointer(() => setTimeout(() => places.away.forEach(settle)));
  const onState = (video: Video) => {
    if (oneAtATime && video.isPlaying) {
      // It is about to pause; floating it would only get in the way.
      if (floating?.video !== video) sendHome();
      for (const other of videos) if (other !== video && other.isPlaying) void other.pause();
    }
    if (video.inModal) return;
    if (!video.moved && !places.has(video.element)) {
      places.set(video.element, video);
    } else {
      settle(video);
    }
  };

  watchers.add(onState);
  for (const video of videos) onState(video);
  addEventListener(
    'resize',
    () => {
      if (isPhoneScreen()) dock();
    },
    { passive: true },
  );
}

/** Tracks the videos' places and which are out of view; calls `settle` on changes. */
function watchPlaces(settle: (video: Video) => void) {
  const places = new Map<Element, Video>();
  const away = new Set<Video>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const video = places.get(target);
        if (!video) continue;
        if (isIntersecting) away.delete(video);
        else away.add(video);
        settle(video);
      }
    },
    { rootMargin: `-${minSeen}px 0px` },
  );
  return {
    away: away as ReadonlySet<Video>,
    has: (place: Element) => places.has(place),
    set: (place: Element, video: Video) => {
      places.set(place, video);
      observer.observe(place);
    },
    delete: (place: Element) => {
      places.delete(place);
      observer.unobserve(place);
    },
  };
}

/** Whether a pointer is down, possibly from before this code loaded: an element that appears under it would receive its click. */
function watchPointer(onRelease: () => void): () => boolean {
  let isPressed = document.documentElement.matches(':active');
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    addEventListener(
      type,
      () => {
        isPressed = type === 'pointerdown';
        if (!isPressed) onRelease();
      },
      { capture: true, passive: true },
    );
  }
  return () => isPressed;
}

export interface FloatingPlayer {
  readonly video: Video;
  readonly place: HTMLElement;
  dock(): void;
}

/**
 * Floats a video in the corner, up to `width` pixels wide, with a caption and a close button. It is not moved in the
 * DOM, which would reload a frame.
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
