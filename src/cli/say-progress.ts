/** Tells of the demo's drawing with a count, in about ten lines. */
export function sayProgress(say: (line: string) => void): (done: number, total: number) => void {
  return (done, total) => {
    if (done === total || done % Math.max(1, Math.round(total / 10)) === 0)
      say(`  ${done} of ${total} pictures and films of the demo are drawn`);
  };
}
