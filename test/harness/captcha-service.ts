import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Verification {
  readonly secret: string;
  readonly response: string;
  readonly remoteip: string;
}

export interface CaptchaService {
  readonly script: string;
  /** URL where servers verify tokens. */
  readonly verify: string;
  readonly verifications: Verification[];
  readonly loads: string[];
  /** Sets the result of the next verifications (`siteverify` of score-based services); a number is a bare status. */
  find(verdict: Record<string, unknown> | number): void;
  close(): Promise<void>;
}

/**
 * A fake score-based captcha service: its script issues tokens surrounded by white space and records its calls; its
 * server accepts each token once.
 */
export async function startCaptchaService(): Promise<CaptchaService> {
  const verifications: Verification[] = [];
  const loads: string[] = [];
  const used = new Set<string>();
  let verdict: Record<string, unknown> | number = {};
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    if (pathname === '/api.js') {
      loads.push(searchParams.toString());
      response.setHeader('content-type', 'text/javascript');
      return response.end(
        'window.asked = []; let n = 0; window.grecaptcha = { ready: (then) => setTimeout(then, 5), execute: async (key, options) => { asked.push([key, ' +
          `options]); return '  token-' + Date.now() + '-' + n++ + '  '; } };`,
      );
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fields = new URLSearchParams(Buffer.concat(chunks).toString());
    const token = fields.get('response') ?? '';
    verifications.push({
      secret: fields.get('secret') ?? '',
      response: token,
      remoteip: fields.get('remoteip') ?? '',
    });
    if (typeof verdict === 'number') return response.writeHead(verdict).end('down');
    const known = used.has(token);
    used.add(token);
    const answer = known
      ? { success: false, 'error-codes': ['timeout-or-duplicate'] }
      : {
          success: true,
          score: 0.9,
          action: 'validate_captcha',
          challenge_ts: new Date().toISOString(),
          hostname: 'localhost',
          ...verdict,
        };
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    script: `${origin}/api.js`,
    verify: `${origin}/siteverify`,
    verifications,
    loads,
    find: (next) => (verdict = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
