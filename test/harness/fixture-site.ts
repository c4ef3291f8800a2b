import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { contentSecurityPolicy } from '../../src/pages/content-security-policy.ts';
import { scriptJson } from '../../src/lib/script-json.ts';
import type { PageConfig } from '../../src/islands/page-config.ts';
import { readClientAssets } from '../../src/theme/client-assets.server.ts';
import type { ClientAssets } from '../../src/theme/client-assets.server.ts';

const types: Record<string, string> = { '.js': 'text/javascript', '.woff2': 'font/woff2', '.png': 'image/png' };
// One transparent pixel.
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A page of the fixture site. */
export interface FixturePage {
  readonly body: string;
  readonly head?: string;
  /** Behaviours and islands that it uses. */
  readonly modules?: readonly string[];
  readonly scheme?: 'light' | 'dark' | 'auto';
  readonly config?: Partial<PageConfig>;
}

/** An answer of the fixture's admin-ajax.php: status, body, and milliseconds until it comes. */
export interface AjaxAnswer {
  readonly status?: number;
  readonly body: string;
  readonly delay?: number;
  readonly setCookie?: string;
}

/** A server with hand-made pages, and today's browser build under the real content security policy. */
export interface FixtureSite {
  readonly origin: string;
  readonly assets: ClientAssets;
  /** Form fields of the AJAX calls of this test, in order. */
  readonly calls: URLSearchParams[];
  /** Every path asked for in this test. */
  readonly paths: string[];
  /** Serves a page at a new address; returns the address. */
  add(page: FixturePage): string;
  /** Says how AJAX calls are answered in this test (default: `{}`). */
  answer(handler: (fields: URLSearchParams) => AjaxAnswer): void;
}

function shell({ body, head = '', modules = [], scheme = 'light', config }: FixturePage, assets: ClientAssets): string {
  const page: PageConfig = { ajaxUrl: '/wp-admin/admin-ajax.php?td_theme_name=Broadsheet&v=1', modules: assets.pageModules(modules), ...config };
  return `<!doctype html><html lang="en" data-scheme="${scheme}"><head><meta charset="utf-8"><title>Fixture</title><link rel="icon" href="data:,">`
    + `<script>${assets.headScript}</script><style>${assets.fontCss}</style>${head}</head><body>${body}`
    + `<script type="application/json" id="broadsheet-page">${scriptJson(page)}</script><script>${assets.loaderScript}</script></body></html>`;
}

/** Declares the fixture site of a test file; it builds the browser's part as production has it. */
export function useFixtureSite(): FixtureSite {
  const dist = mkdtempSync(join(tmpdir(), 'broadsheet-client-'));
  const pages = new Map<string, FixturePage>();
  const calls: URLSearchParams[] = [];
  const paths: string[] = [];
  let assets: ClientAssets;
  let origin = '';
  let handler: (fields: URLSearchParams) => AjaxAnswer;

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://fixture');
    paths.push(pathname);
    const page = pages.get(pathname);
    if (page) {
      response.setHeader('content-security-policy', contentSecurityPolicy([assets.headHash, assets.loaderHash]));
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(shell(page, assets));
    } else if (pathname === '/wp-admin/admin-ajax.php') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const fields = new URLSearchParams(Buffer.concat(chunks).toString());
      calls.push(fields);
      const { status = 200, body, delay = 0, setCookie } = handler(fields);
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (setCookie) response.setHeader('set-cookie', setCookie);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    } else if (pathname.startsWith('/assets/')) {
      response.setHeader('content-type', types[extname(pathname)] ?? 'application/octet-stream');
      response.end(readFileSync(join(dist, 'client', pathname)));
    } else if (pathname.endsWith('.png')) {
      response.writeHead(200, { 'content-type': 'image/png' }).end(pixel);
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><p>${pathname}</p>`);
    }
  });

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--client-only', '--out', dist], { env: { ...process.env, NODE_ENV: 'production' } });
    assets = readClientAssets(dist);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
    rmSync(dist, { recursive: true, force: true });
  });
  beforeEach(() => {
    calls.length = 0;
    paths.length = 0;
    handler = () => ({ body: '{}' });
  });

  return {
    get origin() {
      return origin;
    },
    get assets() {
      return assets;
    },
    calls,
    paths,
    add: (page) => {
      const path = `/page-${pages.size + 1}/`;
      pages.set(path, page);
      return origin + path;
    },
    answer: (next) => {
      handler = next;
    },
  };
}
