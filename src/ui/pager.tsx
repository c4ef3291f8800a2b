import { createContext } from 'react';
import { pagerEntries } from '../lib/pagination.ts';
import type { PagerEntry } from '../lib/pagination.ts';
import { classes } from './class-names.ts';
import { useLanguage, useWords } from './language.ts';

export interface PagerProps {
  readonly label: string;
  readonly current: number;
  /** Undefined if only the neighbours are known. */
  readonly pages: number | undefined;
  /** Required if `pages` is unknown. */
  readonly hasNext?: boolean;
  readonly urlOf: (page: number) => string;
  /** Whether the order is not by date, so that no page is "older". */
  readonly isRanked?: boolean;
}

/** If only the neighbours are known: pages up to the next, then a gap on wide screens. */
function entriesOf(current: number, pages: number | undefined, hasNext: boolean): readonly PagerEntry[] {
  if (pages !== undefined) return pagerEntries(current, pages);
  return hasNext
    ? [...pagerEntries(current, current + 1), { page: 0, room: 'wide' }]
    : pagerEntries(current, current);
}

export function Pager({
  label,
  current,
  pages,
  hasNext = pages !== undefined && current < pages,
  urlOf,
  isRanked = false,
}: PagerProps) {
  const words = useWords();
  const language = useLanguage();
  if (current === 1 && !hasNext) return null;
  return (
    <nav className="pager" aria-label={label}>
      {current > 1 && (
        <a className="pager-step" rel="prev" href={urlOf(current - 1)}>
          <span>{isRanked ? words.previous : words.pager_newer}</span>
        </a>
      )}
      {entriesOf(current, pages, hasNext).map(({ page, room }, index, entries) => {
        const only = room && `pager-${room}`;
        // A gap has no number of its own; the preceding page makes its key unique.
        if (page === 0)
          return (
            <span key={`gap-${entries[index - 1]?.page}`} className={classes('pager-gap', only)}>
              …
            </span>
          );
        const name = (
          <>
            <span className="visually-hidden">{`${words.pager_page} `}</span>
            {language.number(page)}
          </>
        );
        if (page === current) {
          return (
            <span key={page} className="pager-page" aria-current="page">
              {name}
            </span>
          );
        }
        return (
          <a key={page} className={classes('pager-page', only)} href={urlOf(page)}>
            {name}
          </a>
        );
      })}
      {hasNext && (
        <a className="pager-step" rel="next" href={urlOf(current + 1)}>
          <span>{isRanked ? words.next : words.pager_older}</span>
        </a>
      )}
    </nav>
  );
}

export interface StepPagerProps {
  readonly label: string;
  /** URLs; undefined for a disabled step. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

export function StepPager({ label, previous, next }: StepPagerProps) {
  const words = useWords();
  return (
    <nav className="step-pager" aria-label={label}>
      <Step
        url={previous}
        name={words.previous}
        className="step-pager-prev"
        rel="prev"
        path="M10 3 5 8l5 5"
      />
      <Step url={next} name={words.next} className="step-pager-next" rel="next" path="m6 3 5 5-5 5" />
    </nav>
  );
}

function Step({
  url,
  name,
  className,
  rel,
  path,
}: {
  readonly url: string | undefined;
  readonly name: string;
  readonly className: string;
  readonly rel: string;
  readonly path: string;
}) {
  const mark = (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  );
  if (url === undefined)
    return (
      <a className={`${className} is-disabled`} role="link" aria-disabled="true" aria-label={name}>
        {mark}
      </a>
    );
  return (
    <a className={className} href={url} rel={rel} aria-label={name}>
      {mark}
    </a>
  );
}

/** Part of a list to render: all, or only its items for an AJAX page. */
export const ListPart = createContext<'whole' | 'items'>('whole');
