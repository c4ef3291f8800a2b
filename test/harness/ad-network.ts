import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AdNetwork {
  readonly origin: string;
  /** `GET /network.js` … in order of arrival. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Responses by path. `ORIGIN` is replaced. */
const answers: Readonly<Record<string, readonly [type: string, body: string]>> = {
  // The network's script: shows creatives in frames after asking for bids, like real ones.
  '/network.js': [
    'text/javascript',
    `window.network = { shown: [], async show(id) { network.shown.push(id); const { bid } = await (await fetch('ORIGIN/bid')).json();
    const frame = document.createElement('iframe'); frame.src = 'ORIGIN/creative.html?bid=' + bid; frame.title = 'Creative';
    frame.style.cssText = 'border:0;width:100%;height:100%';
    document.getElementById(id).append(frame); } };`,
  ],
  '/lib.js': ['text/javascript', `window.order = [...(window.order ?? []), 'lib'];`],
  '/bid': ['application/json', '{"bid":7}'],
  '/creative.html': [
    'text/html',
    '<!doctype html><title>Creative</title><link rel="icon" href="data:,"><p id="creative">Buy this</p>',
  ],
  '/written.js': [
    'text/javascript',
    `document.write('<p id="written">Written by a tag</p>'); try { parent.document.title = 'Taken over' } catch { document.write('<p ` +
      `id="locked">Locked in</p>') }`,
  ],
  '/container.js': [
    'text/javascript',
    `window.containers = [...(window.containers ?? []), dataLayer.length]; fetch('ORIGIN/collect?n=' + dataLayer.length);`,
  ],
  '/check': ['text/plain', 'ok'],
  '/collect': ['text/plain', 'ok'],
  '/picture.svg': [
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"><rect width="300" height="250" fill="teal"/></svg>',
  ],
};

/** A fake ad network and tag manager on loopback. */
export async function startAdNetwork(): Promise<AdNetwork> {
  const requests: string[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://network');
    requests.push(`${request.method} ${pathname}`);
    const [type, body] = answers[pathname] ?? ['text/plain', ''];
    response
      .writeHead(answers[pathname] ? 200 : 404, { 'content-type': type, 'access-control-allow-origin': '*' })
      .end(body.replaceAll('ORIGIN', origin));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
