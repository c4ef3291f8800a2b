import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { readState, writeState } from '../../../lib/dashboard-visit.ts';
import type { DashboardState } from '../../../lib/dashboard-visit.ts';
import { rest, RestError } from '../../app/rest.ts';
import type { Dashboard, OwnUserSent } from '../../app/rest-types.ts';
import { say } from '../../words.ts';

export const dashboardKey = ['dashboard'] as const;

/** Between reloads of a visible dashboard. */
export const reloadMs = 60_000;

export function useDashboard() {
  return useQuery({
    queryKey: dashboardKey,
    refetchInterval: reloadMs,
    queryFn: async ({ signal }) => (await rest<Dashboard>('/broadsheet/v1/dashboard', { signal })).body,
  });
}

/** A title in plain text, as the dashboard's route sends it. */
export const titled = (title: string): string => title || say('(no title)');

let last: Promise<unknown> = Promise.resolve();

/** Stores a change of the user's state, one at a time, unless it returns the same state; re-applied once if another window saved first. Throws `RestError`. */
export function changeState(
  queries: QueryClient,
  change: (state: DashboardState) => DashboardState,
): Promise<void> {
  const run = async () => {
    const from = queries.getQueryData<Dashboard>(dashboardKey)?.state ?? {};
    const theirs = await store(queries, from, change);
    if (theirs) await store(queries, theirs, change);
  };
  const done = last.then(run, run);
  last = done;
  return done;
}

type Stored = Dashboard['state'];

/** Returns the stored state if it is not `from`. */
async function store(
  queries: QueryClient,
  from: Stored,
  change: (state: DashboardState) => DashboardState,
): Promise<Stored | undefined> {
  const state = readState(from);
  const changed = change(state);
  if (changed === state) return undefined;
  const to = writeState(changed);
  try {
    const body = { meta: { broadsheet_dashboard: to }, from: { meta: { broadsheet_dashboard: from } } };
    await rest<unknown, OwnUserSent>('/wp/v2/users/me', { method: 'POST', body });
  } catch (error) {
    const theirs = error instanceof RestError && error.code === 'stale' ? stateOf(error.theirs) : undefined;
    if (!theirs) throw error;
    return theirs;
  }
  queries.setQueryData<Dashboard>(dashboardKey, (shown) => shown && { ...shown, state: to });
  return undefined;
}

function stateOf(user: unknown): Stored | undefined {
  const { meta } = (user ?? {}) as { readonly meta?: { readonly broadsheet_dashboard?: Stored } };
  return meta && (meta.broadsheet_dashboard ?? {});
}
