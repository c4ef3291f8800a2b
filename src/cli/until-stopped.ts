/**
 * Runs what Ctrl+C or SIGTERM may stop: a signal is answered at once with `said`, the work gives up, and the exit code is 130; a second one ends the process as
 * ever.
 */
export async function untilStopped(
  said: string,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => {
    console.error(said);
    stop.abort();
  };
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    return await work(stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return 130;
    throw error;
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
