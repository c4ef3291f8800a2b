/** An event type, defined by the domain that emits it, in its `events.ts`. */
export interface DomainEvent<Payload> {
  readonly name: string;
  /** Never set: ties the type of the payload to the event. */
  readonly payload?: (payload: Payload) => void;
}

export function defineEvent<Payload>(name: string): DomainEvent<Payload> {
  return { name };
}

interface Subscription<Context> {
  readonly event: DomainEvent<never>;
  readonly run: (context: Context, payload: never) => Promise<void> | void;
}

/** Reacts to events of other domains, in the transaction that emits them. */
export interface Follower<Context> {
  readonly name: string;
  readonly subscriptions: readonly Subscription<Context>[];
}

/** Subscribes a function to an event. An error in it fails the transaction. */
export function on<Payload, Context>(
  event: DomainEvent<Payload>,
  run: (context: Context, payload: Payload) => Promise<void> | void,
): Subscription<Context> {
  return { event, run };
}

/** Defines a follower by its unique name, which is its place in the declared order. */
export function defineFollower<Context>(
  name: string,
  ...subscriptions: Subscription<Context>[]
): Follower<Context> {
  return { name, subscriptions };
}

/** The followers of a site, in the order in which they run. */
export interface Followers<Context> {
  /** Runs the followers of an event one after the other. Stops at the first error and throws it. */
  notify<Payload>(context: Context, event: DomainEvent<Payload>, payload: Payload): Promise<void>;
  list(): { readonly name: string; readonly events: readonly string[] }[];
}

type Place<Context> = readonly [domain: readonly Follower<Context>[], name: string];

/**
 * Arranges followers in the order of their places. Throws if a follower of a named domain has no place, a place has no
 * follower, or a name is taken twice.
 */
export function arrangeFollowers<Context>(places: readonly Place<Context>[]): Followers<Context> {
  const arranged = places.map(([domain, name]) => {
    const follower = domain.find((one) => one.name === name);
    if (!follower)
      throw new Error(`The order of followers names "${name}", which its domain does not define.`);
    return follower;
  });
  const names = arranged.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`The order of followers lists "${twice}" twice.`);
  const missing = places.flatMap(([domain]) => domain).find((follower) => !arranged.includes(follower));
  if (missing)
    throw new Error(`The follower "${missing.name}" is missing in the order of followers. Add it there.`);
  const runs = runsByEvent(arranged);
  return {
    async notify(context, event, payload) {
      // A subscription to an event takes its payload: `on` ties the two types.
      for (const run of runs.get(event) ?? []) await run(context, payload as never);
    },
    list: () =>
      arranged.map(({ name, subscriptions }) => ({
        name,
        events: subscriptions.map(({ event }) => event.name),
      })),
  };
}

/** For a database without a site: emitting an event there is an error, so no follower is skipped silently. */
export const noFollowers: Followers<unknown> = {
  notify: async (_context, { name }) => {
    throw new Error(`The event ${name} has no followers. Open the database with src/site-database.ts.`);
  },
  list: () => [],
};

type Run<Context> = Subscription<Context>['run'];

function runsByEvent<Context>(
  followers: readonly Follower<Context>[],
): Map<DomainEvent<never>, Run<Context>[]> {
  const runs = new Map<DomainEvent<never>, Run<Context>[]>();
  for (const { name, subscriptions } of followers) {
    for (const { event, run } of subscriptions) {
      const namesake = [...runs.keys()].find((other) => other !== event && other.name === event.name);
      if (namesake)
        throw new Error(
          `Two events have the name "${event.name}", and "${name}" follows one of them. Rename one.`,
        );
      runs.set(event, [...(runs.get(event) ?? []), run]);
    }
  }
  return runs;
}
