import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from '@wordpress/components';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { managedTaxonomies } from '../../app/boot.ts';
import { Problem } from '../../app/problem.tsx';
import { rest } from '../../app/rest.ts';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { termsAddress } from '../../app/screens.ts';
import { inSentence, say } from '../../words.ts';
import { DeleteTerms } from './delete-terms.tsx';
import { TermForm } from './term-form.tsx';
import { mayDelete } from './term-list.ts';
import type { TermRow } from './term-list.ts';

/** `term.php`: one term, by its `tag_ID`. */
export function TermScreen() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const taxonomy = managedTaxonomies.find(({ name }) => name === address.get('taxonomy'));
  const id = Number(/^\d{1,15}$/.exec(address.get('tag_ID') ?? '')?.[0] ?? 0);
  const { data: term, error } = useQuery({
    queryKey: ['terms', taxonomy?.restBase, 'one', id],
    enabled: taxonomy !== undefined,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await rest<TermRow>(`/wp/v2/${taxonomy?.restBase ?? ''}/${id}?context=edit`, { signal })).body,
  });
  if (!taxonomy)
    return (
      <AccessDenied>{say('This taxonomy does not exist, or you are not allowed to manage it.')}</AccessDenied>
    );
  const leave = () => void navigate(termsAddress(taxonomy.name));
  return (
    <>
      <ScreenHead title={say('Edit %s', inSentence(taxonomy.singular))} />
      <Problem message={error?.message} />
      {!error && !term && <Skeleton rows={6} />}
      {term && (
        <div className="one-thing">
          <TermForm key={term.id} taxonomy={taxonomy} term={term} onDone={leave} onCancel={leave} />
          <p className="one-links">
            <a href={term.link}>{say('View')}</a>{' '}
            <Link to={termsAddress(taxonomy.name)}>{say('All %s', inSentence(taxonomy.plural))}</Link>
            {mayDelete(term) && (
              <Button variant="link" isDestructive onClick={() => setConfirming(true)}>
                {say('Delete')}
              </Button>
            )}
          </p>
        </div>
      )}
      {isConfirming && term && (
        <Modal
          title={say('Delete %s?', inSentence(taxonomy.singular))}
          size="medium"
          onRequestClose={() => setConfirming(false)}
        >
          <DeleteTerms
            taxonomy={taxonomy}
            terms={[term]}
            onDone={(isDone) => {
              setConfirming(false);
              if (isDone) leave();
            }}
          />
        </Modal>
      )}
    </>
  );
}
