/** Ends one thing that the bench started: a server, a database, a folder. */
export type End = () => Promise<void>;

const running = new Set<End>();

/** Notes how to end what was started, should its starter not come to that; what is given back ends it, once. */
export function endsLater(end: End): End {
  const once = async () => {
    if (running.delete(once)) await end();
  };
  running.add(once);
  return once;
}

/** Ends all that still runs, the newest first; one that fails keeps none of the others from ending. */
export async function endAll(): Promise<void> {
  const failures: unknown[] = [];
  for (const end of [...running].toReversed()) await end().catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some of what the bench started could not be ended.');
}
