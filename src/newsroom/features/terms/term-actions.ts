import type { QueryClient } from '@tanstack/react-query';
import type { ManagedTaxonomy } from '../../app/boot.ts';
import { rest } from '../../app/rest.ts';
import type { TermSent } from '../../app/sent.ts';
import { toast } from '../../app/toasts.tsx';
import { counted, doAll } from '../../app/work.ts';
import { belowFirst } from './below-first.ts';
import type { TermRow } from './term-list.ts';

/** Fields of a term as REST takes them. */
export type TermChange = Readonly<Pick<TermSent, 'name' | 'slug' | 'description' | 'parent'>>;

/** Lists that hear of a change of terms: those of posts name them, too. */
const touched = ['terms', 'posts'];

/** What is done with terms of a taxonomy. Each change says which revision was seen. */
export function termWork(queries: QueryClient, { restBase }: ManagedTaxonomy) {
  const path = (id: number) => `/wp/v2/${restBase}/${id}`;
  const tell = () => Promise.all(touched.map((key) => queries.invalidateQueries({ queryKey: [key] })));
  const change = async ({ id }: TermRow, body: TermChange, revision: number) =>
    (
      await rest<TermRow, TermSent>(`${path(id)}?context=edit`, {
        method: 'POST',
        body: { ...body, revision },
      })
    ).body;
  const remove = ({ id }: TermRow, revision: number) =>
    rest(`${path(id)}?force=true&revision=${revision}`, { method: 'DELETE' });
  const nameOf = ({ name }: TermRow) => name;
  return {
    /** Adds one; what is refused is thrown. */
    add: async (body: TermChange): Promise<TermRow> => {
      const made = (
        await rest<TermRow, TermSent>(`/wp/v2/${restBase}?context=edit`, {
          method: 'POST',
          body: { ...body },
        })
      ).body;
      await tell();
      toast(`“${made.name}” is added.`, {
        undo: () =>
          void doAll(queries, touched, [made], {
            doing: 'Taking it back',
            done: counted('is gone', 'are gone'),
            nameOf,
            run: (one) => remove(one, one.revision),
          }),
      });
      return made;
    },
    /** Changes one as somebody saw it; what is refused is thrown. */
    edit: async (term: TermRow, body: TermChange): Promise<void> => {
      const made = await change(term, body, term.revision);
      await tell();
      const back = Object.fromEntries(
        Object.keys(body).map((name) => [name, term[name as keyof TermChange]]),
      ) as TermChange;
      toast(`“${made.name}” is saved.`, {
        undo: () =>
          void doAll(queries, touched, [made], {
            doing: 'Taking it back',
            done: counted('is as it was', 'are as they were'),
            nameOf: () => term.name,
            run: (one) => change(one, back, one.revision),
          }),
      });
    },
    remove: (terms: readonly TermRow[]) =>
      doAll(queries, touched, belowFirst(terms), {
        doing: 'Deleting',
        done: counted('is deleted', 'are deleted'),
        nameOf,
        run: (term) => remove(term, term.revision),
        inTurn: true,
      }),
  };
}
