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
