import { useEffect } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageConfig, Start } from './page-config.ts';

/** What an island's component gets besides its own props; `page` is undefined on the server. */
export interface IslandProps {
  readonly page?: PageConfig;
  /** When the reader first touched it, or clicked in it, before it woke: on the clock of `performance.now()`. */
  readonly touchedAt?: number;
}

function Mounted({ done, children }: { readonly done: () => void; readonly children: ReactNode }): ReactNode {
  useEffect(done, [done]);
  return children;
}

/**
 * Makes the `start` that an island.tsx exports: hydrates the server's HTML with the props that the page has for it, and
 * resolves when the component is mounted, so that a click that came too early can be replayed; then the island has `data-awake`.
 */
export function hydrateIsland<Props extends object>(Component: ComponentType<Props & IslandProps>): Start {
  return (root, touched, page) => {
    const { props, touchedAt } = touched as { readonly props?: Props; readonly touchedAt?: number };
    if (!props) throw new Error(`The page has no props for the island "${root.dataset.island}".`);
    return new Promise((resolve) => {
      const done = () => {
        root.dataset.awake = '';
        resolve();
      };
      hydrateRoot(
        root,
        <Mounted done={done}>
          <Component {...props} page={page} {...(touchedAt !== undefined && { touchedAt })} />
        </Mounted>,
        { identifierPrefix: root.dataset.prefix ?? '' },
      );
    });
  };
}
