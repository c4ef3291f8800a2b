import type { FastifyInstance, FastifyReply } from 'fastify';

/** Headers of every reply, cached pages included. The content security policy comes with each page, since it depends on it. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** What replies that are no page of ours may do: nothing. */
const defaultPolicy = `default-src 'none'; frame-ancestors 'self'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'`;

export function installSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => addSecurityHeaders(reply));
}

/** For replies that no hook sees. */
export function addSecurityHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(securityHeaders)) reply.header(name, value);
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', defaultPolicy);
}
