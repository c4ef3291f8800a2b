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
  /** Sustained share of one processor per address, in percent; 0: no limit. */
  readonly percent: number;
  /** Defaults to the address. */
  readonly who?: CountedAs | undefined;
  /** Milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
  /** CPU time so far, in milliseconds; for tests. */
  readonly cpuMs?: (() => number) | undefined;
}

/** Burst, in seconds of the share: 5 s of CPU time at 20 %, enough for a thousand uncached pages. */
const burstSeconds = 25;
/** Reserved per request, more than most take; allows a hundred concurrent requests of one address at 20 %. */
const reservedMs = 50;
/** Receiving and parsing a body happens before the measurement: about 10 ms per megabyte. */
const bytesPerMs = 100_000;

/**
 * Refuses (429) addresses that spent their share of CPU time on uncached replies, by measured cost. Applies to routes
 * added after it. Exempts the local network: an address there may be an undeclared proxy for all visitors.
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
      throw new TooManyRequestsError('Too many requests from your address. Please wait a moment.', seconds);
  };
  // A hook for all replies, because a form that can't be parsed reaches no handler.
  app.addHook('onResponse', async (request) => {
    const ms = readingMs(request);
    if (ms > 0 && !isOwnNetwork(request.ip)) budget.begin(await who(request))(ms);
  });
  const measuredHandlers = new WeakSet<RouteHandlerMethod>(); // Fastify also passes a GET handler to its HEAD route
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

/** Per address or account. */
const usual: AllowanceOptions = { burst: 60, perSecond: 5 };

/**
 * Refuses (429) addresses or accounts (`who`) that send many new searches in a short time; cached results don't count.
 * Exempts the local network: an address there may be an undeclared proxy for all visitors.
 */
export function installSearchLimit(app: FastifyInstance, who: CountedAs = byAddress, options = usual): void {
  const take = createAllowance(options);
  app.addHook('preHandler', async (request) => {
    if (!isSearch(request) || isOwnNetwork(request.ip)) return;
    const seconds = take(await who(request));
    if (seconds > 0)
      throw new TooManyRequestsError(
        'Too many searches in a short time. Please wait a few seconds.',
        seconds,
      );
  });
}

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

interface Asking {
  readonly ip: string;
  readonly headers: Pick<IncomingHttpHeaders, 'cookie'>;
}

export type CountedAs = (request: Asking) => Promise<string>;

const byAddress: CountedAs = async ({ ip }) => callerOf(ip);

/** Counts logged-in users by account, since a newsroom shares one address. */
export function byAccount(sessions: Pick<Sessions, 'find'>): CountedAs {
  return async ({ ip, headers }) => {
    const signedIn = await sessions.find(headers.cookie);
    return signedIn ? `account ${signedIn.actor.id}` : callerOf(ip);
  };
}

/** The same for users with editing capabilities only: with open registration, each new account would get another share. */
export function byEditor(sessions: Pick<Sessions, 'find'>): CountedAs {
  return async ({ ip, headers }) => {
    const actor = (await sessions.find(headers.cookie))?.actor;
    return actor && mayEditSomething(actor) ? `account ${actor.id}` : callerOf(ip);
  };
}
