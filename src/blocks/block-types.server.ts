import { z } from 'zod';
import type { BlockDefinition, RenderedBlock, AttributeSchema, BlockType, DeclaredBlock } from './block.ts';
import { blockNames, findBlock } from './registry.server.ts';
import { once } from '../lib/once.ts';
import { isRecord } from '../lib/records.ts';
import declaredTypes from './core-block-types.json' with { type: 'json' };

/** All blocks rendered by the server and all WordPress blocks, by name. */
export const blockTypesByName = once((): ReadonlyMap<string, BlockType> => {
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
});

function typeOf({ name, settings, ...words }: RenderedBlock & Partial<BlockDefinition>): BlockType {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  const own = Object.entries(properties).map(([key, schema]): [string, AttributeSchema] => [
    key,
    typeof schema === 'object' ? { ...schema } : {},
  ]);
  return { name, attributes: { ...Object.fromEntries(own), ...everywhere }, isRendered: true, words };
}

function coreBlockTypes(): ReadonlyMap<string, DeclaredBlock> {
  return new Map(
    (declaredTypes as readonly unknown[] as readonly DeclaredBlock[]).map((block) => [
      block.name,
      {
        ...block,
        attributes: { ...block.attributes, ...everywhere, ...attributesOfSupports(block.supports ?? {}) },
      },
    ]),
  );
}

const everywhere: Readonly<Record<string, AttributeSchema>> = {
  lock: { type: 'object' },
  metadata: { type: 'object' },
};

const text = { type: 'string' };
const object = { type: 'object' };

/** Supports that store their values in `style`. */
const styling = [
  'color',
  'typography',
  'spacing',
  'dimensions',
  'background',
  'position',
  'shadow',
  'border',
  '__experimentalBorder',
  'filter',
];

function attributesOfSupports(supports: Readonly<Record<string, unknown>>): Record<string, AttributeSchema> {
  const has = (name: string) => supports[name] !== undefined && supports[name] !== false;
  /** Whether a support, or one part of it, is on. `byDefault`: the part is on unless it is switched off. */
  const part = (name: string, key: string, byDefault = false) => {
    const value = supports[name];
    return (
      value === true || (isRecord(value) && (value[key] === undefined ? byDefault : value[key] !== false))
    );
  };
  const border = has('border') ? 'border' : '__experimentalBorder';
  const attributes: readonly (readonly [string, AttributeSchema, boolean])[] = [
    ['align', { type: 'string', enum: ['left', 'center', 'right', 'wide', 'full', ''] }, has('align')],
    ['anchor', text, has('anchor')],
    ['ariaLabel', text, has('ariaLabel')],
    ['className', text, supports['customClassName'] !== false],
    ['textColor', text, part('color', 'text', true)],
    ['backgroundColor', text, part('color', 'background', true)],
    ['gradient', text, isRecord(supports['color']) && part('color', 'gradients')],
    ['borderColor', text, part(border, 'color')],
    ['fontSize', text, isRecord(supports['typography']) && part('typography', 'fontSize')],
    [
      'fontFamily',
      text,
      isRecord(supports['typography']) &&
        (part('typography', '__experimentalFontFamily') || part('typography', 'fontFamily')),
    ],
    ['shadow', text, has('shadow')],
    ['style', object, styling.some(has)],
    ['layout', object, has('layout') || has('__experimentalLayout')],
  ];
  return Object.fromEntries(
    attributes.flatMap(([name, schema, isOn]) => (isOn ? [[name, schema] as const] : [])),
  );
}
