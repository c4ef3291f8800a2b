import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { keyOf, useKeys } from '../../app/keys.ts';
import type { FrontPresence } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { say } from '../../words.ts';
import { pinLead, placePin, pinsOf, stepPin, unpin } from './arrangement.ts';
import type { AreaName } from './front-areas.tsx';
import { frontKey, frontPath, missingPost, publishedFront, storiesOf } from './front-data.ts';
import type { FrontPost, Other, Pin } from './front-data.ts';
import type { FrontEditing } from './use-front-draft.ts';

/** The server lists editors whose desk called within 30 seconds. */
const presenceMs = 10_000;

/** Tells the server that the desk is open, and returns who else has it open. Reads the front when it was changed. */
export function usePresence({ base, isBusy }: FrontEditing): readonly Other[] {
  const { refetch } = useQuery({ ...publishedFront, enabled: false });
  const { data } = useQuery({
    queryKey: [...frontKey, 'presence'],
    staleTime: 0,
    gcTime: 0,
    refetchInterval: presenceMs,
    refetchIntervalInBackground: true,
    queryFn: async ({ signal }) => {
      const { body } = await rest<FrontPresence>(`${frontPath}/presence`, { method: 'POST', signal });
      if (body.revision !== base.revision && !isBusy) void refetch();
      return body;
    },
  });
  return data?.others ?? base.others;
}

/** Facts of all stories that are shown, pinned, or were while the desk is open. */
export function usePosts(
  { base, draft, past, future, collision }: FrontEditing,
  seen: ReadonlyMap<number, FrontPost>,
): ReadonlyMap<number, FrontPost> {
  const known = useMemo(() => {
    const all = new Map(seen);
    for (const post of [base, ...(collision ? [collision.theirs] : [])].flatMap(({ areas }) =>
      areas.flatMap(({ posts }) => posts),
    ))
      all.set(post.id, post);
    return all;
  }, [base, collision, seen]);
  const pinned = [draft, ...past, ...future].flatMap(({ pins }) => pins.map(({ post_id: id }) => id));
  const unknown = [...new Set(pinned)].filter((id) => !known.has(id)).toSorted((a, b) => a - b);
  const { data: further } = useQuery({ ...storiesOf(unknown), enabled: unknown.length > 0 });
  if (!further) return known;
  const posts = new Map([...known, ...further.map((post) => [post.id, post] as const)]);
  for (const id of unknown) if (!posts.has(id)) posts.set(id, missingPost(id));
  return posts;
}

/** Ctrl+Z and Ctrl+Shift+Z for unpublished changes, outside fields and dialogs. */
export function useUndoKeys({ undo, redo, past, future }: FrontEditing): void {
  useKeys((event) => {
    const { target } = event;
    const isInField = target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented || isInField) return;
    if (document.querySelector('.components-modal__screen-overlay')) return;
    const key = keyOf(event).toLowerCase();
    const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey);
    if (isRedo ? future.length === 0 : key !== 'z' || past.length === 0) return;
    event.preventDefault();
    (isRedo ? redo : undo)();
  });
}

interface PinActions {
  readonly onPin: (post: FrontPost, area: string, place?: number) => void;
  /** Makes a post the lead of the front page. */
  readonly onLead: (post: FrontPost) => void;
  readonly onStep: (post: FrontPost, area: string, by: -1 | 1) => void;
  readonly onUnpin: (post: FrontPost) => void;
  /** Pins a post with changed facts. */
  readonly onSave: (post: FrontPost, pin: Pin) => void;
  /** The last change, for screen readers; numbered, because repeated texts are announced only as new elements. */
  readonly message: { readonly text: string; readonly count: number };
}

/** Changes of pins. Each is announced, and the focus stays on the card that it moves. */
export function usePinActions(
  { draft, edit, undo }: FrontEditing,
  areas: readonly AreaName[],
  posts: ReadonlyMap<number, FrontPost>,
  onSee: (post: FrontPost) => void,
): PinActions {
  const [message, setMessage] = useState({ text: '', count: 0 });
  const announce = (text: string) => setMessage(({ count }) => ({ text, count: count + 1 }));
  const focused = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const id = focused.current;
    if (id === undefined) return;
    focused.current = undefined;
    document.querySelector<HTMLElement>(`[data-post="${id}"] .desk-title`)?.focus();
  });
  const arrange = (post: FrontPost, pins: readonly Pin[] | undefined): boolean => {
    const pin = pins?.find(({ post_id: id }) => id === post.id);
    if (!pins || !pin) return false;
    onSee(post);
    edit((now) => ({ ...now, pins }));
    const inArea = pinsOf(pins, pin.area);
    const title = areas.find(({ area }) => area === pin.area)?.title ?? pin.area;
    announce(
      say('“%1$s”: place %2$d of %3$d in %4$s.', post.title, inArea.indexOf(pin) + 1, inArea.length, title),
    );
    return true;
  };
  const full = () => toast(say('All places are pinned. Unpin a post first.'));
  const pinTo = (post: FrontPost, area: string, place?: number): boolean => {
    const isPlaced = arrange(post, placePin(draft.pins, post.id, area, place));
    if (!isPlaced) full();
    return isPlaced;
  };
  return {
    message,
    onPin: (post, area, place) => void pinTo(post, area, place),
    onLead: (post) => {
      const { pins, left } = pinLead(draft.pins, post.id);
      arrange(post, pins);
      if (left !== undefined)
        toast(say('“%s” unpinned to make room.', posts.get(left)?.title ?? say('Deleted post')), { undo });
    },
    onStep: (post, area, by) => {
      const isPinned = draft.pins.some(({ post_id: id }) => id === post.id);
      const isPinning = !isPinned && by < 0;
      const isMoved = isPinning ? pinTo(post, area) : arrange(post, stepPin(draft.pins, post.id, by));
      if (isMoved) focused.current = post.id;
      else if (!isPinning) announce(say('It can’t be moved further in that direction.'));
    },
    onUnpin: (post) => {
      onSee(post);
      edit((now) => ({ ...now, pins: unpin(now.pins, post.id) }));
      announce(say('“%s” unpinned.', post.title));
    },
    onSave: (post, pin) => {
      const before = draft.pins.find(({ post_id: id }) => id === pin.post_id);
      const place = before?.area === pin.area ? pinsOf(draft.pins, pin.area).indexOf(before) : undefined;
      const placed = placePin(draft.pins, post.id, pin.area, place);
      if (
        !arrange(
          post,
          placed?.map((one) => (one.post_id === post.id ? pin : one)),
        )
      )
        full();
    },
  };
}
