/**
 * Calls `act` with the number of remaining frames (0 in the last) in each of the next frames until it returns true.
 * Returns a function that cancels it.
 */
export function onFrames(frames: number, act: (left: number) => boolean): () => void {
  let left = frames;
  const next = (): void => {
    if (!act(left) && left-- > 0) frame = requestAnimationFrame(next);
  };
  let frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}
