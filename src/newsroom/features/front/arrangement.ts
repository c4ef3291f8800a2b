import { maxPinsOf } from '../../../modules/front/model.ts';
import type { Arrangement, FrontArea, FrontPost, Pin } from './front-data.ts';

export const pinsOf = (pins: readonly Pin[], area: string): readonly Pin[] =>
  pins.filter((pin) => pin.area === area);

/** Pins or moves a post to a place among the area's pins, counted from 0. Undefined when the area is full. */
export function placePin(
  pins: readonly Pin[],
  postId: number,
  area: string,
  place = maxPinsOf(area),
): readonly Pin[] | undefined {
  const before = pins.find((pin) => pin.post_id === postId);
  const others = pins.filter((pin) => pin !== before);
  const inArea = pinsOf(others, area);
  if (inArea.length >= maxPinsOf(area)) return undefined;
  const pin: Pin = { post_id: postId, ends_at: null, headline: '', picture: 0, ...before, area };
  const [follower] = inArea.slice(Math.max(0, place));
  const last = inArea.at(-1);
  const at = follower ? others.indexOf(follower) : last ? others.indexOf(last) + 1 : others.length;
  return others.toSpliced(at, 0, pin);
}

/** Pins or moves a post to the first place of the lead package. If that is full, the pin of the post `left` makes room. */
export function pinLead(
  pins: readonly Pin[],
  postId: number,
): { readonly pins: readonly Pin[]; readonly left: number | undefined } {
  const others = pinsOf(pins, 'lead').filter((pin) => pin.post_id !== postId);
  const left = others.length < maxPinsOf('lead') ? undefined : others.at(-1)?.post_id;
  const kept = left === undefined ? pins : unpin(pins, left);
  return { pins: placePin(kept, postId, 'lead', 0) ?? pins, left };
}

export const unpin = (pins: readonly Pin[], postId: number): readonly Pin[] =>
  pins.filter((pin) => pin.post_id !== postId);

/** Moves a pinned post one place up (−1) or down (1) in its area. Undefined when it can't move further. */
export function stepPin(pins: readonly Pin[], postId: number, by: -1 | 1): readonly Pin[] | undefined {
  const pin = pins.find((one) => one.post_id === postId);
  if (!pin) return undefined;
  const inArea = pinsOf(pins, pin.area);
  const to = inArea.indexOf(pin) + by;
  return to < 0 || to >= inArea.length ? undefined : placePin(pins, postId, pin.area, to);
}

export const isOver = ({ ends_at: endsAt }: Pick<Pin, 'ends_at'>, now = Date.now()): boolean =>
  endsAt !== null && Date.parse(endsAt) <= now;

export interface Place {
  readonly post: FrontPost;
  /** Undefined for a story that fills the area by itself. */
  readonly pin: Pin | undefined;
}

export interface ShownArea {
  readonly area: string;
  readonly title: string;
  readonly places: readonly Place[];
  /** Places that the newest stories will fill, which are not known here. */
  readonly open: number;
  /** Whether the front page lacks it, as with a band whose category has few stories. */
  readonly isAbsent: boolean;
}

/** Areas of pins that a front page lacks, such as bands that were pinned to before. */
export function absentAreas(areas: readonly { readonly area: string }[], pins: readonly Pin[]): string[] {
  const known = new Set(areas.map(({ area }) => area));
  return [...new Set(pins.map(({ area }) => area))].filter((area) => !known.has(area));
}

/**
 * The areas as an unpublished arrangement will show them, from the published ones and those that only its pins name,
 * without titles. Pinned stories come first; the others keep their order and fill the places left, unpinned ones by date.
 */
export function arrangeAreas(
  areas: readonly FrontArea[],
  pins: readonly Pin[],
  posts: ReadonlyMap<number, FrontPost>,
): readonly ShownArea[] {
  const pinned = new Set(pins.map((pin) => pin.post_id));
  const absent = absentAreas(areas, pins).map((area) => ({ area, title: '', places: 0, posts: [] }));
  return [...areas, ...absent].map(({ area, title, places, posts: published }) => {
    const own = pinsOf(pins, area).flatMap((pin): readonly Place[] => {
      const post = posts.get(pin.post_id);
      return post ? [{ post, pin }] : [];
    });
    const shown = own.filter(({ post, pin }) => post.is_shown && pin && !isOver(pin)).length;
    const fill = published
      .filter(({ id, is_pinned: isPinned }) => !isPinned && !pinned.has(id))
      .map((post): Place => ({ post, pin: undefined }));
    for (const post of published) {
      if (!post.is_pinned || pinned.has(post.id) || !post.is_shown) continue;
      const older = fill.findIndex((one) => Date.parse(one.post.date) < Date.parse(post.date));
      fill.splice(older < 0 ? fill.length : older, 0, { post, pin: undefined });
    }
    const room = Math.max(0, places - shown);
    return {
      area,
      title,
      isAbsent: places === 0,
      places: [...own, ...fill.slice(0, room)],
      open: published.length < places ? 0 : Math.max(0, room - fill.length),
    };
  });
}

const fieldsOf = ({ area, ends_at, headline, picture }: Pin): string =>
  JSON.stringify([area, ends_at, headline, picture]);

/** Posts that are pinned in only one of two arrangements, or with another area, end, headline or picture. */
export function changedPosts(from: readonly Pin[], to: readonly Pin[]): ReadonlySet<number> {
  const fieldsById = (pins: readonly Pin[]) => new Map(pins.map((pin) => [pin.post_id, fieldsOf(pin)]));
  const [before, after] = [fieldsById(from), fieldsById(to)];
  return new Set([...before.keys(), ...after.keys()].filter((id) => before.get(id) !== after.get(id)));
}

const contentOf = ({ pins, breaking }: Arrangement): string =>
  JSON.stringify([
    breaking && [breaking.text, breaking.url, breaking.ends_at],
    [...Map.groupBy(pins, ({ area }) => area)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, inArea]) => inArea.map((pin) => [pin.post_id, fieldsOf(pin)])),
  ]);

export const isSameArrangement = (a: Arrangement, b: Arrangement): boolean => contentOf(a) === contentOf(b);
