import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { boot } from './boot.ts';

/** The title of a screen, in the page and in the window; what can be done with all of it stands beside. */
export function ScreenHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${boot.site.name}`;
  }, [title]);
  return <div className="head"><h1>{title}</h1>{children}</div>;
}
