import { isRecord } from './records.ts';

/** A user's visits to the dashboard, stored by the newsroom as their preference `broadsheet_dashboard`. */
export interface DashboardState {
  /** Milliseconds since 1970 of the last view of the dashboard; 0: never. */
  readonly seenAt: number;
  /** End of the visit before that one. */
  readonly sinceAt: number;
  /** Whether the user has dismissed the steps of setting up the site. */
  readonly hidesSetup: boolean;
}

/** Views with shorter pauses belong to the same visit. */
const visitMs = 30 * 60_000;
/** Period of a first visit. */
const firstVisitMs = 24 * 3_600_000;

const toMoment = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

/** Other programs may have stored anything. */
export function readState(preference: unknown): DashboardState {
  const {
    seen_at: seenAt,
    since_at: sinceAt,
    hides_setup: hidesSetup,
  } = isRecord(preference) ? preference : {};
  return { seenAt: toMoment(seenAt), sinceAt: toMoment(sinceAt), hidesSetup: hidesSetup === true };
}

export const writeState = ({ seenAt, sinceAt, hidesSetup }: DashboardState) => ({
  seen_at: seenAt,
  since_at: sinceAt,
  hides_setup: hidesSetup,
});

/** The state after a view at `now`, ms since 1970. */
export function seenAgain(state: DashboardState, now: number): DashboardState {
  const { seenAt, sinceAt } = state;
  return { ...state, seenAt: now, sinceAt: seenAt > now - visitMs ? sinceAt : seenAt };
}

/** A stored time that is later than this, from now on, is that of a wrong clock. */
const maxAheadMs = 24 * 3_600_000;

/**
 * The state after the user saw a dashboard of `viewedAt`; the same one if a later view is stored already, as a hidden
 * window may show an old dashboard. All in ms since 1970.
 */
export function noteView(state: DashboardState, viewedAt: number, now: number): DashboardState {
  const isNoted = state.seenAt >= viewedAt && state.seenAt <= now + maxAheadMs;
  return isNoted ? state : seenAgain(state, viewedAt);
}

/** When the visit before the current one ended, ms since 1970. Times ahead of the clock count as unknown. */
export function lastVisit(state: DashboardState, now: number): number {
  const { sinceAt } = seenAgain(state, now);
  return sinceAt === 0 || sinceAt > now ? now - firstVisitMs : sinceAt;
}
