import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Content } from '../../../modules/content/content.ts';
import { sentText } from '../../../kernel/input-kinds.ts';
import { domainOf, sendsItself } from '../../../modules/push/push.ts';
import {
  languageIn,
  removeSubscription,
  saveSubscription,
  subscriptionSchema,
} from '../../../modules/push/subscriptions.ts';
import { callerOf } from '../../../lib/request-headers.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../../../lib/errors.ts';
import { createRateLimit } from '../../../lib/rate-limit.ts';
import { isForeign } from '../../http/security-headers.ts';

/** Bytes; several times what a browser sends. */
const bodyLimit = 8192;

export interface TokenRouteOptions {
  readonly content: Pick<Content, 'database' | 'siteUrl' | 'settings'>;
  /** Trusted origins of push services, in addition to the browsers' own. */
  readonly services: readonly string[];
  /** Milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

/**
 * `/api/token`, which works like a push service: POST subscribes a browser, DELETE unsubscribes it. 404 if push is off
 * or an external push service is configured.
 */
export function tokenRoute(app: FastifyInstance, { content, services, now }: TokenRouteOptions): void {
  const { database, settings, siteUrl } = content;
  const limit = createRateLimit({
    name: 'The registration for push messages',
    burst: 10,
    perSecond: 0.1,
    now,
  });
  // Runs before the body is read.
  const options = { bodyLimit, onRequest: async (request: FastifyRequest) => limit(callerOf(request.ip)) };
  const registration = z.object({
    token: subscriptionSchema(services),
    domain: z.literal(domainOf(siteUrl)),
    app_id: z.string().max(500).optional(),
  });
  const farewell = z.object({ token: z.object({ endpoint: sentText(2000) }) });

  app.post('/api/token', options, async (request, reply) => {
    await assertTaken(request);
    const { token } = read(registration, request.body);
    await database.write((tx) =>
      saveSubscription(tx, token, siteUrl, languageIn(request.headers['accept-language'])),
    );
    return reply.header('cache-control', 'no-store').send({ success: true });
  });

  app.delete('/api/token', options, async (request, reply) => {
    await assertTaken(request);
    const {
      token: { endpoint },
    } = read(farewell, request.body);
    await database.write((tx) => removeSubscription(tx, endpoint));
    return reply.header('cache-control', 'no-store').send({ success: true });
  });

  async function assertTaken(request: FastifyRequest): Promise<void> {
    if (!sendsItself(await settings.current()))
      throw new NotFoundError('This site registers no browsers for push messages.', 'push_off');
    if (isForeign(request.headers, siteUrl))
      throw new ForbiddenError('Browsers register from pages of this site only.', 'push_foreign');
  }
}

/** Throws `InvalidInputError` with the first issue. */
function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidInputError(
    `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'not accepted'}.`,
    'push_invalid',
  );
}
