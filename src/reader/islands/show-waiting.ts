/**
 * Marks a clicked element after 200 ms of waiting. The returned function removes the mark and returns whether the
 * result is still wanted: Esc cancels.
 */
export function showWaiting(clicked: Element): () => boolean {
  const mark = clicked.animate({ opacity: 0.5, cursor: 'progress' }, { delay: 200, fill: 'forwards' });
  let isWanted = true;
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    isWanted = false;
    mark.cancel();
  };
  addEventListener('keydown', onKey);
  return () => {
    mark.cancel();
    removeEventListener('keydown', onKey);
    return isWanted;
  };
}
