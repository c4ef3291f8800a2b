import type { VideoConfig } from '../../islands/page-config.ts';
import { isPhoneScreen } from '../scrolling/phone-screen.ts';
import { floatVideo } from './floating.ts';
import type { FloatingPlayer } from './floating.ts';
import { videos, watchers } from './video.ts';
import type { Video } from './video.ts';

/** Pixels of a place that have to be in the window, so that it is not just behind a stuck header. */
const leastSeen = 56;

/** Applies the site's rules to the videos that play, and to those to come. Those in a popup only count as one of several that play at a time. */
export function applyRules(config: VideoConfig): void {
  const { sticky, pauseOnClose, oneAtATime, pauseOffScreen } = config;
  /** Which video has its place where. */
  const places = new Map<Element, Video>();
  const away = new Set<Video>();
  /** Closed by the reader or sent home by another, and not seen in place since. */
  const closed = new Set<Video>();
  let floating: FloatingPlayer | undefined;
  /** A pointer is down, maybe since before this came: what appeared below it would take its click. */
  let isPressed = document.documentElement.matches(':active');

  const move = (video: Video, from: Element, to: Element) => {
    places.delete(from);
    observer.unobserve(from);
    places.set(to, video);
    observer.observe(to);
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
    observer.unobserve(video.element);
    places.delete(video.element);
    videos.delete(video);
  };
  /** What a video in or out of sight does. */
  const settle = (video: Video) => {
    if (!video.element.isConnected) return forget(video);
    if (!away.has(video)) {
      closed.delete(video);
      if (floating?.video === video) dock();
    } else if (video.isPlaying && !video.moved && document.pictureInPictureElement !== video.element) {
      if (sticky !== undefined && !closed.has(video) && !isPhoneScreen()) {
        if (isPressed) return;
        sendHome(); // two that play and are away would else send each other home for ever
        floating = floatVideo(video, sticky, config.texts ?? {}, close);
        move(video, video.element, floating.place);
      } else if (pauseOffScreen) {
        void video.pause();
      }
    }
  };

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
    { rootMargin: `-${leastSeen}px 0px` },
  );
  const hear = (video: Video) => {
    if (oneAtATime && video.isPlaying) {
      // It will rest, which in the corner would only be in the way.
      if (floating?.video !== video) sendHome();
      for (const other of videos) if (other !== video && other.isPlaying) void other.pause();
    }
    if (video.inModal) return;
    if (!video.moved && !places.has(video.element)) {
      places.set(video.element, video);
      observer.observe(video.element); // it then tells where the video is
    } else {
      settle(video);
    }
  };

  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    addEventListener(
      type,
      () => {
        isPressed = type === 'pointerdown';
        // After the click, which comes right behind.
        if (!isPressed) setTimeout(() => away.forEach(settle));
      },
      { capture: true, passive: true },
    );
  }
  watchers.add(hear);
  for (const video of videos) hear(video);
  addEventListener(
    'resize',
    () => {
      if (isPhoneScreen()) dock();
    },
    { passive: true },
  );
}
