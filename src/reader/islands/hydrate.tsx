import { useEffect } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageConfig, Start } from './page-config.ts';

export interface IslandProps {
  readonly page?: PageConfig;
  /** Time of the first touch or click before the island hydrated, on the clock of `performance.now()`. */
  readonly touchedAt?: number;
}

function Mounted({ done, children }: { readonly done: () => void; readonly children: ReactNode }): ReactNode {
  useEffect(done, [done]);
  return children;
}

/**
 * Returns an island's `start`: hydrates the server's HTML and resolves once mounted, so that an early click can be
 * replayed; the island then has `data-awake`.
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
