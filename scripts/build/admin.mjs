import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import postcssRtl from 'postcss-rtlcss';
import { build } from 'vite';
import { adminSources } from '../launch/admin.mjs';
import { refusedToBar } from '../check-imports.mjs';
import { checkModules } from './client.mjs';
import { slimPackages } from './newsroom-packages.mjs';

export const adminEntry = 'src/newsroom/app/main.tsx';
/** Started by the loader of public pages, like a behaviour, for users who can edit something. */
export const barEntry = 'src/newsroom/admin-bar/start.tsx';
/** Maximum gzipped bytes of all scripts of the admin bar, React included. */
const barLimit = 94_174;
/** Maximum gzipped bytes of a screen's scripts; the editor's include WordPress' block editor. */
const screenLimit = 350 * 1024;
const limits = new Map([['editor-screen', 1200 * 1024]]);

/** These files and all that they import, `lazily` as well. */
function closureOf(chunks, files, lazily = false) {
  const needed = new Set(files);
  for (const file of needed) {
    const { imports, dynamicImports } = chunks.get(file);
    for (const imported of lazily ? [...imports, ...dynamicImports] : imports) needed.add(imported);
  }
  return [...needed].map((file) => chunks.get(file));
}

const sizeOf = (chunks) => chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);

const fromReact = /\/node_modules\/(?:react|react-dom|scheduler)\//;
const sharedCode = new RegExp(
  `${fromReact.source}|vite/preload-helper|reader/islands/(?:page-config|use-focus-fallback)`,
);

/** Throws when the admin bar is too large, or has code of another package than React, or that may not be above a page. */
export function checkBar(root, chunks) {
  checkModules(root, chunks, 'the admin bar', refusedToBar);
  const foreign = chunks
    .flatMap(({ moduleIds }) => moduleIds)
    .find((id) => id.includes('/node_modules/') && !fromReact.test(id));
  if (foreign) throw new Error(`${foreign} got into the code for the admin bar: its only package is React.`);
  const size = sizeOf(chunks);
  console.log(`  admin bar: ${size} B gzip in ${chunks.length} files, of ${barLimit}`);
  if (size > barLimit)
    throw new Error(`The admin bar has ${size} bytes of scripts (gzip); ${barLimit} are allowed.`);
}

/** Builds the newsroom into `out`: `assets/` with hashed names and compressed copies, and admin-assets.json with a page's entry files. */
export async function buildAdmin(root, out) {
  const { output } = await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    mode: 'production',
    base: '/wp-admin/',
    plugins: await slimPackages(root),
    // Adds rules for right-to-left pages after those that they override; left-to-right ones stay as they are.
    css: { postcss: { plugins: [postcssRtl({ mode: 'override' })] } },
    // Globals required by WordPress' packages. Shared code would resolve packages next to src;
    // `dedupe` leaves one copy.
    define: {
      'globalThis.IS_GUTENBERG_PLUGIN': 'false',
      'globalThis.SCRIPT_DEBUG': 'false',
      'process.env.NODE_ENV': '"production"',
    },
    // The server generates pictures: the code for it in browsers is replaced (decision 051), including its worker.
    resolve: {
      alias: { '@wordpress/vips/worker': '@wordpress/dom-ready' },
      dedupe: ['@wordpress/data', '@wordpress/private-apis'],
    },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2023',
      // Styles of a package embed pictures as data URLs.
      assetsInlineLimit: 4096,
      chunkSizeWarningLimit: 2000, // kB, uncompressed; the limit below applies to compressed sizes
      rolldownOptions: {
        input: { admin: join(root, adminEntry), 'admin-bar': join(root, barEntry) },
        // Public pages import the admin bar for its exports.
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          // One chunk for newsroom and admin bar, instead of several.
          codeSplitting: { groups: [{ name: 'shared', test: sharedCode }] },
        },
        // Packages mark modules with "use client", which is irrelevant here.
        onLog: (level, log, defaultLog) => log.code === 'MODULE_LEVEL_DIRECTIVE' || defaultLog(level, log),
      },
    },
  });
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  for (const { fileName, moduleIds } of chunks.values()) {
    for (const id of moduleIds) {
      const file = relative(root, id.split('?')[0]).split(sep).join('/');
      if (file.startsWith('src/') && !adminSources.some((source) => `${file}/`.startsWith(`${source}/`))) {
        const where = `${adminSources.join(' or ')} (scripts/launch/admin.mjs)`;
        throw new Error(
          `${fileName} holds ${file}, which is not in ${where}: a change of it would build nothing.`,
        );
      }
    }
  }
  const entryOf = (name) => [...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === name);
  const [entry, bar] = [entryOf('admin'), entryOf('admin-bar')];
  checkBar(root, closureOf(chunks, [bar.fileName], true));
  for (const screen of entry.dynamicImports) {
    const { name } = chunks.get(screen);
    const size = sizeOf(closureOf(chunks, [entry.fileName, screen]));
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
    `${JSON.stringify({ script: address(entry.fileName), styles: own.map(address), bar: address(bar.fileName) })}\n`,
  );
}
