import { createContext, useContext } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ActScope, configId } from './acting.ts';
import type { Wake } from './page-config.ts';

/** Returns a unique prefix for each island of a request; blocks rendered repeatedly (loop items) share their id. */
export type IslandPrefixes = (blockId: string) => string;

export function islandPrefixes(): IslandPrefixes {
  const counts = new Map<string, number>();
  return (blockId) => {
    const count = counts.get(blockId) ?? 0;
    counts.set(blockId, count + 1);
    return `${blockId}-${count}-`;
  };
}

/** One counter for all `renderToString` calls of a request. Without it, block ids alone distinguish the islands. */
export const IslandScope = createContext<IslandPrefixes>((blockId) => `${blockId}-`);

interface IslandOptions<Props> {
  /** Folder of the block that has the island.tsx. */
  readonly name: string;
  readonly wake: Wake;
  readonly id: string;
  readonly component: ComponentType<Props>;
  /** JSON-safe: sent to the browser in the page's head. */
  readonly props: Props;
}

/** Renders a component for hydration, in its own `renderToString` so that React's ids match in the browser. Its props go into the page's head. */
export function Island<Props extends object>({
  name,
  wake,
  id,
  component: Component,
  props,
}: IslandOptions<Props>): ReactNode {
  const prefix = useContext(IslandScope)(id);
  const note = useContext(ActScope);
  note({ name, config: props });
  const html = renderToString(
    <ActScope value={note}>
      <Component {...props} />
    </ActScope>,
    { identifierPrefix: prefix },
  );
  return (
    <div
      data-island={name}
      data-wake={wake}
      data-prefix={prefix}
      data-config={configId(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
