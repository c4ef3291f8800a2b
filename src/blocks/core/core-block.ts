import type { ReactNode } from 'react';
import { z } from 'zod';
import type { BlockName, RenderedBlock, ViewProps } from '../block.ts';
import type { LoadContext } from '../load-context.ts';
import { supportAttributes } from './block-supports.ts';

/**
 * A block of WordPress that the server renders: one file, named as WordPress names it. Editors have WordPress' own form for it, so that it says nothing to
 * them, and browsers never draw it.
 */
export interface CoreBlock<Settings = unknown, Data = unknown> extends RenderedBlock<Settings> {
  /** What the view shows; undefined where that is nothing. */
  readonly load?: (settings: Settings, context: LoadContext) => Promise<Data | undefined>;
  /** Undefined: what `load` gives is HTML, made of what `renderInner` gave. */
  readonly View?: (props: ViewProps<Settings, Data>) => ReactNode;
}

/** The settings of a core block: its own attributes, and those by which every block is styled. */
export type CoreSettings<Shape extends z.ZodRawShape> = z.output<
  z.ZodObject<Shape & typeof supportAttributes>
>;

type Input<Shape extends z.ZodRawShape, Data> = Pick<CoreBlock, 'container' | 'isDynamic'> &
  Pick<RenderedBlock<CoreSettings<Shape>>, 'stylesOf' | 'showsPosts'> & {
    readonly name: BlockName;
    /** Its own attributes, each made by a function of `attributes.ts`: whatever markup holds, they have a value. */
    readonly attributes: Shape;
    readonly load?: (settings: CoreSettings<Shape>, context: LoadContext) => Promise<Data | undefined>;
    readonly View?: (props: ViewProps<CoreSettings<Shape>, Data>) => ReactNode;
  };

/** Declares a block of WordPress; the types of settings and data follow. */
export function defineCoreBlock<Shape extends z.ZodRawShape, Data = undefined>({
  attributes,
  ...block
}: Input<Shape, Data>): CoreBlock {
  // The registry hands each block its own settings and data.
  return {
    ...block,
    settings: z.object({ ...supportAttributes, ...attributes }),
    version: 1,
  } as unknown as CoreBlock;
}
