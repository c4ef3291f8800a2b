import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { adminSources } from '../launch/admin.mjs';
import { slimPackages } from './newsroom-packages.mjs';

export const adminEntry = 'src/newsroom/app/main.tsx';
/** Maximum gzipped bytes of a screen's scripts; the editor's include WordPress' block editor. */
const screenLimit = 350 * 1024;
const limits = new Map([['editor-screen', 1200 * 1024]]);

function sizeOf(chunks, files) {
  const needed = new Set(files);
  for (const file of needed) for (const imported of chunks.get(file).imports) needed.add(imported);
  return [...needed].reduce((sum, file) => sum + gzipSync(chunks.get(file).code, { level: 9 }).length, 0);
}

/** Builds the newsroom into `out`: `assets/` with hashed names and compressed copies, and admin-assets.json with a page's entry files. */
export async function buildAdmin(root, out) {
  const { output } = await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    mode: 'production',
    base: '/wp-admin/',
    plugins: await slimPackages(root),
    // Globals required by WordPress' packages. Shared code would resolve React next to src, packages in src/newsroom;
    // `dedupe` leaves one copy.
    define: {
      'globalThis.IS_GUTENBERG_PLUGIN': 'false',
      'globalThis.SCRIPT_DEBUG': 'false',
      'process.env.NODE_ENV': '"production"',
    },
    // The server generates pictures: the code for it in browsers is replaced (decision 051), including its worker.
    resolve: {
      alias: { '@wordpress/vips/worker': '@wordpress/dom-ready' },
      dedupe: ['react', 'react-dom', '@wordpress/data', '@wordpress/private-apis'],
    },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2023',
      // Styles of a package embed pictures as data URLs.
      assetsInlineLimit: 4096,
      chunkSizeWarningLimit: 2000, // kB, uncompressed; the limit below applies to compressed sizes
      rolldownOptions: {
        input: { admin: join(root, adminEntry) },
        output: { entryFileNames: 'assets/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' },
        // Packages mark modules with "use client", which is irrelevant here.
        onLog: (level, log, tell) => log.code === 'MODULE_LEVEL_DIRECTIVE' || tell(level, log),
      },
    },
  });
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  for (const { fileName, moduleIds } of chunks.values()) {
    for (const id of moduleIds) {
      const file = relative(root, id.split('?')[0]).split(sep).join('/');
      if (file.startsWith('src/') && !adminSources.some((folder) => file.startsWith(`${folder}/`))) {
        const where = `${adminSources.join(' or ')} (scripts/launch/admin.mjs)`;
        throw new Error(
          `${fileName} holds ${file}, which is not in ${where}: a change of it would build nothing.`,
        );
      }
    }
  }
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  for (const screen of entry.dynamicImports) {
    const { name } = chunks.get(screen);
    const size = sizeOf(chunks, [entry.fileName, screen]);
    const limit = limits.get(name) ?? screenLimit;
    console.log(
      `  newsroom: ${name.padEnd(18)}${(size / 1024).toFixed(0).padStart(7)} KB gzip of scripts, of ${limit / 1024}`,
    );
    if (size > limit)
      throw new Error(
        `${name} needs ${size} bytes of scripts (gzip); ${limit} are allowed. Load parts of it by import().`,
      );
  }
  for (const name of readdirSync(join(out, 'assets'))) {
    if (!/\.(?:js|css|svg)$/.test(name)) continue;
    const bytes = readFileSync(join(out, 'assets', name));
    // Quality 9 takes a tenth of the time of 11, for 3% larger files.
    writeFileSync(
      join(out, 'assets', `${name}.br`),
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
    writeFileSync(join(out, 'assets', `${name}.gz`), gzipSync(bytes));
  }
  const address = (file) => `/wp-admin/${file}`;
  const own = [...entry.viteMetadata.importedCss]; // lazily loaded screens load their own styles
  writeFileSync(
    join(out, 'admin-assets.json'),
    `${JSON.stringify({ script: address(entry.fileName), styles: own.map(address) })}\n`,
  );
}
