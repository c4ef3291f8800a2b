import { useQuery } from '@tanstack/react-query';
import type { ListedTaxonomy } from '../../app/boot.ts';
import { rest } from '../../app/rest.ts';

export interface Term {
  readonly id: number;
  readonly name: string;
  readonly parent?: number;
}

const most = 100;

/** All terms of a taxonomy, page by page. */
export function useAllTerms({ restBase }: ListedTaxonomy) {
  return useQuery({
    queryKey: ['terms', restBase], staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const page = (number: number) => rest<readonly Term[]>(
        `/wp/v2/${restBase}?per_page=${most}&page=${number}&orderby=name&_fields=id,name,parent`, { signal },
      );
      const first = await page(1);
      const others = await Promise.all(Array.from({ length: Math.max(0, Math.ceil(first.total / most) - 1) }, (_, index) => page(index + 2)));
      return [first, ...others].flatMap(({ body }) => body);
    },
  });
}

/** Makes one; of a name that is there already it is that one. */
export async function addTerm({ restBase }: ListedTaxonomy, name: string, parent = 0): Promise<Term> {
  const { body } = await rest<Term>(`/wp/v2/${restBase}`, { method: 'POST', body: { name, ...(parent > 0 ? { parent } : {}) } });
  return body;
}
