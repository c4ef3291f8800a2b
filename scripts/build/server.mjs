import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

export const serverEntries = {
  main: 'src/start.ts',
  serve: 'src/serve.ts',
  cli: 'src/cli/main.ts',
  worker: 'src/modules/search/worker.ts',
  'checkpoint-worker': 'src/kernel/db/checkpoint-worker.ts',
  'size-worker': 'src/modules/media/size-worker.ts',
  'text-worker': 'src/blocks/text-worker.ts',
  'import-worker': 'src/cli/import-worker.ts',
  'backup-worker': 'src/cli/backup-worker.ts',
};

/** Builds the Node programs with their packages into `out`/server. */
export async function buildServer(root, out) {
  const found = Object.entries(serverEntries).filter(([name, file]) => {
    const exists = existsSync(join(root, file));
    if (!exists) console.warn(`  ${file} is not there: no dist/server/${name}.js.`);
    return exists;
  });
  if (found.length === 0) return;
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    mode: 'production',
    // Bundles packages, too: loading a thousand files doubles the startup time. Packages with native binaries stay in
    // node_modules.
    ssr: { noExternal: true, external: ['@node-rs/argon2', 'better-sqlite3', 'sharp'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: true,
      outDir: join(out, 'server'),
      emptyOutDir: true,
      target: 'node22',
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(found.map(([name, file]) => [name, join(root, file)])),
        // All in one folder, so that dist/ is always the parent folder of the running file.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          sourcemapExcludeSources: true,
        },
      },
    },
  });
}
