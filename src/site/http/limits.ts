import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { createCpuShares, readingMs } from '../../lib/cpu-cost.ts';
import { TooManyRequestsError } from '../../lib/errors.ts';
import { isOwnNetwork } from '../../lib/network.ts';
import { createAllowance, createCostBudget } from '../../lib/rate-limit.ts';
import type { AllowanceOptions } from '../../lib/rate-limit.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import type { Sessions } from '../../modules/users/sessions.ts';
import { callerOf } from '../../lib/request-headers.ts';

export interface CostLimitOptions {
  /** Part of one processor that an address may keep busy for ever, in per cent; 0: no limit. */
  readonly percent: number;
  /** Whose part it is; by default the address's. */
  readonly who?: CountedAs | undefined;
  /** Milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
  /** CPU time so far, in milliseconds; for tests. */
  readonly cpuMs?: (() => number) | undefined;
}

/** Seconds of its part that an address may spend at once: 5 s of CPU time at 20 %, which is a thousand pages that nobody has asked for yet. */
const burstSeconds = 25;
/** More than most answers take: a hundred at a time of one address at 20 %. */
const reservedMs = 50;
/** Receiving a body, and reading one that is no form, costs before anything is measured: some 10 ms a megabyte. */
const bytesPerMs = 100_000;

/**
 * Refuses (429) an address that has spent its part of a processor's time on answers that no cache has, by what they really cost. For routes that are added
 * after it. Addresses of the own network are not limited: they may be a proxy that the site was not told of, and all its readers.
 */
export function installCostLimit(
  app: FastifyInstance,
  { percent, who = byAddress, now, cpuMs }: CostLimitOptions,
): void {
  if (percent === 0) return;
  const perSecondMs = percent * 10;
  const budget = createCostBudget({ perSecondMs, burstMs: perSecondMs * burstSeconds, reservedMs, now });
  const shares = createCpuShares(cpuMs);
  const refuse = async (request: FastifyRequest) => {
    const seconds = isOwnNetwork(request.ip) ? 0 : budget.waitFor(await who(request));
    if (seconds > 0)
      throw new TooManyRequestsError(
        'Your address has asked for more than its part in a short time. Please wait a moment.',
        seconds,
      );
  };
  // Once for all that is answered: who sends a form that can't be read comes to no handler.
  app.addHook('onResponse', async (request) => {
    const ms = readingMs(request);
    if (ms > 0 && !isOwnNetwork(request.ip)) budget.begin(await who(request))(ms);
  });
  const measuredHandlers = new WeakSet<RouteHandlerMethod>(); // Fastify gives the handler of a GET to the HEAD beside it
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    if (measuredHandlers.has(handler)) return;
    route.onRequest = [refuse, ...[route.onRequest ?? []].flat()];
    route.handler = async function measure(
      this: FastifyInstance,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<unknown> {
      const run = async (): Promise<unknown> => handler.call(this, request, reply);
      if (isOwnNetwork(request.ip)) return run();
      const settle = budget.begin(await who(request));
      const receiving = Math.max(0, Number(request.headers['content-length'] ?? 0) || 0) / bytesPerMs;
      return shares.run(run, (ms) => settle(ms + receiving));
    };
    measuredHandlers.add(route.handler);
  });
}

/** What one address, or one account, may search for. */
const usual: AllowanceOptions = { burst: 60, perSecond: 5 };

/**
 * Refuses searches (429) to an address, or to who is signed in (`who`), that asks for many new ones in a short time. Answers that are stored already do not
 * come here, and count for nothing. Addresses of the own network are not limited: they may be a proxy that the site was not told of, and all its readers.
 */
export function installSearchLimit(app: FastifyInstance, who: CountedAs = byAddress, options = usual): void {
  const take = createAllowance(options);
  app.addHook('preHandler', async (request) => {
    if (!isSearch(request) || isOwnNetwork(request.ip)) return;
    const seconds = take(await who(request));
    if (seconds > 0)
      throw new TooManyRequestsError(
        'You have searched for many things in a short time. Please wait a few seconds.',
        seconds,
      );
  });
}

/** Pages, feeds and calls that ask the search index. */
function isSearch({ url, query, body }: FastifyRequest): boolean {
  const given = (fields: unknown, name: string) =>
    typeof fields === 'object' &&
    fields !== null &&
    name in fields &&
    (fields as Record<string, unknown>)[name] !== '';
  return (
    given(query, 's') ||
    given(query, 'search') ||
    url.startsWith('/search/') ||
    (given(body, 'action') && (body as Record<string, unknown>)['action'] === 'td_ajax_search')
  );
}

/** A request, as far as limits ask who sends it. */
interface Asking {
  readonly ip: string;
  readonly headers: Pick<IncomingHttpHeaders, 'cookie'>;
}

/** Under which name limits count who asks. */
export type CountedAs = (request: Asking) => Promise<string>;

/** By their address alone. */
const byAddress: CountedAs = async ({ ip }) => callerOf(ip);

/** By account where somebody is signed in: a newsroom sits behind one address. */
export function byAccount(sessions: Pick<Sessions, 'find'>): CountedAs {
  return async ({ ip, headers }) => {
    const signedIn = await sessions.find(headers.cookie);
    return signedIn ? `account ${signedIn.actor.id}` : callerOf(ip);
  };
}

/** The same for those who may edit something alone: where visitors register, an account more would be a part of the machine more. */
export function byEditor(sessions: Pick<Sessions, 'find'>): CountedAs {
  return async ({ ip, headers }) => {
    const actor = (await sessions.find(headers.cookie))?.actor;
    return actor && mayEditSomething(actor) ? `account ${actor.id}` : callerOf(ip);
  };
}
