import { useQuery, useQueryClient } from '@tanstack/react-query';
import { boot } from '../../app/boot.ts';
import type { ManagedTaxonomy } from '../../app/boot.ts';
import { Decide } from '../../app/decide.tsx';
import { plainText } from '../../app/rest-types.ts';
import type { SeenTerm } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { inSentence, say, sayCount } from '../../words.ts';
import { termWork } from './term-list.ts';
import type { TermRow } from './term-list.ts';

/** Confirms deletion and says what happens to the terms' posts and children. */
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
  return (
    <div className="ask">
      <p>
        {isOne && first
          ? say(
              '“%s” will be deleted permanently, and links to it will break. This can’t be undone.',
              first.name,
            )
          : sayCount(
              '%d %s will be deleted permanently, and links to it will break. This can’t be undone.|%d %s will be deleted permanently, and links to it will break. This can’t be undone.',
              terms.length,
              terms.length,
              inSentence(plural),
            )}{' '}
        {!hasDefault
          ? say('Posts are not deleted; only the assignment is removed.')
          : data
            ? say(
                'Posts are not deleted: those without another %s get “%s”.',
                inSentence(singular),
                plainText(data.name),
              )
            : say(
                'Posts are not deleted: those without another %s are left without one.',
                inSentence(singular),
              )}
        {isHierarchical && ' '}
        {isHierarchical &&
          (isOne ? say('Items below it move up one level.') : say('Items below them move up one level.'))}
      </p>
      <Decide
        onCancel={() => onDone(false)}
        onDecide={() => {
          onDone(true);
          void work.remove(terms);
        }}
      >
        {say('Delete')}
      </Decide>
    </div>
  );
}
