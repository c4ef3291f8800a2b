import { bindHtml } from '../../lib/markup/bind-html.ts';
import type { BoundValues } from '../../lib/markup/bind-html.ts';
import { writeClosing, writeOpening } from '../../lib/markup/write-opening.ts';
import type { BlockNode } from './document.ts';

/** Attributes that stand in a block's HTML alone. */
const inHtml: ReadonlySet<string> = new Set(['content', 'text', 'caption']);

/** A block that binds attributes as markup that binds none and has their values. */
export function writeBound(
  block: Pick<BlockNode, 'name' | 'attributes'>,
  saved: string,
  values: BoundValues,
): string {
  const {
    name,
    attributes: { metadata, ...attributes },
  } = block;
  const { bindings, ...others } = metadata as Readonly<Record<string, unknown>>; // where there are bindings there is an object
  // Without their sources: a block that shows nothing for a bound attribute without a value still sees that it is bound.
  const names = Object.keys(bindings as object).map((attribute) => [attribute, {}]);
  const own = Object.entries(values)
    .filter(([attribute]) => !inHtml.has(attribute))
    .map(([attribute, value]) => [attribute, toJson(attribute, value)]);
  const written = {
    ...attributes,
    metadata: { ...others, bindings: Object.fromEntries(names) as object },
    ...(Object.fromEntries(own) as object),
  };
  const opening = writeOpening(name, written, saved === '');
  return saved === '' ? opening : opening + bindHtml(name, saved, values) + writeClosing(name);
}

const toJson = (attribute: string, value: string) => (attribute === 'id' ? Number(value) : value);
