import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const ENTRIES = { main: 'src/main.ts', cli: 'src/cli/main.ts', worker: 'src/content/search/worker.ts', 'checkpoint-worker': 'src/db/checkpoint-worker.ts', 'size-worker': 'src/content/media/size-worker.ts', 'clean-worker': 'src/blocks/document/clean-worker.ts' };

/** Builds the programs that Node runs into `out`/server; packages stay outside, in node_modules. */
export async function buildServer(root, out) {
  const found = Object.entries(ENTRIES).filter(([name, file]) => {
    const exists = existsSync(join(root, file));
    if (!exists) console.warn(`  ${file} is not there: no dist/server/${name}.js.`);
    return exists;
  });
  if (found.length === 0) return;
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    mode: 'production',
    build: {
      ssr: true,
      outDir: join(out, 'server'),
      emptyOutDir: true,
      target: 'node22',
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(found.map(([name, file]) => [name, join(root, file)])),
        // All in one folder, so that dist/ is the parent of whatever file asks for it.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}
