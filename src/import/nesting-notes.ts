import { nestingFault } from '../lib/markup/nesting.ts';

/** Lines of the report for texts that nest too deep to be saved here; they are stored unchanged and rendered up to the limit. */
export function nestingNotes(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const fault = nestingFault(text);
    return fault === undefined
      ? []
      : [`its ${name} is stored unchanged, but can’t be edited here until this is fixed: ${fault}`];
  });
}
