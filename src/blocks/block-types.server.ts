import { z } from 'zod';
import type { BlockDefinition, RenderedBlock } from './block.ts';
import type { AttributeSchema, BlockType } from './block-type.ts';
import { coreBlockTypes, everywhere } from './core-block-types.server.ts';
import { blockNames, findBlock } from './registry.server.ts';

let typeByName: ReadonlyMap<string, BlockType> | undefined;

/** Every block that the server renders, and every block of WordPress, by name. */
export function blockTypesByName(): ReadonlyMap<string, BlockType> {
  return (typeByName ??= collectTypes());
}

function collectTypes(): ReadonlyMap<string, BlockType> {
  const core = coreBlockTypes();
  return new Map(
    [...new Set([...blockNames, ...core.keys()])].toSorted().map((name) => {
      const definition = findBlock(name)?.definition;
      const declared = core.get(name);
      const own = definition ? typeOf(definition) : { name, attributes: {}, isRendered: false, words: {} };
      return [
        name,
        {
          ...own,
          attributes: { ...own.attributes, ...declared?.attributes },
          ...(declared ? { declared } : {}),
        },
      ];
    }),
  );
}

function typeOf({ name, settings, ...words }: RenderedBlock & Partial<BlockDefinition>): BlockType {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  const own = Object.entries(properties).map(([key, schema]): [string, AttributeSchema] => [
    key,
    typeof schema === 'object' ? { ...schema } : {},
  ]);
  return { name, attributes: { ...Object.fromEntries(own), ...everywhere }, isRendered: true, words };
}
