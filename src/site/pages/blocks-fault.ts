import { compileDocument } from '../../blocks/document/compile-document.ts';
import { isRendered } from '../../blocks/registry.server.ts';

/** Why blocks can't be part of a template, in English; undefined: they can. */
export function blocksFault(markup: string): string | undefined {
  const problems: string[] = [];
  compileDocument(markup, { isRendered, onProblem: (problem) => void problems.push(problem) });
  return problems[0];
}
