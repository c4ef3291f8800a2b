import { z } from 'zod';
import type { BlockDefinition, RenderedBlock } from './block.ts';
import type { AttributeSchema, BlockType } from './block-type.ts';
import { blockNames, findBlock } from './registry.server.ts';

let typeByName: ReadonlyMap<string, BlockType> | undefined;

/** Every block that the server renders, by its name; made when somebody first asks. */
export function blockTypesByName(): ReadonlyMap<string, BlockType> {
  typeByName ??= new Map(blockNames.toSorted().flatMap((name) => {
    const definition = findBlock(name)?.definition;
    return definition ? [[name, typeOf(definition)] as const] : [];
  }));
  return typeByName;
}

/** What any block may carry beside its own attributes. */
const everywhere: Readonly<Record<string, AttributeSchema>> = { lock: { type: 'object' }, metadata: { type: 'object' } };

function typeOf({ name, settings, ...words }: RenderedBlock & Partial<BlockDefinition>): BlockType {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  const own = Object.entries(properties).map(([key, schema]): [string, AttributeSchema] => [key, typeof schema === 'object' ? { ...schema } : {}]);
  return { name, attributes: { ...Object.fromEntries(own), ...everywhere }, words };
}
