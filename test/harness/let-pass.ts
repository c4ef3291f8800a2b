/**
 * Waits for milliseconds when time itself is tested: a kill at a random moment, a load with pauses, a clock that must
 * advance. Never use it to wait for a condition.
 */
export function letPass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
