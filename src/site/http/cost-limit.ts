import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { createCostBudget } from '../../lib/cost-budget.ts';
import { createCpuShares, readingMs } from '../../lib/cpu-cost.ts';
import { TooManyRequestsError } from '../../lib/errors.ts';
import { isOwnNetwork } from '../../lib/own-network.ts';
import { byAddress } from './counted-as.ts';
import type { CountedAs } from './counted-as.ts';

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
