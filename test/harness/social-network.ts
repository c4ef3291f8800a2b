import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SocialNetwork {
  /** URL of the script that pages load. */
  readonly sdk: string;
  /** URL where servers look up a token's user. */
  readonly graph: string;
  readonly asked: string[];
  /** Sets the owner of the next tokens; without `person` they are invalid. */
  vouch(app: string, person?: { readonly id: string; readonly name?: string; readonly email?: string }): void;
  /** Makes its API respond with this status and a page; undefined resets it. */
  fail(status?: number): void;
  close(): Promise<void>;
}

/**
 * A fake social network: its script records its setup (`window.network`) and issues tokens; its API returns a token's
 * owner to callers with the app's secret.
 */
export async function startSocialNetwork(): Promise<SocialNetwork> {
  const asked: string[] = [];
  let app = '';
  let failing: number | undefined;
  let person: Parameters<SocialNetwork['vouch']>[1];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://network');
    asked.push(request.url ?? '');
    if (pathname === '/sdk.js') {
      return response
        .setHeader('content-type', 'text/javascript')
        .end(
          'window.network = []; window.FB = { init: (options) => network.push(options), ' +
            'login: (done, options) => { network.push(options); setTimeout(() => done({ authResponse: { accessToken: "good-token" } }), 5); } };',
        );
    }
    if (failing !== undefined) return response.writeHead(failing).end('<h1>Sorry</h1>');
    const token = searchParams.get('input_token') ?? searchParams.get('access_token');
    const isKnown = person !== undefined && token === 'good-token';
    const answers: Record<string, unknown> = {
      '/debug_token':
        searchParams.get('access_token') === '123|secret'
          ? { data: { app_id: app, is_valid: isKnown, user_id: person?.id ?? '' } }
          : { error: { message: 'Invalid OAuth access token.', code: 190 } },
      '/v13.0/me': isKnown ? person : { error: { code: 190 } },
    };
    return response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(answers[pathname] ?? { error: { code: 1 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sdk: `${origin}/sdk.js`,
    graph: origin,
    asked,
    vouch: (forApp, forPerson) => {
      app = forApp;
      person = forPerson;
    },
    fail: (status) => void (failing = status),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
