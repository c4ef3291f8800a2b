/**
 * Lets time pass (milliseconds) where the time itself is what a test is about: a kill at a moment that nobody chose, a load with pauses, a clock that must have
 * moved on. Never to wait for something: that has a condition.
 */
export function letPass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
