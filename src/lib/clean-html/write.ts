import { html as names } from 'parse5';
import type { Token } from 'parse5';
import { cleanContentCss, cleanCss } from '../clean-css/clean-css.ts';
import type { OwnFile } from '../clean-css/tokens.ts';
import { ownFiles } from '../former-sites.ts';
import {
  endsItems,
  mathElements,
  silentElements,
  silentInDrawings,
  svgElements,
  voidElements,
  wordsOnly,
  animated,
  mathAttributes,
  svgAttributes,
} from './elements.ts';
import type { Profile } from './profiles.ts';
import type { TreeNode } from './parse.ts';
import { isPageAddress } from './addresses.ts';
import { isOwnId } from './own-names.ts';
import { isContained } from '../clean-css/clean-style.ts';
import { isQuietTabIndex, mayCarry, quietLook } from './profiles.ts';

/** Broadsheet's own marks in a text to be cleaned. Authors can't guess them. */
export interface OwnMarks {
  /** Prefix of placeholder elements (`{places}3`). */
  readonly places?: string;
  /** Own marks whose value begins with this are kept. */
  readonly trusted?: string;
  /** Whether the text is the content of a list, and may contain its items. */
  readonly inList?: boolean;
  /** Files that a `<style>` in the text may use; by default those with a root-relative path. */
  readonly ownFile?: OwnFile;
  /** Whether the text is a template, whose `<style>` applies to the whole page. */
  readonly isTemplate?: boolean;
}

const filesByPath = ownFiles('http://localhost', []);

interface Place {
  readonly kind: 'html' | 'svg' | 'math';
  readonly wordsOnly: boolean;
  readonly options: boolean;
  readonly noscript: boolean;
}

const flow: Place = { kind: 'html', wordsOnly: false, options: false, noscript: false };

/** Elements that must not surround a placeholder: they break its content, or capture it. They are removed then. */
const notAround: ReadonlySet<string> = new Set([
  'a',
  'button',
  'form',
  'label',
  'noscript',
  'select',
  'option',
  'optgroup',
  'svg',
  'math',
  'fieldset',
]);
const renamed: Readonly<Record<string, string>> = { main: 'div', xmp: 'pre', listing: 'pre' };

/** Serializes a tree: elements that the profile allows, and the text of others except `silentElements`. Linear in time, at any depth. */
export function writeTree(root: TreeNode, profile: Profile, own: OwnMarks): string {
  return new Writer(profile, own).write(root);
}

class Writer {
  readonly #profile: Profile;
  readonly #own: OwnMarks;
  readonly #parts: string[] = [];
  #holders: ReadonlySet<TreeNode> = new Set();

  constructor(profile: Profile, own: OwnMarks) {
    this.#profile = profile;
    this.#own = own;
  }

  write(root: TreeNode): string {
    if (this.#own.places !== undefined) this.#holders = holdersOf(root, this.#own.places);
    const ends: string[] = [];
    const places: Place[] = [flow];
    let depth = 0;
    let node = root.first;
    while (node) {
      const place = places.at(-1) ?? flow;
      const inner =
        node.kind === 'element'
          ? this.#open(node, place, depth < this.#profile.deepest, ends)
          : this.#leaf(node, place);
      if (inner && node.first) {
        places.push(inner);
        if (ends.at(-1) !== '') depth++;
        node = node.first;
        continue;
      }
      if (inner) this.#parts.push(ends.pop() ?? '');
      while (node && !node.next) {
        node = node.parent === root ? undefined : node.parent;
        if (!node) break;
        places.pop();
        const end = ends.pop() ?? '';
        if (end !== '') depth--;
        this.#parts.push(end);
      }
      node = node?.next;
    }
    return this.#parts.join('');
  }

  #leaf({ kind, value }: TreeNode, place: Place): undefined {
    if (kind === 'text') this.#parts.push(textOf(this.#withoutPlaces(value)));
    else if (
      this.#profile.isArticle &&
      place.kind === 'html' &&
      !place.wordsOnly &&
      !place.options &&
      !place.noscript
    ) {
      // The text of a `more` mark is dropped here; code that needs it reads the stored text.
      if (/^(?:nextpage|noteaser|more(?:\s[^<>-]*)?)$/.test(value)) this.#parts.push(`<!--${value}-->`);
      else if (/^more\s/.test(value)) this.#parts.push('<!--more-->');
    }
    return undefined;
  }

  /** Writes the opening tag and pushes the closing tag, or '', on `ends`. Returns the context of the children; undefined to skip them. */
  #open(node: TreeNode, place: Place, mayNest: boolean, ends: string[]): Place | undefined {
    const { namespace, name } = node;
    const kind = namespace === names.NS.HTML ? 'html' : namespace === names.NS.SVG ? 'svg' : 'math';
    if (this.#own.places !== undefined && name.startsWith(this.#own.places)) {
      if (!place.wordsOnly && place.kind === 'html' && !place.noscript && !place.options)
        this.#parts.push(`<${name}></${name}>`);
      ends.push('');
      return place;
    }
    if (kind === 'html' ? silentElements.has(name) : silentInDrawings.has(name)) {
      if (kind === 'html' && this.#profile.isOfWholePage && place === flow) this.#writeRaw(node);
      return undefined;
    }
    const written = kind === 'html' ? (renamed[name] ?? name) : name;
    if (written === 'input' && isPasswordInput(node)) return undefined;
    if (written === 'iframe' && !this.#profile.elements.has(written)) return undefined;
    if (
      !mayNest ||
      !this.#isAllowed(kind, written, place) ||
      (this.#holders.has(node) && (notAround.has(written) || kind !== 'html')) ||
      (kind === 'svg' && !isQuietAnimation(name, node.attributes))
    ) {
      ends.push('');
      return place;
    }
    const isLoose =
      kind === 'html' &&
      name === 'li' &&
      !this.#profile.isStored &&
      this.#own.inList !== true &&
      !isInList(node);
    if (isLoose && sibling(node, 'previous')?.name !== 'li') this.#parts.push('<ul>');
    this.#parts.push(`<${written}${this.#attributes(node, kind, written)}>`);
    if (kind === 'html' && voidElements.has(written)) return undefined;
    if (written === 'iframe') {
      const words = node.first?.value ?? '';
      this.#parts.push(
        /[<&]/.test(words) || this.#withoutPlaces(words) !== words ? '' : words.replaceAll('\r', '\n'),
        '</iframe>',
      );
      return undefined;
    }
    // Parsers drop a line break at the beginning of these.
    if (
      (written === 'pre' || written === 'textarea') &&
      node.first?.kind === 'text' &&
      node.first.value.startsWith('\n')
    )
      this.#parts.push('\n');
    ends.push(isLoose && sibling(node, 'next')?.name !== 'li' ? '</li></ul>' : `</${written}>`);
    if (wordsOnly.has(`${kind}:${written}`)) return { ...place, kind, wordsOnly: true };
    if (kind !== 'html') return place.kind === kind ? place : { ...place, kind };
    return written === 'select' || written === 'optgroup'
      ? { ...place, options: true }
      : written === 'noscript'
        ? { ...place, noscript: true }
        : place;
  }

  #isAllowed(kind: Place['kind'], name: string, place: Place): boolean {
    if (place.wordsOnly) return false;
    if (kind === 'html') {
      if (
        place.kind !== 'html' ||
        !this.#profile.elements.has(name) ||
        (place.noscript && name === 'noscript')
      )
        return false;
      return place.options
        ? name === 'option' || name === 'optgroup'
        : name !== 'option' && name !== 'optgroup'
          ? true
          : !place.noscript;
    }
    if (!this.#profile.isArticle || place.options) return false;
    return (
      (place.kind === 'html' ? name === kind : place.kind === kind) &&
      (kind === 'svg' ? svgElements : mathElements).has(name)
    );
  }

  #attributes({ attributes }: TreeNode, kind: Place['kind'], element: string): string {
    let written = '';
    const added = kind === 'html' ? this.#profile.added?.[element] : undefined;
    for (const { name: local, prefix, value: asWritten } of attributes) {
      const name = prefix ? `${prefix}:${local}` : local;
      if (added?.some(([own]) => own === name)) continue;
      const value = this.#withoutPlaces(asWritten);
      const { trusted } = this.#own;
      const cleaned =
        trusted !== undefined && name.startsWith('data-') && value.startsWith(trusted)
          ? value
          : kind === 'html'
            ? this.#profile.attribute(element, name, value)
            : foreignAttribute(kind, element, name, value);
      if (cleaned !== undefined) written += attributeOf(name, cleaned);
    }
    for (const [name, value] of added ?? []) written += attributeOf(name, value);
    return written;
  }

  #writeRaw({ name, attributes, first }: TreeNode): void {
    const raw = this.#withoutPlaces(first?.value ?? '').replaceAll('\r', '\n');
    if (name === 'style') {
      const media = attributes.find((attribute) => attribute.name === 'media');
      const { ownFile = filesByPath, isTemplate = false } = this.#own;
      const css = (isTemplate ? cleanCss(raw, ownFile).css : cleanContentCss(raw, ownFile)).replaceAll(
        '<',
        String.raw`\3c `,
      );
      if (css !== '')
        this.#parts.push(`<style${media ? attributeOf('media', media.value) : ''}>${css}</style>`);
    } else if (
      name === 'script' &&
      attributes.some(
        (attribute) =>
          attribute.name === 'type' && attribute.value.trim().toLowerCase() === 'application/ld+json',
      )
    ) {
      this.#parts.push(
        `<script type="application/ld+json">${raw.replaceAll('<', String.raw`\u003c`)}</script>`,
      );
    }
  }

  /** A placeholder within a value is removed; the caller notices that it is missing. */
  #withoutPlaces(value: string): string {
    const { places } = this.#own;
    if (places === undefined || !value.includes(places)) return value;
    const [before = '', ...behind] = value.replaceAll(`</${places}`, `<${places}`).split(`<${places}`);
    return before + behind.map((rest) => rest.replace(/^\d+>?/, '')).join('');
  }
}

/** Only Broadsheet's own forms may ask for passwords. */
const isPasswordInput = ({ attributes }: TreeNode) =>
  attributes.some(({ name, value }) => name === 'type' && value.toLowerCase() === 'password');

/**
 * Whether a list item is within an element that limits its scope. Otherwise it would close an item around the text:
 * browsers look for one through `div` and `p`.
 */
function isInList({ parent }: TreeNode): boolean {
  for (let above = parent; above; above = above.parent) if (endsItems.has(above.name)) return true;
  return false;
}

/** The nearest sibling, ignoring white space and comments. */
function sibling(node: TreeNode, side: 'previous' | 'next'): TreeNode | undefined {
  let found = node[side];
  while (found && (found.kind === 'comment' || (found.kind === 'text' && found.value.trim() === '')))
    found = found[side];
  return found;
}

function attributeOf(name: string, value: string): string {
  if (value === '' && name !== 'alt') return ` ${name}`;
  const text = /[&"<>\u00a0\r]/.test(value)
    ? value
        .replaceAll('&', '&amp;')
        .replaceAll('"', '&quot;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('\u00a0', '&nbsp;')
        .replaceAll('\r', '\n')
    : value;
  return ` ${name}="${text}"`;
}

function textOf(value: string): string {
  return /[&<>\u00a0\r]/.test(value)
    ? value
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('\u00a0', '&nbsp;')
        .replaceAll('\r', '\n')
    : value;
}

function holdersOf(root: TreeNode, places: string): Set<TreeNode> {
  const holders = new Set<TreeNode>();
  eachNode(root, (node) => {
    if (!node.name.startsWith(places)) return;
    for (let above = node.parent; above && !holders.has(above); above = above.parent) holders.add(above);
  });
  return holders;
}

export function eachNode(root: TreeNode, visit: (node: TreeNode) => void): void {
  let node = root.first;
  while (node) {
    visit(node);
    let next = node.first ?? node.next;
    for (let above = node.parent; !next && above && above !== root; above = above.parent) next = above.next;
    node = next;
  }
}

const xmlns: Readonly<Record<string, string>> = {
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
};

/** SVG elements that may refer to another element of the page. */
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

/** Whether an animation changes only the look, not a link's target. */
function isQuietAnimation(name: string, attributes: readonly Token.Attribute[]): boolean {
  if (name !== 'animate' && name !== 'animateTransform') return true;
  return attributes.some(
    (attribute) => attribute.name === 'attributeName' && animated.has(attribute.value.trim()),
  );
}

/** The allowed value of an SVG or MathML attribute, or undefined to remove it. `name` includes its prefix (`xlink:href`). */
function foreignAttribute(
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
  // The outermost `<svg>` is a box in the page, and clips its content.
  if (element === 'svg' && (name === 'overflow' || (name === 'transform' && !isContained(name, value))))
    return undefined;
  return /url\((?!["']?#)/i.test(value.replace(/\s/g, '')) ? undefined : value;
}

function mayRefer(element: string, value: string): boolean {
  if (element === 'image' || element === 'feImage')
    return isPageAddress(value) || /^\s*data:image\/(?:png|gif|jpe?g|webp|avif)[;,]/i.test(value);
  return referring.has(element) && /^\s*#/.test(value);
}
