import type { ReactNode } from 'react';
import { z } from 'zod';
import type { BlockName, RenderedBlock, ViewProps } from '../block.ts';
import type { LoadContext } from '../load-context.ts';
import { supportAttributes } from './block-supports.ts';

/**
 * A WordPress block that the server renders: one file each, with WordPress' name. Has no editor strings, since editors
 * use WordPress' own form, and is never rendered in browsers.
 */
export interface CoreBlock<Settings = unknown, Data = unknown> extends RenderedBlock<Settings> {
  readonly load?: (settings: Settings, context: LoadContext) => Promise<Data | undefined>;
  /** Undefined: `load` returns HTML that it got from `renderInner`. */
  readonly View?: (props: ViewProps<Settings, Data>) => ReactNode;
}

export type CoreSettings<Shape extends z.ZodRawShape> = z.output<
  z.ZodObject<Shape & typeof supportAttributes>
>;

type Input<Shape extends z.ZodRawShape, Data> = Pick<CoreBlock, 'container' | 'isDynamic'> &
  Pick<RenderedBlock<CoreSettings<Shape>>, 'stylesOf' | 'showsPosts'> & {
    readonly name: BlockName;
    /** Own attributes, each by a function of `attributes.ts`, so that any markup yields a value. */
    readonly attributes: Shape;
    readonly load?: (settings: CoreSettings<Shape>, context: LoadContext) => Promise<Data | undefined>;
    readonly View?: (props: ViewProps<CoreSettings<Shape>, Data>) => ReactNode;
  };

export function defineCoreBlock<Shape extends z.ZodRawShape, Data = undefined>({
  attributes,
  ...block
}: Input<Shape, Data>): CoreBlock {
  // The registry passes each block its own settings and data.
  return {
    ...block,
    settings: z.object({ ...supportAttributes, ...attributes }),
    version: 1,
  } as unknown as CoreBlock;
}
