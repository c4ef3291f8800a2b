import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { lastGoodAfterMs } from './last-good.ts';

/** Request of a test worker to the process that hosts its sites. */
export type HostRequest = { readonly id: number } & (
  | { readonly start: Record<string, string> }
  | { readonly stop: string }
);
/** The response; for a start, the site's URL. */
export type HostReply = { readonly id: number; readonly url?: string; readonly fault?: string };

// The built server, loaded once per worker: its compiled code also serves the next test file's site.
const built = fileURLToPath(new URL('../../dist/server/', import.meta.url));
enableCompileCache(`${built}.compiled`); // like `startQuickly`
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
