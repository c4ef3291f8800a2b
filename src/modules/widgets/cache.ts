import type { Database } from '../../kernel/db/open-database.ts';
import type { Tag } from '../../kernel/db/invalidation.ts';
import { areaBlock, areasIn, expandAreas } from './area-markup.ts';
import { candidatesFor } from './model.ts';
import { listWidgetAreas } from './store.ts';

export interface ExpandedTemplate {
  readonly markup: string;
  /** Some of its blocks come from stored areas. */
  readonly isEdited: boolean;
  /** The areas that it shows, or would show if they had content. */
  readonly tags: readonly Tag[];
}

export interface WidgetAreas {
  /** A template's markup with the blocks of its areas. `type`: its template type. */
  expand(markup: string, type: string): Promise<ExpandedTemplate>;
  /** The same with unsaved content of an area, for one preview. */
  withContent(area: string, content: string): WidgetAreas;
}

/** Creates the cache of all stored areas, which `widget-area:…` emissions of any process invalidate. Runs no query without areas. */
export function createWidgetAreas(database: Pick<Database, 'read' | 'bus'>): WidgetAreas {
  let stored: Promise<ReadonlyMap<string, string>> | undefined;
  database.bus.listen((emissions) => {
    if (emissions.some(({ tag }) => tag.startsWith('widget-area:') || tag === '*')) stored = undefined;
  });
  const load = async () =>
    new Map(
      (await listWidgetAreas(database.read)).flatMap(({ area, content }) =>
        content === undefined ? [] : [[area, content] as const],
      ),
    );
  const current = async () => {
    const asked = (stored ??= load());
    try {
      return await asked;
    } catch (error) {
      if (stored === asked) stored = undefined;
      throw error;
    }
  };
  return {
    expand: async (markup, type) => {
      if (!markup.includes(areaBlock)) return { markup, isEdited: false, tags: [] };
      return expand(markup, type, await current());
    },
    withContent: (area, content) => withContent(current, area, content),
  };
}

type Contents = ReadonlyMap<string, string>;

function withContent(current: () => Promise<Contents>, area: string, content: string): WidgetAreas {
  const contents = async () => new Map([...(await current()), [area, content]]);
  return {
    expand: async (markup, type) => expand(markup, type, await contents()),
    withContent: (another, text) => withContent(contents, another, text),
  };
}

function expand(markup: string, type: string, contents: Contents): ExpandedTemplate {
  const placed = areasIn(markup);
  const namesOf = (area: string) => candidatesFor(area, type);
  const contentOf = (area: string) =>
    namesOf(area)
      .map((name) => contents.get(name))
      .find((content) => content !== undefined);
  return {
    markup: expandAreas(markup, contentOf),
    isEdited: placed.some(({ area }) => contentOf(area) !== undefined),
    tags: [
      ...new Set(placed.flatMap(({ area }) => namesOf(area).map((name) => `widget-area:${name}` as const))),
    ],
  };
}
