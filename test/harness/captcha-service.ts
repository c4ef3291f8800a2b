import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the service was asked to verify. */
export interface Verification {
  readonly secret: string;
  readonly response: string;
  readonly remoteip: string;
}

export interface CaptchaService {
  /** Address of the script that pages load. */
  readonly script: string;
  /** Address where servers verify tokens. */
  readonly verify: string;
  readonly verifications: Verification[];
  /** Queries with which the script was asked for. */
  readonly loads: string[];
  /** What the next verifications find (`siteverify` of score-based services); a number is a bare status. */
  find(verdict: Record<string, unknown> | number): void;
  close(): Promise<void>;
}

/**
 * A stand-in for a score-based captcha service: its script hands out tokens with white space around them and notes how it was called, its server gives
 * verdicts, each token once.
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
