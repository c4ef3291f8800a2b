import type { ComponentType } from 'react';
import type { RenderedBlock, ViewProps } from './block.ts';
import type { CoreBlock } from './core/core-block.ts';
import type { BlockLoader } from './load-context.ts';

export interface RegisteredBlock {
  readonly definition: RenderedBlock;
  readonly load: BlockLoader<unknown, unknown> | undefined;
  /** Undefined: the loader returns HTML. */
  readonly View: ComponentType<ViewProps<unknown, unknown>> | undefined;
  /** Minified; may be empty. */
  readonly css: string;
}

export interface WireBlock {
  readonly block: RegisteredBlock;
  /** Settings that the name implies. */
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

/** Undefined for an unknown block. */
export function findBlock(name: string): RegisteredBlock | undefined {
  return blocks.get(name);
}

/** Whether the server renders a block with these attributes; otherwise its saved HTML is used. */
export function isRendered(name: string, attributes: Readonly<Record<string, unknown>>): boolean {
  const definition = blocks.get(name)?.definition;
  return definition !== undefined && (definition.isDynamic?.(attributes) ?? true);
}

/** Names of blocks that the server always renders, and of those for which it depends on the attributes. */
export const renderedBlocks = (() => {
  const [sometimes, rendered] = [new Set<string>(), new Set<string>()];
  for (const [name, { definition }] of blocks) (definition.isDynamic ? sometimes : rendered).add(name);
  return { sometimes, rendered };
})();

/** Styles that these blocks need regardless of their settings. */
export function stylesAlwaysOf(names: Iterable<string>): ReadonlySet<string> {
  return new Set(
    [...names].flatMap((name) => {
      const stylesOf = findBlock(name)?.definition.stylesOf;
      return typeof stylesOf === 'object' ? stylesOf : [];
    }),
  );
}

export const blockNames: readonly string[] = [...blocks.keys()];

export const blockTypes: readonly string[] = [...wireNames.keys()];

export function findBlockByWireName(name: string): WireBlock | undefined {
  return wireNames.get(name);
}
