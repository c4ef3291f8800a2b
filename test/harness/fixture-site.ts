import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { contentSecurityPolicy } from '../../src/site/pages/third-parties.ts';
import { decodeEntities } from '../../src/lib/plain-text.ts';
import { configId } from '../../src/reader/islands/acting.ts';
import type { Act } from '../../src/reader/islands/acting.ts';
import { PageActs } from '../../src/site/pages/page-render.ts';
import { scriptJson } from '../../src/lib/json.ts';
import type { PageConfig } from '../../src/reader/islands/page-config.ts';
import { readClientAssets } from '../../src/theme/client-assets.server.ts';
import type { ClientAssets } from '../../src/theme/client-assets.server.ts';
import { onceARun } from './once-a-run.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};
// One transparent pixel.
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface FixturePage {
  readonly body: string;
  /** Whether the body is uncleaned text by a hostile author, whose `data-config` must not be trusted. */
  readonly isText?: boolean;
  /** Behaviours requested by the body's views, as returned by `renderActing`. */
  readonly acts?: readonly Act[];
  readonly head?: string;
  /** Behaviours and islands that it uses. */
  readonly modules?: readonly string[];
  readonly scheme?: 'light' | 'dark' | 'auto';
  readonly config?: Partial<PageConfig>;
  readonly bodyActs?: Pick<PageConfig, 'now' | 'late'>;
}

/** A response of the fixture's admin-ajax.php, with a delay in ms. */
export interface AjaxAnswer {
  readonly status?: number;
  readonly body: string;
  readonly delay?: number;
  readonly setCookie?: string;
}

/** A server with hand-written pages, the current browser build and the real content security policy. */
export interface FixtureSite {
  readonly origin: string;
  readonly assets: ClientAssets;
  /** Form fields of this test's AJAX calls, in order. */
  readonly calls: URLSearchParams[];
  readonly paths: string[];
  /** Serves a page at a new address, which it returns. */
  add(page: FixturePage): string;
  /** Sets the handler of AJAX calls in this test (default: `{}`). */
  answer(handler: (fields: URLSearchParams) => AjaxAnswer): void;
}

/** Moves a behaviour's `data-config` (JSON) in a fixture's body to the head under an id, as views do. */
function withConfigs(body: string): { readonly html: string; readonly configs: Record<string, unknown> } {
  const acts = new PageActs();
  const html = body.replace(
    /(data-(?:behaviour|late)="([\w-]+)"[^>]*?) data-config=(?:'([^']*)'|"([^"]*)")/g,
    (_whole, before: string, name: string, single?: string, double?: string) => {
      const config: unknown = JSON.parse(single ?? decodeEntities(double ?? ''));
      acts.note({ name, config });
      return `${before} data-config="${configId(config)}"`;
    },
  );
  return { html, configs: acts.configs };
}

function configsOf(acts: readonly Act[] = []): Readonly<Record<string, unknown>> {
  const page = new PageActs();
  for (const act of acts) page.note(act);
  return page.configs;
}

function shell(
  {
    body,
    isText,
    acts,
    head = '',
    modules = [],
    scheme = 'light',
    config,
    bodyActs: { now = '', late = '' } = {},
  }: FixturePage,
  assets: ClientAssets,
): string {
  const { html, configs } = isText || acts ? { html: body, configs: configsOf(acts) } : withConfigs(body);
  const page: PageConfig = {
    ajaxUrl: '/wp-admin/admin-ajax.php?td_theme_name=Broadsheet&v=1',
    isAdminBarShowing: false,
    origPostEditUrl: null,
    modules: assets.pageModules(modules),
    now,
    late,
    ...config,
    configs: { ...configs, ...config?.configs },
  };
  return (
    `<!doctype html><html lang="en" data-scheme="${scheme}"><head><meta charset="utf-8"><title>Fixture</title><link rel="icon" href="data:,">` +
    `<script>${assets.headScript}</script><style>${assets.fontCss}</style>${head}<template></template>` +
    `<script type="application/json" id="broadsheet-page">${scriptJson(page)}</script><script>${assets.loaderScript}</script></head>` +
    `<body>${html}</body></html>`
  );
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folder of the browser build: dist/ if it is up to date, else a new one built once per run. */
async function buildClient(): Promise<string> {
  const { inspectBuild } = (await import('../../scripts/launch/steps.mjs' as string)) as {
    inspectBuild: (root: string, node: string) => { readonly fresh: boolean };
  };
  if (inspectBuild(root, process.execPath).fresh) return join(root, 'dist');
  return onceARun('client', async (folder) => {
    await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--client-only', '--out', folder], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    });
  });
}

export function useFixtureSite(): FixtureSite {
  let dist = '';
  const pages = new Map<string, FixturePage>();
  const calls: URLSearchParams[] = [];
  const paths: string[] = [];
  let assets: ClientAssets;
  let origin = '';
  let handler: (fields: URLSearchParams) => AjaxAnswer;

  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://fixture');
    paths.push(pathname);
    const page = pages.get(pathname);
    if (page) {
      response.setHeader(
        'content-security-policy',
        contentSecurityPolicy([assets.headHash, assets.loaderHash]),
      );
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
      response.end(
        `<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><p>${pathname}</p>`,
      );
    }
  };
  // A fixture's error is printed at once; the page would only time out after half a minute.
  const server = createServer(
    (request, response) =>
      void answerTo(request, response).catch((error: unknown) => {
        process.stderr.write(`The fixture site: ${error instanceof Error ? error.stack : String(error)}\n`);
        response.writeHead(500).end();
      }),
  );

  beforeAll(async () => {
    dist = await buildClient();
    assets = readClientAssets(dist);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
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
