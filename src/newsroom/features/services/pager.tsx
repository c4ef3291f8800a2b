import { Button } from '@wordpress/components';
import { useSearchParams } from 'react-router';
import { say } from '../../words.ts';

/** The page of a list, from `paged=` in the URL. */
export function usePaged(): readonly [page: number, go: (page: number) => void] {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(query.get('paged') ?? 1)) || 1);
  const go = (next: number) =>
    setQuery((before) => {
      const params = new URLSearchParams(before);
      if (next > 1) params.set('paged', String(next));
      else params.delete('paged');
      return params;
    });
  return [page, go];
}

export function Pager({
  page,
  pages,
  onGo,
}: {
  readonly page: number;
  readonly pages: number;
  readonly onGo: (page: number) => void;
}) {
  if (pages <= 1 && page === 1) return null;
  return (
    <nav className="service-pager" aria-label={say('Pages')}>
      <Button
        variant="secondary"
        __next40pxDefaultSize
        disabled={page <= 1}
        accessibleWhenDisabled
        onClick={() => onGo(page - 1)}
      >
        {say('Previous')}
      </Button>
      <span>{say('Page %1$d of %2$d', page, Math.max(page, pages))}</span>
      <Button
        variant="secondary"
        __next40pxDefaultSize
        disabled={page >= pages}
        accessibleWhenDisabled
        onClick={() => onGo(page + 1)}
      >
        {say('Next')}
      </Button>
    </nav>
  );
}
