import type { Token } from 'parse5';
import { isPageAddress } from './addresses.ts';
import { animated, mathAttributes, svgAttributes } from './elements.ts';
import { isOwnId } from './own-names.ts';
import { isContained } from '../clean-css/clean-style.ts';
import { isQuietTabIndex, mayCarry, quietLook } from './profiles.ts';

const xmlns: Readonly<Record<string, string>> = {
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
};

/** Elements of a drawing that may name another one of the same page. */
const referring: ReadonlySet<string> = new Set([
  'use',
  'linearGradient',
  'radialGradient',
  'pattern',
  'textPath',
  'mpath',
  'filter',
  'marker',
  'clipPath',
  'mask',
  'symbol',
]);

/** Whether an animation changes how something looks, and not where something leads. */
export function isQuietAnimation(name: string, attributes: readonly Token.Attribute[]): boolean {
  if (name !== 'animate' && name !== 'animateTransform') return true;
  return attributes.some(
    (attribute) => attribute.name === 'attributeName' && animated.has(attribute.value.trim()),
  );
}

/** An attribute of a drawing or formula as it is to be; undefined: it goes. `name` with its prefix (`xlink:href`). */
export function foreignAttribute(
  kind: 'svg' | 'math',
  element: string,
  name: string,
  value: string,
): string | undefined {
  if (name === 'xmlns') return value === xmlns[kind] ? value : undefined;
  if (name === 'xmlns:xlink') return value === 'http://www.w3.org/1999/xlink' ? value : undefined;
  if (name === 'href' || name === 'xlink:href')
    return kind === 'svg' && mayRefer(element, value) ? value : undefined;
  if (!(kind === 'svg' ? svgAttributes : mathAttributes).has(name)) {
    return /^(?:aria|data)-[a-z0-9_.:-]{1,80}$/.test(name) && mayCarry(element, name, value)
      ? value
      : undefined;
  }
  if (name === 'id') return isOwnId(value) ? undefined : value;
  if (name === 'class' || name === 'style') return quietLook(name, value);
  if (name === 'tabindex') return isQuietTabIndex(value) ? value : undefined;
  // The outermost drawing is a box of the page, and cuts what it holds.
  if (element === 'svg' && (name === 'overflow' || (name === 'transform' && !isContained(name, value))))
    return undefined;
  return /url\((?!["']?#)/i.test(value.replace(/\s/g, '')) ? undefined : value;
}

function mayRefer(element: string, value: string): boolean {
  if (element === 'image' || element === 'feImage')
    return isPageAddress(value) || /^\s*data:image\/(?:png|gif|jpe?g|webp|avif)[;,]/i.test(value);
  return referring.has(element) && /^\s*#/.test(value);
}
