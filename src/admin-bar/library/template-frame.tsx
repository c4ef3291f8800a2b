import { useEffect, useRef, useState } from 'react';
import { useBar } from '../bar.ts';

/** Frames that load at the same time, at most. */
const atOnce = 2;
let loading = 0;
const waiting: (() => void)[] = [];

/** Resolves when a frame may begin; `done` lets the next one begin. */
function turn(): { readonly mine: Promise<void>; done(): void } {
  let hasTurn = false;
  let isOver = false;
  let begin = () => {};
  const mine = new Promise<void>((resolve) => {
    begin = () => {
      if (isOver) return next();
      hasTurn = true;
      loading++;
      resolve();
    };
  });
  if (loading < atOnce) begin();
  else waiting.push(begin);
  return {
    mine,
    done: () => {
      if (isOver) return;
      isOver = true;
      if (!hasTurn) return;
      loading--;
      next();
    },
  };
}

function next(): void {
  if (loading < atOnce) waiting.shift()?.();
}

/** How often a page is asked for, at most, where its server has too much to do. */
const asksAtMost = 3;
/** Milliseconds before it is asked for again, behind those that wait by then. */
const pauseMs = 2000;

/** Whether a page that did not come may come later, from a server that was busy or gone. 404 and the like stay what they are. */
function isPassing(shown: Window | null): boolean {
  const [loaded] = shown?.performance.getEntriesByType('navigation') ?? [];
  const status = (loaded as PerformanceNavigationTiming | undefined)?.responseStatus ?? 0;
  return status === 0 || status === 429 || status >= 500;
}

/** How much of a page is shown: its beginning, that on a phone, or a band as high as a header. */
export type FrameShape = 'page' | 'phone' | 'part';

const sizes: Readonly<Record<FrameShape, { readonly width: number; readonly height: number }>> = {
  page: { width: 1280, height: 1120 },
  phone: { width: 375, height: 812 },
  part: { width: 1280, height: 560 },
};

interface TemplateFrameProps {
  /** Of the template, for who can't see it. */
  readonly name: string;
  /** Of a page with it, as a picture of itself; undefined: there is none of its kind. */
  readonly address: string | undefined;
  readonly shape: FrameShape;
  /** The end of the page is shown, not its beginning. */
  readonly isAtEnd: boolean;
}

/** A page of this site with a template, small and inert. It comes once it is seen, a few at a time. */
export function TemplateFrame({ name, address, shape, isAtEnd }: TemplateFrameProps) {
  const { say } = useBar();
  const place = useRef<HTMLDivElement>(null);
  const mine = useRef<ReturnType<typeof turn>>(undefined);
  const [state, setState] = useState<'away' | 'coming' | 'there' | 'failed'>('away');
  /** How often it has been asked for; nobody asks for what was never seen. */
  const [asked, setAsked] = useState(0);
  const [scale, setScale] = useState(0);
  const { width, height } = sizes[shape];
  useEffect(() => {
    const element = place.current;
    if (!element || address === undefined) return undefined;
    const size = new ResizeObserver(() => setScale(element.clientWidth / width));
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        sight.disconnect();
        setAsked(1);
      },
      { rootMargin: '200px' },
    );
    size.observe(element);
    sight.observe(element);
    return () => {
      size.disconnect();
      sight.disconnect();
    };
  }, [address, width]);
  useEffect(() => {
    if (asked === 0) return undefined;
    let own: ReturnType<typeof turn> | undefined;
    const begin = () => {
      own = turn();
      mine.current = own;
      void own.mine.then(() => setState('coming'));
    };
    const timer = window.setTimeout(begin, asked === 1 ? 0 : pauseMs);
    return () => {
      window.clearTimeout(timer);
      own?.done();
    };
  }, [asked]);
  const done = ({ contentDocument, contentWindow }: HTMLIFrameElement) => {
    mine.current?.done();
    // A page that could not be made is another page, and has no still picture of it.
    const isThere = Boolean(contentDocument?.querySelector('body[inert]'));
    if (!isThere && asked < asksAtMost && (contentDocument === null || isPassing(contentWindow))) {
      setState('away');
      setAsked(asked + 1);
      return;
    }
    setState(isThere ? 'there' : 'failed');
    if (isAtEnd && contentDocument) contentWindow?.scrollTo(0, contentDocument.documentElement.scrollHeight);
  };
  const words =
    address === undefined ? say('library_no_sample') : state === 'failed' ? say('library_no_frame') : '';
  return (
    <div ref={place} className={`library-frame is-${state}`} style={{ aspectRatio: `${width}/${height}` }}>
      {words !== '' && <p>{words}</p>}
      {(state === 'coming' || state === 'there') && address !== undefined && (
        <iframe
          src={address}
          title={name}
          inert
          sandbox="allow-same-origin"
          tabIndex={-1}
          width={width}
          height={height}
          style={{ transform: `scale(${scale})` }}
          onLoad={(event) => done(event.currentTarget)}
        />
      )}
    </div>
  );
}
