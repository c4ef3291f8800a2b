import { autopContent } from './classic-content.ts';
import { addedClasses, classicBlocks, renderCoreBlock } from './core-blocks.ts';
import { scriptFrame, unknownBlock } from './document.ts';
import type { BlockNode, CompiledDocument, DocumentNode } from './document.ts';
import { foreignListNode, listInPlaceOf } from './lists/foreign-list.ts';
import { builtMark, dataMark } from '../../lib/builder-data/text-with-data.ts';
import { readBindings } from '../../lib/markup/bindings.ts';
import { isSavedBlock, underNameToday, lostParts } from './known-blocks.ts';
import { stateStyle } from '../core/state-styles.ts';
import { mendCutTags } from '../../lib/markup/html-tokens.ts';
import { hasBlocks, parseMarkup, hiddenClasses, isHidden } from '../../lib/markup/block-markup.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';

export interface CompileOptions {
  isRendered(name: string, attributes: Readonly<Record<string, unknown>>): boolean;
  /** Receives errors in the markup: at most `maxProblems` per document. */
  onProblem(message: string): void;
  /** Id of the frame for a block's scripts; undefined: its scripts don't run. */
  frameOf?(block: ParsedBlock): string | undefined;
}

/** Messages per document; more would flood the log. */
const maxProblems = 20;

/**
 * Compiles block markup or classic content: static blocks to HTML, ours to nodes. Unknown blocks are reported and leave
 * their saved HTML; hidden ones leave nothing. Shortcodes and pictures stay as written, for `renderPostContent`.
 */
export function compileDocument(markup: string, options: CompileOptions): CompiledDocument {
  let problems = 0;
  const onProblem = (message: string): void => {
    if (++problems <= maxProblems) options.onProblem(message);
  };
  const whole = markup.includes('\0') ? markup.replaceAll('\0', '') : markup;
  // Builder data and fields are block markup, even below classic content.
  const dataAt = whole.indexOf(dataMark);
  const [text, added] =
    dataAt === -1 ? [whole, ''] : [whole.slice(0, dataAt), whole.slice(dataAt + dataMark.length)];
  const isClassic = added !== '' && !hasBlocks(text);
  const clean = isClassic ? added.trim() : text.replace(builtMark, '') + added;
  if (!hasBlocks(clean)) {
    const html = autopContent(clean);
    return { nodes: html === '' ? [] : [html], blocks: html === '' ? [] : ['core/freeform'] };
  }
  const compiler = new Compiler(clean, options, onProblem);
  if (isClassic && text.trim() !== '') compiler.addWritten(autopContent(text));
  compiler.addAll(parseMarkup(clean, onProblem), '', compiler.nodes);
  return {
    nodes: compiler.nodes,
    blocks: [...compiler.names],
    ...(compiler.states.size === 0 ? {} : { states: [...compiler.states] }),
  };
}

class Compiler {
  readonly nodes: DocumentNode[] = [];
  readonly names = new Set<string>();
  readonly states = new Set<string>();
  readonly #isRendered: CompileOptions['isRendered'];
  readonly #frameOf: CompileOptions['frameOf'];
  readonly #onProblem: (message: string) => void;
  readonly #reported = new Set<string>();
  readonly #markup: string;

  constructor(
    markup: string,
    { isRendered, frameOf }: Pick<CompileOptions, 'isRendered' | 'frameOf'>,
    onProblem: (message: string) => void,
  ) {
    this.#markup = markup;
    this.#isRendered = isRendered;
    this.#frameOf = frameOf;
    this.#onProblem = onProblem;
  }

  addWritten(html: string): void {
    this.names.add('core/freeform');
    addHtml(this.nodes, html);
  }

  /** Adds HTML and blocks to `into`; places number sibling blocks from 0. */
  addAll(
    parts: readonly (string | ParsedBlock)[],
    place: string,
    into: DocumentNode[],
    around?: ParsedBlock,
  ): void {
    let index = 0;
    for (const part of parts) {
      if (typeof part === 'string') addHtml(into, part);
      else if (part.name === '') this.#addClassic(part, into);
      else
        this.#addBlock(
          underNameToday(part),
          place === '' ? String(index++) : `${place}.${index++}`,
          into,
          around,
        );
    }
  }

  #addBlock(block: ParsedBlock, place: string, into: DocumentNode[], around: ParsedBlock | undefined): void {
    if (isHidden(block)) return;
    this.names.add(block.name);
    if (readBindings(block.name, block.attributes)) {
      into.push({
        name: block.name,
        attributes: block.attributes,
        children: [],
        place,
        saved: this.#markup.slice(block.innerStart, block.innerEnd),
      });
      return;
    }
    const isRendered = this.#isRendered(block.name, block.attributes);
    const list = isRendered || isSavedBlock(block.name) ? undefined : listInPlaceOf(block);
    if (list) {
      into.push(foreignListNode(list, place));
      return;
    }
    const states = isRendered ? undefined : stateStyle(block.name, block.attributes);
    if (states) this.states.add(states.css);
    const classes = isRendered ? [] : [...hiddenClasses(block), ...(states ? [states.className] : [])];
    const output = addedClasses(renderCoreBlock(block, around), classes);
    const { change } = output ?? {};
    const parts = change
      ? block.parts.map((part) => (typeof part === 'string' ? change(part) : part))
      : block.parts;
    for (const { kind, name } of lostParts(block))
      into.push({ name: unknownBlock, attributes: { name, lost: kind }, children: [], place });
    if (isRendered) {
      const children: DocumentNode[] = [];
      this.addAll(parts, place, children);
      const node: BlockNode = {
        name: block.name,
        attributes: block.attributes,
        children: children.filter((child) => typeof child !== 'string' || child.trim() !== ''),
        place,
      };
      into.push(node);
      return;
    }
    if (classicBlocks.has(block.name) && block.parts.every((part) => typeof part === 'string')) {
      this.#addClassic(block, into);
      return;
    }
    if (!isSavedBlock(block.name)) {
      this.#reportUnknown(block);
      into.push({ name: unknownBlock, attributes: { name: block.name }, children: [], place });
    }
    const frame = this.#frameOf?.(block);
    if (frame !== undefined) {
      const children: DocumentNode[] = [];
      this.addAll(parts, place, children, block);
      into.push({ name: scriptFrame, attributes: { key: frame }, children, place });
      return;
    }
    addHtml(into, output?.before ?? '');
    this.addAll(parts, place, into, block);
    addHtml(into, output?.after ?? '');
  }

  #addClassic(block: ParsedBlock, into: DocumentNode[]): void {
    const html = block.parts.filter((part) => typeof part === 'string').join('');
    if (html.trim() === '') {
      addHtml(into, html);
      return;
    }
    this.names.add(block.name === '' ? 'core/freeform' : block.name);
    // The classic block saves its paragraphs; only text without any needs them.
    addHtml(into, /<p[\s>]/i.test(html) ? html : autopContent(html));
  }

  #reportUnknown(block: ParsedBlock): void {
    if (this.#reported.has(block.name)) return;
    this.#reported.add(block.name);
    this.#onProblem(
      `The block ${block.name} is not known; ${block.isVoid ? 'it shows nothing' : 'its saved HTML is shown'}.`,
    );
  }
}

/** Joins adjacent HTML to one string, so that documents of static blocks render without a loop. */
function addHtml(into: DocumentNode[], html: string): void {
  if (html === '') return;
  // A trailing `<` would form a tag with what follows, now that the comment between them is removed.
  const piece =
    html.lastIndexOf('<') > html.lastIndexOf('>') ? mendCutTags(html).replace(/<(?=\/?$)/, '&lt;') : html;
  const last = into.at(-1);
  if (typeof last === 'string') into[into.length - 1] = last + piece;
  else into.push(piece);
}
