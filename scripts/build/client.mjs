import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { refusedToReaders } from '../check-imports.mjs';
import { fontRules, lateStyles } from '../../src/theme/fonts.ts';
import { copyFonts } from './fonts.mjs';

/** Bytes; decision 015 justifies the part above 2 KB. */
const LOADER_LIMIT = 2304;

/** Scripts that are not chunks: the loader, the head's script, and the push service worker. */
export const inlineScripts = [
  'src/reader/islands/loader.ts',
  'src/reader/islands/head.ts',
  'src/reader/behaviours/push/worker.ts',
];

/** Rarely needed styles, included in every sheet that loads after a page's first paint. */
const printStyles = 'src/theme/print.css';
/** For wide windows only; a separate file, so that it does not add to the CSS of every page. */
const textRowStyles = 'src/theme/text-row.css';

/** Behaviours and islands by name with their files; a duplicate name is an error. */
export function clientEntries(root) {
  const entries = [];
  for (const file of readdirSync(join(root, 'src', 'reader', 'behaviours')).toSorted()) {
    if (file.endsWith('.ts') && !file.includes('.test.'))
      entries.push({ name: file.slice(0, -3), kind: 'behaviour', file: `src/reader/behaviours/${file}` });
  }
  for (const folder of readdirSync(join(root, 'src', 'blocks')).toSorted()) {
    const file = `src/blocks/${folder}/island.tsx`;
    if (existsSync(join(root, file))) entries.push({ name: folder, kind: 'island', file });
  }
  const names = ['react', 'admin-bar', 'admin-bar-clicks', ...entries.map(({ name }) => name)];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice)
    throw new Error(
      `The browser code "${twice}" exists twice: a behaviour, an island, "react" and the admin bar may not share a name.`,
    );
  return entries;
}

/** Bundled behaviours by file; each is one of its exports. */
export function clientBundles(root) {
  const folder = 'src/reader/behaviours/together';
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -3),
      file: `${folder}/${file}`,
      holds: [...readFileSync(join(root, folder, file), 'utf8').matchAll(/\bstart as '?([\w-]+)/g)].map(
        ([, name]) => name,
      ),
    }));
}

function common(root) {
  return { root, configFile: join(root, 'vite.config.ts'), mode: 'production' };
}

/** Vite's wrapper around every import() preloads CSS. These imports have no CSS, and the wrapper is a tenth of a small chunk. */
const preloading =
  /__vitePreload\(async \(\) => \{\s*const \{[^}]*\} = await (import\("[^"]+"\));\s*return \{[^}]*\};?\s*\}, *[^)]*\)|__vitePreload\(\(\) => (import\("[^"]+"\)), *[^)]*\)/g;
const preloadImport = /import \{[^}]* as __vitePreload \} from "[^"]+";\n/;
const plainImports = {
  name: 'plain-imports',
  renderChunk: (code) => ({ code: code.replace(preloading, '$1$2').replace(preloadImport, ''), map: null }),
  generateBundle(_options, bundle) {
    for (const [file, { name, code = '' }] of Object.entries(bundle)) {
      if (name === 'preload-helper') delete bundle[file];
      else if (/preload-helper|__vitePreload/.test(code))
        throw new Error(
          `${file} still fetches what Vite puts around imports: its shape has changed, see plain-imports.`,
        );
    }
  },
};

/** A minified script that is not a chunk, since it is inlined or sent with other data. */
async function inlineScript(root, file) {
  const { output } = await build({
    ...common(root),
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, file), output: { format: 'iife', codeSplitting: false } },
    },
  });
  const code = output[0].code.trim();
  if (output.length !== 1 || /<\/script|<!--/i.test(code)) {
    throw new Error(
      `${file} can't be inlined in a page: its build has more than one file, or contains text that ends the script.`,
    );
  }
  return code;
}

/** A chunk and its static imports, itself first. */
function withStaticImports(chunk, chunks, seen = new Set()) {
  if (!chunk || seen.has(chunk)) return [];
  seen.add(chunk);
  return [chunk, ...chunk.imports.flatMap((file) => withStaticImports(chunks.get(file), chunks, seen))];
}

/** Throws when a chunk contains a forbidden module. `refused` returns the reason, or undefined for an allowed one. */
export function checkModules(root, chunks, whose, refused) {
  for (const chunk of chunks) {
    for (const id of chunk.moduleIds) {
      const file = relative(root, id).split(sep).join('/');
      const reason = /^src\/.*\.tsx?$/.test(file)
        ? refused(root, file)
        : id.includes('/node_modules/react-dom/server')
          ? 'which is server code'
          : undefined;
      if (reason)
        throw new Error(
          `${id} got into the code for ${whose} (${chunk.fileName}): it is or imports something ${reason}.`,
        );
    }
  }
}

/** Throws when a public chunk contains code not meant for visitors, or a behaviour contains React. */
function checkChunks(root, entries, chunks, closureOf) {
  checkModules(root, chunks.values(), 'readers', refusedToReaders);
  for (const { name, kind } of entries) {
    const react =
      kind === 'behaviour' &&
      closureOf(name)
        .flatMap(({ moduleIds }) => moduleIds)
        .find((id) => id.includes('/node_modules/react'));
    if (react)
      throw new Error(
        `The behaviour "${name}" imports React (${react}). Code that needs React must be an island.`,
      );
  }
}

const gzipSize = (text) => gzipSync(text, { level: 9 }).length;

function report(lines) {
  for (const [name, bytes, note = ''] of lines)
    console.log(`  ${name.padEnd(28)}${String(bytes).padStart(7)} B gzip  ${note}`);
}

/**
 * Builds loader, behaviours, islands and fonts into `out` (client/assets/*, client-loader.js, client-head.js,
 * client-push-worker.js, client-assets.json).
 */
export async function buildClient(root, out) {
  const entries = clientEntries(root);
  const bundles = clientBundles(root);
  const bundleOf = (name) => bundles.find(({ holds }) => holds.includes(name))?.name ?? name;
  const files = [...bundles, ...entries.filter(({ name }) => bundleOf(name) === name)];
  const { output } = await build({
    ...common(root),
    plugins: [plainImports],
    build: {
      outDir: join(out, 'client'),
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          ...Object.fromEntries(files.map(({ name, file }) => [name, join(root, file)])),
          print: join(root, printStyles),
          'text-row': join(root, textRowStyles),
        },
        // Entries are imported for their exports, and React stays a single shared chunk.
        preserveEntrySignatures: 'allow-extension',
        // Constants shared by two behaviours should not create a separate chunk.
        optimization: { inlineConst: { mode: 'all' } },
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          codeSplitting: {
            groups: [
              // Removed by plain-imports.
              { name: 'preload-helper', test: /vite\/preload-helper/ },
              // Includes all its dependencies: every page loads it, so other chunks can use them.
              { name: 'every-page', test: /together\/every-page\.ts/ },
              {
                name: 'react',
                test: /node_modules\/(?:react|react-dom|scheduler)\/|src\/reader\/islands\/hydrate\.tsx/,
              },
              // Other chunks need part of these, but later: a separate chunk would be loaded with every article that
              // has them.
              {
                name: 'copy-code',
                test: /behaviours\/copy-code\.ts|copying\/copy-label/,
                includeDependenciesRecursively: false,
              },
              {
                name: 'more-articles',
                test: /behaviours\/more-articles\.ts|focus\/give-back/,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
  });
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  const entryChunk = (name) =>
    [...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === bundleOf(name));
  const closureOf = (name) => withStaticImports(entryChunk(name), chunks);
  checkChunks(root, entries, chunks, closureOf);

  const [loader, head, pushWorker] = await Promise.all(inlineScripts.map((file) => inlineScript(root, file)));
  if (gzipSize(loader) > LOADER_LIMIT)
    throw new Error(`The inline loader has ${gzipSize(loader)} bytes (gzip); ${LOADER_LIMIT} are allowed.`);
  const fonts = await copyFonts(root, join(out, 'client', 'assets'));
  const modules = Object.fromEntries(
    entries.map(({ name, kind }) => [name, { url: `/${entryChunk(name).fileName}`, kind }]),
  );
  // Not an entry: the loader preloads the chunk that islands share.
  const react = [...chunks.values()].find(({ name }) => name === 'react');
  if (react) modules.react = { url: `/${react.fileName}`, kind: 'runtime' };
  const sheet = (name) =>
    output.find(
      ({ type, fileName }) =>
        type === 'asset' && fileName.startsWith(`assets/${name}-`) && fileName.endsWith('.css'),
    );
  const [print, textRow] = [sheet('print'), sheet('text-row')];
  const late = lateStyles(String(print.source), fontRules(fonts)).map(([name, css]) => {
    const fileName = `assets/late-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`;
    writeFileSync(join(out, 'client', fileName), css);
    return { name, fileName, css };
  });
  rmSync(join(out, 'client', print.fileName)); // included in each of them
  const compressed = [
    ...[...chunks.values()].map(({ fileName, code }) => [fileName, code]),
    ...late.map(({ fileName, css }) => [fileName, css]),
    [textRow.fileName, String(textRow.source)],
  ];
  for (const [fileName, content] of compressed) {
    // The static server sends these compressed copies.
    writeFileSync(join(out, 'client', `${fileName}.br`), brotliCompressSync(content));
    writeFileSync(join(out, 'client', `${fileName}.gz`), gzipSync(content, { level: 9 }));
  }
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'client-loader.js'), loader);
  writeFileSync(join(out, 'client-head.js'), head);
  writeFileSync(join(out, 'client-push-worker.js'), pushWorker);
  const sheets = Object.fromEntries(late.map(({ name, fileName }) => [name, `/${fileName}`]));
  writeFileSync(
    join(out, 'client-assets.json'),
    `${JSON.stringify({ modules, fonts, lateStyles: sheets, textRowStyles: `/${textRow.fileName}` }, null, 2)}\n`,
  );

  report([
    ['inline: head', gzipSize(head)],
    ['inline: loader', gzipSize(loader), `of ${LOADER_LIMIT}`],
    ['service worker: push', gzipSize(pushWorker)],
    ...files.map(({ name, kind = 'together', holds = [] }) => {
      const closure = closureOf(name);
      const own = gzipSize(closure[0].code);
      const all = closure.reduce((sum, { code }) => sum + gzipSize(code), 0);
      const others = closure.slice(1).map(({ name: other }) => other);
      return [
        `${kind}: ${name}`,
        own,
        [
          ...(all === own ? [] : [`${all} with ${others.join(', ')}`]),
          ...(holds.length > 0 ? [`holds ${holds.join(', ')}`] : []),
        ].join('; '),
      ];
    }),
  ]);
}
