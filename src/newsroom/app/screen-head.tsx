import { useEffect } from 'react';
import type { ReactNode, Ref } from 'react';
import { boot } from './boot.ts';

/** Names the window, as tabs, history and screen readers call it. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${boot.site.name}`;
  }, [title]);
}

/** The title of a screen, in the page and in the window; what can be done with all of it stands beside. `heading` takes the focus from code. */
export function ScreenHead({
  title,
  heading,
  children,
}: {
  readonly title: string;
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly children?: ReactNode;
}) {
  useWindowTitle(title);
  return (
    <div className="head">
      <h1 ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/** The shape of what is coming; seen only where that takes a moment (admin.css waits 200 ms). */
export function Skeleton({ rows = 8 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      <i />
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  );
}
