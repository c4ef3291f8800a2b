/** Shared with the newsroom, so it imports no server code. */

/** Places of the lead package. */
export const maxLeadPins = 7;
/** Pins of one band. */
export const maxBandPins = 8;
/** Characters of a pin's headline. */
export const maxHeadlineLength = 200;
/** Characters of the breaking line. */
export const maxBreakingLength = 160;

/** A part of the front page: the lead package, or the band of a category. */
export type FrontArea = 'lead' | `category:${number}`;

export const bandOf = (categoryId: number): FrontArea => `category:${categoryId}`;

/** The category of a band; undefined for the lead. */
export function categoryOfArea(area: FrontArea): number | undefined {
  return area === 'lead' ? undefined : Number(area.slice(area.indexOf(':') + 1));
}

/** Pins that an area holds. */
export const maxPinsOf = (area: string): number => (area === 'lead' ? maxLeadPins : maxBandPins);

export function isFrontArea(text: string): text is FrontArea {
  return text === 'lead' || /^category:[1-9]\d{0,14}$/.test(text);
}

/** A post that is pinned to an area. Headline and picture apply to its cards on the front page only. */
export interface Pin {
  readonly postId: number;
  readonly area: FrontArea;
  /** Milliseconds; 0: never. */
  readonly endsAt: number;
  /** Plain text; empty: the post's title. */
  readonly headline: string;
  /** 0: the featured image. */
  readonly mediaId: number;
}

/** The line above the front page's content. */
export interface Breaking {
  readonly text: string;
  /** Path on this site or URL; empty: no link. */
  readonly url: string;
  /** Milliseconds; 0: never. */
  readonly endsAt: number;
}

/** Pins in their order, and the breaking line. */
export interface Arrangement {
  readonly pins: readonly Pin[];
  readonly breaking: Breaking | null;
}

export interface Front extends Arrangement {
  /** Incremented by each change; 0: never arranged. */
  readonly revision: number;
}

const lasts = ({ endsAt }: { readonly endsAt: number }, now: number) => endsAt === 0 || endsAt > now;

/** The arrangement without pins and a breaking line that have ended. */
export function activeAt<Some extends Arrangement>(front: Some, now: number): Some {
  return {
    ...front,
    pins: front.pins.filter((pin) => lasts(pin, now)),
    breaking: front.breaking && lasts(front.breaking, now) ? front.breaking : null,
  };
}

/** When the next pin or the breaking line ends, in milliseconds; Infinity: never. */
export function nextEnd({ pins, breaking }: Arrangement, now: number): number {
  const ends = [...pins, ...(breaking ? [breaking] : [])].map(({ endsAt }) => endsAt);
  return Math.min(Infinity, ...ends.filter((end) => end > now));
}

export function pinnedTo({ pins }: Arrangement, area: FrontArea): number[] {
  return pins.filter((pin) => pin.area === area).map(({ postId }) => postId);
}
