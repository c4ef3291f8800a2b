import { htmlToText } from '../../lib/plain-text.ts';
import { useLanguage } from '../../ui/language.ts';
import { wrapperProps } from './block-supports.ts';
import type { SupportSettings } from './block-supports.ts';

/** Page numbers around the current one, as in WordPress' `paginate_links`; 0 stands for a gap. */
export function pageNumbers(current: number, pages: number, midSize = 2): number[] {
  const shown = [
    1,
    pages,
    ...Array.from({ length: 2 * midSize + 1 }, (_, index) => current - midSize + index),
  ].filter((page) => page >= 1 && page <= pages);
  const sorted = [...new Set(shown)].toSorted((a, b) => a - b);
  return sorted.flatMap((page, index) =>
    index > 0 && page - (sorted[index - 1] ?? 0) > 1 ? [0, page] : [page],
  );
}

interface PageNumbersProps {
  readonly current: number;
  readonly pages: number;
  readonly midSize?: number;
  readonly urlOf: (page: number) => string;
}

export function PageNumbers({ current, pages, midSize, urlOf }: PageNumbersProps) {
  const { number } = useLanguage();
  return pageNumbers(current, pages, midSize).map((page, index) => {
    // A gap has no number of its own; its position makes its key unique.
    if (page === 0)
      return (
        <span key={`gap-${index}`} className="page-numbers dots">
          …
        </span>
      );
    if (page === current)
      return (
        <span key={page} aria-current="page" className="page-numbers current">
          {number(page)}
        </span>
      );
    return (
      <a key={page} className="page-numbers" href={urlOf(page)}>
        {number(page)}
      </a>
    );
  });
}

const arrows = { arrow: ['←', '→'], chevron: ['«', '»'] } as const;

interface StepLinkProps {
  readonly block: 'query-pagination' | 'comments-pagination';
  readonly side: 'previous' | 'next';
  /** `label`: an editor's HTML that replaces `words`. */
  readonly settings: SupportSettings & { readonly label: string };
  readonly url: string;
  readonly words: string;
  /** False: the text is for screen readers only. */
  readonly showLabel?: boolean;
  /** Only `arrow` and `chevron` show one. */
  readonly arrow: string | undefined;
  readonly rel?: string;
}

export function StepLink({ block, side, settings, url, words, showLabel = true, arrow, rel }: StepLinkProps) {
  const label = htmlToText(settings.label) || words;
  const mark = (arrow === 'arrow' || arrow === 'chevron') && (
    <span className={`wp-block-${block}-${side}-arrow is-arrow-${arrow}`} aria-hidden="true">
      {arrows[arrow][side === 'previous' ? 0 : 1]}
    </span>
  );
  return (
    <a
      href={url}
      {...wrapperProps(`core/${block}-${side}`, settings)}
      rel={rel}
      aria-label={showLabel ? undefined : label}
    >
      {side === 'previous' && mark}
      {showLabel && label}
      {side === 'next' && mark}
    </a>
  );
}
