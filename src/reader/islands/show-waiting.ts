/**
 * Marks what a reader clicked, once it has kept them waiting for 200 ms. The function that it returns takes the mark away, and says whether what comes is
 * still wanted: Esc gives it up.
 */
export function showWaiting(clicked: Element): () => boolean {
  const mark = clicked.animate({ opacity: 0.5, cursor: 'progress' }, { delay: 200, fill: 'forwards' });
  let isWanted = true;
  const hear = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    isWanted = false;
    mark.cancel();
  };
  addEventListener('keydown', hear);
  return () => {
    mark.cancel();
    removeEventListener('keydown', hear);
    return isWanted;
  };
}
