/** Ends something started by the bench: a server, a database, a folder. */
export type End = () => Promise<void>;

const running = new Set<End>();

/** Registers a clean-up in case the starter does not reach its own; the returned function runs it once. */
export function endsLater(end: End): End {
  const once = async () => {
    if (running.delete(once)) await end();
  };
  running.add(once);
  return once;
}

/** Ends everything still running, newest first; failures don't stop the others. */
export async function endAll(): Promise<void> {
  const failures: unknown[] = [];
  for (const end of [...running].toReversed()) await end().catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some processes or files of the bench could not be cleaned up.');
}
