import { createServer } from 'node:http';
import type { Server } from 'node:http';

/** Seconds after which clients try again while the site is replaced. */
const retryAfterSeconds = 5;

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${retryAfterSeconds}">
<title>Back in a moment</title><style>:root{color-scheme:light dark}body{display:grid;place-content:center;min-height:90vh;margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;text-align:center}h1{margin:0;font:600 28px/1.2 Georgia,serif}p{margin:12px 0 0}</style></head><body><h1>Back in a moment</h1><p>This site is being restored from a backup.</p></body></html>
`;
const answer = JSON.stringify({
  code: 'restore_running',
  message: 'The site is being restored from a backup. Try again in a moment.',
  data: { status: 503 },
});

/** Answers every request with 503 while the site is replaced. Returns a function that frees the port. */
export async function answerUnavailable(port: number, host: string): Promise<() => Promise<void>> {
  const server: Server = createServer((request, response) => {
    request.resume();
    const isRest = request.url?.startsWith('/wp-json') ?? false;
    response.writeHead(503, {
      'content-type': isRest ? 'application/json; charset=UTF-8' : 'text/html; charset=utf-8',
      'retry-after': String(retryAfterSeconds),
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    response.end(request.method === 'HEAD' ? undefined : isRest ? answer : page);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
