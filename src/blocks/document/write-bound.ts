import { bindHtml } from '../../lib/markup/bind-html.ts';
import type { BoundValues } from '../../lib/markup/bind-html.ts';
import { writeClosing, writeOpening } from '../../lib/markup/write-opening.ts';
import type { BlockNode } from './document.ts';

/** Attributes that stand in a block's HTML alone. */
const inHtml: ReadonlySet<string> = new Set(['content', 'text', 'caption']);

/** A block that binds attributes as markup that binds none and has their values. */
export function writeBound(block: Pick<BlockNode, 'name' | 'attributes'>, saved: string, values: BoundValues): string {
  const { name, attributes: { metadata, ...attributes } } = block;
  const { bindings: _, ...otherMetadata } = metadata as Readonly<Record<string, unknown>>; // where there are bindings there is an object
  const own = Object.entries(values).filter(([attribute]) => !inHtml.has(attribute)).map(([attribute, value]) => [attribute, toJson(attribute, value)]);
  const opening = writeOpening(name, { ...attributes, metadata: otherMetadata, ...Object.fromEntries(own) as BoundValues }, saved === '');
  return saved === '' ? opening : opening + bindHtml(name, saved, values) + writeClosing(name);
}

const toJson = (attribute: string, value: string) => (attribute === 'id' ? Number(value) : value);
