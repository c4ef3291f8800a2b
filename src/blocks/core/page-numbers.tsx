/** Numbers of pages around the current one, as WordPress' `paginate_links` shows them; 0 stands for a gap. */
export function pageNumbers(current: number, pages: number, midSize = 2): number[] {
  const shown = [1, pages, ...Array.from({ length: 2 * midSize + 1 }, (_, index) => current - midSize + index)].filter((page) => page >= 1 && page <= pages);
  const sorted = [...new Set(shown)].toSorted((a, b) => a - b);
  return sorted.flatMap((page, index) => (index > 0 && page - (sorted[index - 1] ?? 0) > 1 ? [0, page] : [page]));
}

interface PageNumbersProps {
  readonly current: number;
  readonly pages: number;
  /** Pages beside the current one. */
  readonly midSize?: number;
  readonly urlOf: (page: number) => string;
}

/** Links to pages by number, with WordPress' classes. */
export function PageNumbers({ current, pages, midSize, urlOf }: PageNumbersProps) {
  return pageNumbers(current, pages, midSize).map((page, index) => {
    // A gap has no number of its own; its place tells the two apart.
    if (page === 0) return <span key={`gap-${index}`} className="page-numbers dots">…</span>;
    if (page === current) return <span key={page} aria-current="page" className="page-numbers current">{page}</span>;
    return <a key={page} className="page-numbers" href={urlOf(page)}>{page}</a>;
  });
}

const arrows = { arrow: ['←', '→'], chevron: ['«', '»'] } as const;

/** The arrow of a link that turns pages, if the pagination around it has one. `block`: `query-pagination` or `comments-pagination`. */
export function PaginationArrow({ kind, block, side }: { readonly kind: string | undefined; readonly block: string; readonly side: 'previous' | 'next' }) {
  if (kind !== 'arrow' && kind !== 'chevron') return null;
  return <span className={`wp-block-${block}-${side}-arrow is-arrow-${kind}`} aria-hidden="true">{arrows[kind][side === 'previous' ? 0 : 1]}</span>;
}
