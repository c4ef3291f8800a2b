import { createContext, useContext } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ActScope, configId } from './acting.ts';
import type { Wake } from './page-config.ts';

/** Gives each island of one request its own prefix; blocks rendered more than once on a page (loop items) share their id. */
export type IslandPrefixes = (blockId: string) => string;

/** Makes the counter of one request. */
export function islandPrefixes(): IslandPrefixes {
  const counts = new Map<string, number>();
  return (blockId) => {
    const count = counts.get(blockId) ?? 0;
    counts.set(blockId, count + 1);
    return `${blockId}-${count}-`;
  };
}

/**
 * Wrap what one request renders in `<IslandScope value={prefixes}>`, one counter for all its renderToString calls. Without it, block ids alone keep the islands
 * apart.
 */
export const IslandScope = createContext<IslandPrefixes>((blockId) => `${blockId}-`);

interface IslandOptions<Props> {
  /** The block's folder, which has the island.tsx. */
  readonly name: string;
  readonly wake: Wake;
  /** The block's id on this page (`blockId` of the view). */
  readonly id: string;
  readonly component: ComponentType<Props>;
  /** JSON-safe: they travel to the browser, in the page's head. */
  readonly props: Props;
}

/**
 * Renders a component that the browser will hydrate: its HTML from a renderToString of its own, so that the ids that React
 * makes are the same there. Its props go into the head of the page.
 */
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
