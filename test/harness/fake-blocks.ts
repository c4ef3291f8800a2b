import { createElement } from 'react';
import type { ComponentType } from 'react';
import { z } from 'zod';
import type { BlockDefinition, ViewProps } from '../../src/blocks/block.ts';
import type { LoadContext } from '../../src/blocks/load-context.ts';
import type { RegisteredBlock } from '../../src/blocks/registry.server.ts';

/**
 * Blocks that exist only in a test, which adds them to the registry: `vi.mock('../blocks/registry.server.ts', async
 * (original) => withFakeBlocks(await original()))`.
 */
const fakes = new Map<string, RegisteredBlock>();

interface FakeBlock {
  readonly settings?: z.ZodType;
  readonly container?: BlockDefinition['container'];
  readonly showsPosts?: boolean;
  readonly version?: number;
  readonly migrate?: BlockDefinition['migrate'];
  readonly css?: string;
  readonly load?: (settings: never, context: LoadContext) => Promise<unknown>;
  /** Default: an element with the block's id that contains its data as HTML, and its inner blocks if it is a container. */
  readonly view?: (props: ViewProps<never, never>) => unknown;
}

function ShowData({ data, blockId, children }: ViewProps<unknown, unknown>) {
  if (children !== undefined) return createElement('section', { id: blockId }, children);
  return createElement('div', {
    id: blockId,
    dangerouslySetInnerHTML: {
      __html: data === undefined ? '' : typeof data === 'string' ? data : JSON.stringify(data),
    },
  });
}

/** Declares a block named `test/…`; replaces an earlier one of the same name. */
export function fakeBlock(
  name: `test/${string}`,
  {
    settings = z.looseObject({}),
    container = false,
    version = 1,
    migrate,
    showsPosts = false,
    css = '',
    load,
    view,
  }: FakeBlock = {},
): void {
  fakes.set(name, {
    definition: {
      name,
      settings,
      version,
      container,
      showsPosts,
      ...(migrate ? { migrate } : {}),
    },
    load: load as RegisteredBlock['load'],
    View:
      container === 'loader' ? undefined : ((view ?? ShowData) as ComponentType<ViewProps<unknown, unknown>>),
    css,
  });
}

export function withFakeBlocks<
  Registry extends Pick<typeof import('../../src/blocks/registry.server.ts'), 'findBlock' | 'isRendered'>,
>(registry: Registry): Registry {
  return {
    ...registry,
    findBlock: (name: string) => fakes.get(name) ?? registry.findBlock(name),
    isRendered: (name: string, attributes: Readonly<Record<string, unknown>>) =>
      fakes.has(name) || registry.isRendered(name, attributes),
  };
}
