import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { lastGoodAfterMs } from './last-good.ts';

/** What a worker of the tests asks of the process that holds its sites. */
export type HostRequest = { readonly id: number } & (
  | { readonly start: Record<string, string> }
  | { readonly stop: string }
);
/** What comes back: of a start the address of the site. */
export type HostReply = { readonly id: number; readonly url?: string; readonly fault?: string };

// The built server, which a worker starts once: what it loaded and compiled serves the site of the next test file, too.
const built = fileURLToPath(new URL('../../dist/server/', import.meta.url));
enableCompileCache(`${built}.compiled`); // as `startQuickly` does
const { readConfig, serve } = (await import(`${built}serve.js`)) as typeof import('../../src/serve.ts');
const serving = new Map<string, () => Promise<void>>();

async function answer(request: HostRequest): Promise<string | undefined> {
  if ('stop' in request) {
    await serving.get(request.stop)?.();
    serving.delete(request.stop);
    return undefined;
  }
  const site = await serve(
    readConfig(request.start, console.warn),
    { say: () => undefined, warn: console.warn, hasTerminal: false },
    { lastGoodAfterMs },
  );
  serving.set(site.siteUrl, () => site.stop());
  return site.siteUrl;
}

process.on('message', (request: HostRequest) => {
  answer(request)
    .then(
      (url) => ({ id: request.id, url }),
      (error: unknown) => ({ id: request.id, fault: error instanceof Error ? error.message : String(error) }),
    )
    .then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
