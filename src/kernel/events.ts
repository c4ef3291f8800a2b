/** A kind of event that a domain emits. The domain that emits it defines it, in its `events.ts`. */
export interface DomainEvent<Payload> {
  readonly name: string;
  /** Never set: ties the type of the payload to the event. */
  readonly payload?: (payload: Payload) => void;
}

/** Defines an event by its unique name: `post.saved`. */
export function defineEvent<Payload>(name: string): DomainEvent<Payload> {
  return { name };
}

/** An event with the function that a follower runs for it. `Context` is the transaction. */
interface Subscription<Context> {
  readonly event: DomainEvent<never>;
  readonly run: (context: Context, payload: never) => Promise<void> | void;
}

/** A part of the site that acts on events of other domains, in the transaction that emits them. */
export interface Follower<Context> {
  readonly name: string;
  readonly subscriptions: readonly Subscription<Context>[];
}

/** Subscribes a function to an event. What it throws fails the transaction. */
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
  /** Runs the followers of an event one after the other. The first error ends it and is thrown. */
  notify<Payload>(context: Context, event: DomainEvent<Payload>, payload: Payload): Promise<void>;
  /** Names of the followers with the names of the events that each follows, in their order. */
  list(): { readonly name: string; readonly events: readonly string[] }[];
}

/**
 * Puts followers into the declared order of their names. Throws where a follower has no place in it, a place has no
 * follower, or a name is taken twice.
 */
export function arrangeFollowers<Context>(
  order: readonly string[],
  followers: readonly Follower<Context>[],
): Followers<Context> {
  const byName = uniqueByName(followers);
  if (new Set(order).size < order.length)
    throw new Error(`The order of followers names one twice: ${order.join(', ')}.`);
  const missing = [...byName.keys()].filter((name) => !order.includes(name));
  if (missing.length > 0) {
    throw new Error(
      `No place is declared for the follower ${missing.join(', ')}; add it to the order of followers.`,
    );
  }
  const arranged = order.map((name) => {
    const follower = byName.get(name);
    if (!follower) throw new Error(`The order of followers names "${name}", which no domain defines.`);
    return follower;
  });
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

/** For a database without a site: an event there would reach nobody, so emitting one is an error. */
export const noFollowers: Followers<unknown> = {
  notify: async (_context, { name }) => {
    throw new Error(`The event ${name} has no followers here: open the database by src/site-database.ts.`);
  },
  list: () => [],
};

function uniqueByName<Item extends { readonly name: string }>(items: readonly Item[]): Map<string, Item> {
  const byName = new Map<string, Item>();
  for (const item of items) {
    if (byName.has(item.name)) throw new Error(`Two followers are called "${item.name}"; rename one.`);
    byName.set(item.name, item);
  }
  return byName;
}

type Run<Context> = Subscription<Context>['run'];

function runsByEvent<Context>(
  followers: readonly Follower<Context>[],
): Map<DomainEvent<never>, Run<Context>[]> {
  const runs = new Map<DomainEvent<never>, Run<Context>[]>();
  for (const { name, subscriptions } of followers) {
    for (const { event, run } of subscriptions) {
      const namesake = [...runs.keys()].find((other) => other !== event && other.name === event.name);
      if (namesake)
        throw new Error(`Two events are called "${event.name}"; "${name}" follows one of them. Rename one.`);
      runs.set(event, [...(runs.get(event) ?? []), run]);
    }
  }
  return runs;
}
