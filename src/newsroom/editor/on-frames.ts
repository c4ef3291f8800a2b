/** Calls `act` in each of the next frames until it returns true, with how many are left: in the last one none. Returns what ends that sooner. */
export function onFrames(frames: number, act: (left: number) => boolean): () => void {
  let left = frames;
  const next = (): void => {
    if (!act(left) && left-- > 0) asked = requestAnimationFrame(next);
  };
  let asked = requestAnimationFrame(next);
  return () => cancelAnimationFrame(asked);
}
