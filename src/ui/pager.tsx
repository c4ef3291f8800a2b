export interface PagerProps {
  /** Names the list for screen readers. */
  readonly label: string;
  readonly current: number;
  /** Number of pages; undefined when only the neighbours are known. */
  readonly pages: number | undefined;
  /** Whether a page follows; needed when `pages` is unknown. */
  readonly hasNext?: boolean;
  readonly urlOf: (page: number) => string;
}

/** Page numbers around the current one, first and last included; 0 stands for a gap. */
export function pageWindow(current: number, pages: number): number[] {
  const shown = new Set([1, pages, current - 1, current, current + 1].filter((page) => page >= 1 && page <= pages));
  if (current <= 3) for (const page of [2, 3, 4]) if (page <= pages) shown.add(page);
  if (current >= pages - 2) for (const page of [pages - 1, pages - 2, pages - 3]) if (page >= 1) shown.add(page);
  const sorted = [...shown].toSorted((a, b) => a - b);
  return sorted.flatMap((page, index) => {
    const before = sorted[index - 1] ?? page - 1;
    if (page - before === 2) return [page - 1, page];
    return page - before > 2 ? [0, page] : [page];
  });
}

/** Numbered page links; nothing when there is one page. */
export function Pager({ label, current, pages, hasNext = pages !== undefined && current < pages, urlOf }: PagerProps) {
  if (current === 1 && !hasNext) return null;
  return (
    <nav className="pager" aria-label={label}>
      {current > 1 && <a className="pager-step" rel="prev" href={urlOf(current - 1)}>Newer</a>}
      {(pages === undefined ? [current] : pageWindow(current, pages)).map((page, index) => {
        // A gap has no number of its own; its place tells the two apart.
        if (page === 0) return <span key={`gap-${index < 3 ? 'before' : 'after'}`} className="pager-gap">…</span>;
        if (page === current) return <span key={page} className="pager-page" aria-current="page"><span className="visually-hidden">Page </span>{page}</span>;
        return <a key={page} className="pager-page" href={urlOf(page)}><span className="visually-hidden">Page </span>{page}</a>;
      })}
      {hasNext && <a className="pager-step" rel="next" href={urlOf(current + 1)}>Older</a>}
    </nav>
  );
}

/** Previous and next buttons of a block; a step that leads nowhere is shown as such. */
export function StepPager({ label, previous, next }: { readonly label: string; readonly previous: string | undefined; readonly next: string | undefined }) {
  return (
    <nav className="step-pager" aria-label={label}>
      <Step url={previous} name="Previous" className="step-pager-prev" rel="prev" path="M10 3 5 8l5 5" />
      <Step url={next} name="Next" className="step-pager-next" rel="next" path="m6 3 5 5-5 5" />
    </nav>
  );
}

function Step({ url, name, className, rel, path }: { readonly url: string | undefined; readonly name: string; readonly className: string; readonly rel: string; readonly path: string }) {
  const mark = <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d={path} fill="none" stroke="currentColor" strokeWidth="1.6" /></svg>;
  if (url === undefined) return <span className={`${className} is-disabled`} role="link" aria-disabled="true" aria-label={name}>{mark}</span>;
  return <a className={className} href={url} rel={rel} aria-label={name}>{mark}</a>;
}
