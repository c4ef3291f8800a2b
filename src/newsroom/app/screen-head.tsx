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
