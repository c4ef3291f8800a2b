import { useEffect, useRef, useState } from 'react';
import { useBar } from '../bar.ts';

const atOnce = 2;
let loading = 0;
const waiting: (() => void)[] = [];

/** `started` resolves when a frame may start loading; `done` frees its slot. */
function turn(): { readonly started: Promise<void>; done(): void } {
  let hasTurn = false;
  let isOver = false;
  let begin = () => {};
  const started = new Promise<void>((resolve) => {
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
    started,
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

const maxAttempts = 3;
/** Milliseconds before a retry, which queues after waiting frames. */
const pauseMs = 2000;

/** Whether a failed page may load later: the server was busy or unreachable. 404 and the like are final. */
function isPassing(shown: Window | null): boolean {
  const [loaded] = shown?.performance.getEntriesByType('navigation') ?? [];
  const status = (loaded as PerformanceNavigationTiming | undefined)?.responseStatus ?? 0;
  return status === 0 || status === 429 || status >= 500;
}

/** The start of the page, the same on a phone, or a strip as high as a header. */
export type FrameShape = 'page' | 'phone' | 'part';

const sizes: Readonly<Record<FrameShape, { readonly width: number; readonly height: number }>> = {
  page: { width: 1280, height: 1120 },
  phone: { width: 375, height: 812 },
  part: { width: 1280, height: 560 },
};

interface TemplateFrameProps {
  readonly name: string;
  /** URL of the preview page; undefined: no page of its kind. */
  readonly address: string | undefined;
  readonly shape: FrameShape;
  readonly isAtEnd: boolean;
}

/** A small inert preview of a page with a template. Loads when visible, a few at a time. */
export function TemplateFrame({ name, address, shape, isAtEnd }: TemplateFrameProps) {
  const { say } = useBar();
  const place = useRef<HTMLDivElement>(null);
  const currentTurn = useRef<ReturnType<typeof turn>>(undefined);
  const [state, setState] = useState<'away' | 'coming' | 'there' | 'failed'>('away');
  /** Number of attempts; 0 until first visible. */
  const [attempts, setAttempts] = useState(0);
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
        setAttempts(1);
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
    if (attempts === 0) return undefined;
    let own: ReturnType<typeof turn> | undefined;
    const begin = () => {
      own = turn();
      currentTurn.current = own;
      void own.started.then(() => setState('coming'));
    };
    const timer = window.setTimeout(begin, attempts === 1 ? 0 : pauseMs);
    return () => {
      window.clearTimeout(timer);
      own?.done();
    };
  }, [attempts]);
  const done = ({ contentDocument, contentWindow }: HTMLIFrameElement) => {
    currentTurn.current?.done();
    // An error page lacks the marker of a preview page.
    const isPreview = Boolean(contentDocument?.querySelector('body[inert]'));
    if (!isPreview && attempts < maxAttempts && (contentDocument === null || isPassing(contentWindow))) {
      setState('away');
      setAttempts(attempts + 1);
      return;
    }
    setState(isPreview ? 'there' : 'failed');
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
