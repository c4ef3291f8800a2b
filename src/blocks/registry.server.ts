import type { ComponentType } from 'react';
import type { RenderedBlock, ViewProps } from './block.ts';
import type { CoreBlock } from './core/core-block.ts';
import type { BlockLoader } from './load-context.ts';

/** A block with all that the server needs of it. */
export interface RegisteredBlock {
  readonly definition: RenderedBlock;
  readonly load: BlockLoader<unknown, unknown> | undefined;
  /** Undefined: what its loader gives is its HTML. */
  readonly View: ComponentType<ViewProps<unknown, unknown>> | undefined;
  /** Its style sheet, minified; empty when it has none. */
  readonly css: string;
}

/** A block as `td_ajax_block` names it. */
export interface WireBlock {
  readonly block: RegisteredBlock;
  /** Settings that the name stands for. */
  readonly preset: Readonly<Record<string, unknown>>;
}

const definitions = import.meta.glob<{ block: RenderedBlock }>('./*/block.ts', { eager: true });
const views = import.meta.glob<{ View: NonNullable<RegisteredBlock['View']> }>('./*/view.tsx', {
  eager: true,
});
const loaders = import.meta.glob<{ load: BlockLoader<unknown, unknown> }>('./*/loader.server.ts', {
  eager: true,
});
const styles = import.meta.glob<string>('./*/styles.css', {
  eager: true,
  query: '?inline',
  import: 'default',
});

const coreBlocks = import.meta.glob<{ block: CoreBlock }>('./core/*.server.tsx', { eager: true });
const coreStyles = import.meta.glob<string>('./core/*.css', {
  eager: true,
  query: '?inline',
  import: 'default',
});

const blocks = new Map<string, RegisteredBlock>();
const wireNames = new Map<string, WireBlock>();
for (const [file, { block: definition }] of Object.entries(definitions)) {
  const folder = file.slice(0, -'/block.ts'.length);
  const View = views[`${folder}/view.tsx`]?.View;
  if (!View)
    throw new Error(`The block folder src/blocks/${folder.slice(2)} has no view.tsx that exports View.`);
  const registered = {
    definition,
    load: loaders[`${folder}/loader.server.ts`]?.load,
    View,
    css: styles[`${folder}/styles.css`] ?? '',
  };
  if (blocks.has(definition.name)) throw new Error(`Two block folders declare ${definition.name}.`);
  blocks.set(definition.name, registered);
  for (const [wireName, preset] of Object.entries(definition.wireNames ?? {})) {
    if (wireNames.has(wireName)) throw new Error(`Two blocks answer to ${wireName}.`);
    wireNames.set(wireName, { block: registered, preset });
  }
}

for (const [
  file,
  {
    block: { load, View, ...definition },
  },
] of Object.entries(coreBlocks)) {
  blocks.set(definition.name, {
    definition,
    load,
    View,
    css: coreStyles[file.replace('.server.tsx', '.css')] ?? '',
  });
}

/** The block of this name, or undefined for one that we don't know. */
export function findBlock(name: string): RegisteredBlock | undefined {
  return blocks.get(name);
}

/** Whether the server renders a block with these attributes; all others are HTML as it was saved. */
export function isRendered(name: string, attributes: Readonly<Record<string, unknown>>): boolean {
  const definition = blocks.get(name)?.definition;
  return definition !== undefined && (definition.isDynamic?.(attributes) ?? true);
}

/** Names of the blocks that the server renders whatever their attributes are, and of those of which that depends on them. */
export const renderedBlocks = (() => {
  const [sometimes, rendered] = [new Set<string>(), new Set<string>()];
  for (const [name, { definition }] of blocks) (definition.isDynamic ? sometimes : rendered).add(name);
  return { sometimes, rendered };
})();

/** Names of the styles that these blocks bring whatever their settings are: a page that has a block has them. */
export function stylesAlwaysOf(names: Iterable<string>): ReadonlySet<string> {
  return new Set(
    [...names].flatMap((name) => {
      const stylesOf = findBlock(name)?.definition.stylesOf;
      return typeof stylesOf === 'object' ? stylesOf : [];
    }),
  );
}

/** Names of all blocks. */
export const blockNames: readonly string[] = [...blocks.keys()];

/** Every `block_type` that `td_ajax_block` knows. */
export const blockTypes: readonly string[] = [...wireNames.keys()];

/** The block that answers to a `block_type` of `td_ajax_block`. */
export function findBlockByWireName(name: string): WireBlock | undefined {
  return wireNames.get(name);
}
