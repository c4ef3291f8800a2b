import type { Term } from '../../modules/terms/term.ts';
import type { LoadContext } from '../load-context.ts';

/** The term that a block is about: the one of the list that it stands in, else the page's; undefined where there is none. */
export async function currentTerm(context: LoadContext): Promise<Term | undefined> {
  const { termId } = context.inherited;
  if (termId === undefined) return context.page.term;
  context.tag(`term:${termId}`);
  return (await context.content.terms.withAncestors([termId])).get(termId);
}
