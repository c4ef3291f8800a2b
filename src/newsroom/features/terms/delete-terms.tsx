import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { boot } from '../../app/boot.ts';
import type { ManagedTaxonomy } from '../../app/boot.ts';
import { plainText } from '../../app/plain-text.ts';
import type { SeenTerm } from '../../app/replies.ts';
import { rest } from '../../app/rest.ts';
import { termWork } from './term-actions.ts';
import type { TermRow } from './term-list.ts';

/** Asks before terms go, and says what becomes of their posts, and of the terms below them. */
export function DeleteTerms({
  taxonomy,
  terms,
  onDone,
}: {
  readonly taxonomy: ManagedTaxonomy;
  readonly terms: readonly TermRow[];
  readonly onDone: (isDone: boolean) => void;
}) {
  const { restBase, singular, plural, isHierarchical, hasDefault } = taxonomy;
  const work = termWork(useQueryClient(), taxonomy);
  const usual = hasDefault ? boot.site.defaultCategory : 0;
  const { data } = useQuery({
    queryKey: ['terms', restBase, 'named', usual],
    enabled: usual > 0,
    queryFn: async ({ signal }) =>
      (await rest<Pick<SeenTerm, 'name'>>(`/wp/v2/${restBase}/${usual}?_fields=name`, { signal })).body,
  });
  const [first] = terms;
  const isOne = terms.length === 1;
  const heir = data ? `get “${plainText(data.name)}”` : 'have none then';
  return (
    <div className="ask">
      <p>
        {isOne && first ? `“${first.name}” is` : `${terms.length} ${plural.toLowerCase()} are`} deleted: what
        leads there leads nowhere then. This can’t be taken back. No post is deleted:{' '}
        {hasDefault
          ? `those without another ${singular.toLowerCase()} ${heir}`
          : 'posts lose it, and nothing else'}
        .{isHierarchical && ` What stands below ${isOne ? 'it' : 'them'} moves up.`}
      </p>
      <div className="ask-end">
        <Button __next40pxDefaultSize variant="tertiary" onClick={() => onDone(false)}>
          Cancel
        </Button>
        <Button
          __next40pxDefaultSize
          variant="primary"
          isDestructive
          onClick={() => {
            onDone(true);
            void work.remove(terms);
          }}
        >
          Delete
        </Button>
      </div>
    </div>
  );
}
