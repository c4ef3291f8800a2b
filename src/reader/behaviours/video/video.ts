import type { VideoPlatform } from '../../../lib/video.ts';
import { ItemRegistry } from '../items/item-registry.ts';
import { svg, addStyles } from '../drawing/svg.ts';
import closeCss from './close-button.css?inline';

export type PlayerType = VideoPlatform | 'video';
export type PlayState = 'UNSTARTED' | 'PLAYING' | 'PAUSED' | 'ENDED';

export interface Player {
  pause(): void;
}

/** Connects to a player; resolves once it is controllable. `report` receives its states, even before. */
export type Join = (report: (state: PlayState) => void) => Player | Promise<Player>;

/** Videos that the reader started, in that order. */
export const videos = new Set<Video>();
export const watchers = new Set<(video: Video) => void>();
const registry = new ItemRegistry<Video>('videos');
let made = 0;

export function addVideo(video: Video): Video {
  videos.add(video);
  registry.addItem(video);
  return video;
}

/** A video that the reader started; also `broadsheet.videos.get('video-1')`, with the field names of the specification. */
export class Video {
  readonly blockUid: string;
  readonly id: string;
  readonly playerType: PlayerType;
  /** Pixels of its place in the page, even while it floats. */
  inlineWidth = 0;
  inlineHeight = 0;
  readonly inModal: boolean;
  moved = false;
  playerStarted = false;
  /** Player type and state, such as `VIDEO_PLAYING` or `YOUTUBE_PAUSED`. */
  internalStatus: string;
  readonly #element: HTMLElement;
  readonly #player: Promise<Player>;

  constructor(element: HTMLElement, playerType: PlayerType, join: Join, inModal = false) {
    element.id ||= inModal ? 'video-popup' : `video-${++made}`;
    this.id = this.blockUid = element.id;
    this.playerType = playerType;
    this.inModal = inModal;
    this.internalStatus = this.#status('UNSTARTED');
    this.#element = element;
    new ResizeObserver(() => this.#measure()).observe(element);
    this.#measure();
    // Deferred, so that a player reporting at once finds a video that can already pause.
    this.#player = Promise.resolve().then(() => join((state) => this.#setState(state)));
  }

  get element(): HTMLElement {
    return this.#element;
  }

  get isPlaying(): boolean {
    return this.internalStatus === this.#status('PLAYING');
  }

  async pause(): Promise<void> {
    (await this.#player).pause();
  }

  #status(state: PlayState): string {
    return `${this.playerType.toUpperCase()}_${state}`;
  }

  #setState(state: PlayState): void {
    this.internalStatus = this.#status(state);
    this.playerStarted ||= state === 'PLAYING';
    for (const watcher of watchers) watcher(this);
  }

  #measure(): void {
    if (this.moved) return;
    this.inlineWidth = this.#element.offsetWidth;
    this.inlineHeight = this.#element.offsetHeight;
  }
}

export function closeButton(label: string, close: () => void): HTMLButtonElement {
  addStyles('video-close', closeCss);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'video-close';
  button.ariaLabel = button.title = label;
  button.append(
    svg(
      { viewBox: '0 0 16 16', width: 18, height: 18 },
      { d: 'M2.5 2.5l11 11m0-11l-11 11', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8 },
    ),
  );
  button.addEventListener('click', close);
  return button;
}

/** Returns a video's caption, else its article's headline, else ''. A lead video has no caption of its own: that one belongs to the still. */
export function labelOf(element: HTMLElement): string {
  const caption = element.closest('figure:not(.post-featured-image)')?.querySelector('figcaption');
  const named =
    element.ariaLabel ??
    caption?.textContent ??
    (element.closest('article') ?? document).querySelector('h1')?.textContent;
  return named?.trim() ?? '';
}
