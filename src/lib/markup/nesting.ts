import { voidElements } from '../clean-html/elements.ts';
import { deepestElements, nestsTooDeep } from '../clean-html/parse.ts';
import { blockTokens } from './block-tokens.ts';
import { eachHtmlToken } from './html-tokens.ts';
import { deepestNesting } from './parse-markup.ts';

/** Why a text nests too deep to be saved, as the end of a sentence; undefined where it does not. Linear in time. */
export function nestingFault(markup: string): string | undefined {
  if (markup.includes('<!--') && deepestOf(blockNesting(markup)) > deepestNesting)
    return `its blocks nest deeper than ${deepestNesting} levels.`;
  // Half of the bound leaves room for elements that the parser adds, such as `tbody`.
  if (deepestOf(elementNesting(markup)) <= deepestElements / 2 || !nestsTooDeep(markup)) return undefined;
  return `its HTML nests deeper than ${deepestElements} elements; close elements, or remove some of those that are around others.`;
}

type Step = readonly [name: string, opens: boolean];

/** The deepest that things can nest that open and close in this order, whatever closes what. */
function deepestOf(steps: Iterable<Step>): number {
  const openByName = new Map<string, number>();
  let depth = 0;
  let deepest = 0;
  for (const [name, opens] of steps) {
    const open = openByName.get(name) ?? 0;
    if (!opens && open === 0) continue;
    openByName.set(name, open + (opens ? 1 : -1));
    depth += opens ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function* blockNesting(markup: string): Iterable<Step> {
  for (const { kind, name } of blockTokens(markup)) if (kind !== 'void') yield [name, kind === 'open'];
}

function elementNesting(html: string): Step[] {
  const steps: Step[] = [];
  if (!html.includes('<')) return steps;
  eachHtmlToken(html, ({ kind, name }) => {
    if ((kind === 'open' || kind === 'close') && !voidElements.has(name)) steps.push([name, kind === 'open']);
  });
  return steps;
}
