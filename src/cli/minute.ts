/** A moment (milliseconds since 1970) as command lines print it: to the minute, UTC. */
export function minute(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}
