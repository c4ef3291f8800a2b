import { useEffect } from 'react';
import type { ReactNode, Ref } from 'react';
import { boot } from './boot.ts';
import { say } from '../words.ts';

export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${boot.site.name}`;
  }, [title]);
}

/** Title of a screen and its window, with the screen's actions. `heading` lets code focus it. */
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

/** In place of a screen that the user's capabilities don't allow; `children` name the missing one. */
export function AccessDenied({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <ScreenHead title={say('Access denied')} />
      <p>{children}</p>
    </>
  );
}

/** Loading placeholder, visible after a delay (admin.css waits 200 ms). */
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
