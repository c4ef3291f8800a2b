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

const wide = { width: 1280, height: 1120 };
const narrow = { width: 375, height: 812 };

interface TemplateFrameProps {
  /** Of the template, for `template_preview`. */
  readonly name: string;
  /** Of a page that it is shown on; undefined: there is none of its kind. */
  readonly address: string | undefined;
  readonly isPhone: boolean;
}

/** A page of this site with a template, small and inert. It comes once it is seen, a few at a time. */
export function TemplateFrame({ name, address, isPhone }: TemplateFrameProps) {
  const { say } = useBar();
  const place = useRef<HTMLDivElement>(null);
  const mine = useRef<ReturnType<typeof turn>>(undefined);
  const [state, setState] = useState<'away' | 'coming' | 'there' | 'failed'>('away');
  const [scale, setScale] = useState(0);
  const size = isPhone ? narrow : wide;
  useEffect(() => {
    const element = place.current;
    if (!element || address === undefined) return undefined;
    const sizes = new ResizeObserver(() => setScale(element.clientWidth / size.width));
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      mine.current = turn();
      void mine.current.mine.then(() => setState('coming'));
    }, { rootMargin: '200px' });
    sizes.observe(element);
    sight.observe(element);
    return () => {
      sizes.disconnect();
      sight.disconnect();
      mine.current?.done();
    };
  }, [address, size.width]);
  const done = (frame: HTMLIFrameElement) => {
    mine.current?.done();
    // A page that could not be made is another page, and has no still picture of it.
    setState(frame.contentDocument?.querySelector('body[inert]') ? 'there' : 'failed');
  };
  const words = address === undefined ? say('library_no_sample') : state === 'failed' ? say('library_no_frame') : '';
  return (
    <div ref={place} className={`library-frame is-${state}`} style={{ aspectRatio: `${size.width}/${size.height}` }}>
      {words !== '' && <p>{words}</p>}
      {(state === 'coming' || state === 'there') && address !== undefined && (
        <iframe
          src={address} title={name} inert sandbox="allow-same-origin" tabIndex={-1} width={size.width} height={size.height}
          style={{ transform: `scale(${scale})` }} onLoad={(event) => done(event.currentTarget)}
        />
      )}
    </div>
  );
}
