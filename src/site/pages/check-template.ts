import { isDeepStrictEqual } from 'node:util';
import { blockTypesByName } from '../../blocks/block-types.server.ts';
import { isSavedBlock } from '../../blocks/document/known-blocks.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import { hasBlocks, parseMarkup } from '../../lib/markup/block-markup.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import { shortened } from '../../lib/cut-text.ts';

export interface TemplateProblem {
  /** 1 is the first. */
  readonly line: number;
  /** `error`: something is not shown, or not as written; `warning`: it is shown, but a part of it has no effect. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** More problems add no information. */
const maxProblems = 100;
/** Nesting levels that merit a warning: no problem for rendering, but hard to follow for editors. */
const manyLevels = 8;
const ofEveryBlock = new Set([
  'className',
  'anchor',
  'style',
  'align',
  'lock',
  'metadata',
  'version',
  'blockVisibility',
  'fontSize',
  'textColor',
  'backgroundColor',
]);

/** Finds unclosed comments, invalid or meaningless settings, unknown blocks, and blocks in invalid places. */
export function checkTemplate(markup: string): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const lineAt = lines(markup);
  const report = (at: number, severity: TemplateProblem['severity'], message: string) => {
    if (problems.length < maxProblems) problems.push({ line: lineAt(at), severity, message });
  };
  if (markup.trim() === '')
    report(
      0,
      'warning',
      'The document is empty: pages will have a header and a footer, and nothing between.',
    );
  else if (!hasBlocks(markup))
    report(0, 'warning', 'There is no block in it: all pages will show the same text.');
  const blocks = parseMarkup(markup, (message) => {
    const [, digits] = /character (\d+)/.exec(message) ?? [];
    report(
      digits === undefined ? markup.length : Number(digits),
      'error',
      message.replace(/ at character \d+| before character \d+/, ''),
    );
  });
  const open = blocks.map((block) => ({ block, around: [] as readonly string[] }));
  for (let next = open.shift(); next; next = open.shift()) {
    const { block, around } = next;
    if (block.name !== '')
      checkBlock(block, around, (severity, message) => report(block.start, severity, message));
    const inside = block.parts.filter((part): part is ParsedBlock => typeof part !== 'string');
    open.unshift(
      ...inside.map((inner) => ({
        block: inner,
        around: block.name === '' ? around : [...around, block.name],
      })),
    );
  }
  return problems.toSorted((a, b) => a.line - b.line);
}

type Report = (severity: TemplateProblem['severity'], message: string) => void;

function checkBlock({ name, attributes }: ParsedBlock, around: readonly string[], report: Report): void {
  const found = findBlock(name);
  if (around.length === manyLevels)
    report('warning', `The block ${name} stands within ${manyLevels} others.`);
  if (!found) {
    if (!isSavedBlock(name))
      report('error', `There is no block ${name} here; readers get what was saved inside of it.`);
    return;
  }
  const { settings } = found.definition;
  const { parent, ancestor, title = name } = blockTypesByName().get(name)?.words ?? {};
  if (parent && !parent.some((one) => one === around.at(-1)))
    report('warning', `“${title}” is meant to stand right inside of ${parent.join(' or ')}.`);
  if (ancestor && !ancestor.some((one) => around.includes(one)))
    report('warning', `“${title}” is meant to stand inside of ${ancestor.join(' or ')}.`);
  if (!name.startsWith('broadsheet/')) return;
  const read = settings.safeParse(attributes);
  if (!read.success || typeof read.data !== 'object' || read.data === null)
    return report('error', `The settings of ${name} can’t be read.`);
  const values = new Map(Object.entries(read.data));
  for (const [key, value] of Object.entries(attributes)) {
    if (ofEveryBlock.has(key)) continue;
    if (!values.has(key)) report('warning', `${name} has no setting “${shortened(key, 60)}”.`);
    else if (!isDeepStrictEqual(values.get(key), value)) {
      report('error', `“${key}” of ${name} can’t be ${short(value)}; it reads as ${short(values.get(key))}.`);
    }
  }
}

function short(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'nothing', 60);
}

function lines(text: string): (at: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    const after = starts.findIndex((start) => start > at);
    return after === -1 ? starts.length : after;
  };
}
