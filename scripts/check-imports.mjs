// Checks transitive imports: no server code in browsers, no writers in code that handles requests, no followers where
// posts are written. Layers, edges between modules and cycles: `.dependency-cruiser.mjs`.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importGraph, importsOf, transitiveImports } from './import-graph.mjs';

/** Entry points, which combine all layers. */
const entrances = new Set([
  'cli',
  'import',
  'start.ts',
  'main.ts',
  'serve.ts',
  'app.ts',
  'config.ts',
  'followers.ts',
  'site-database.ts',
  'site-queues.ts',
]);

const isTest = (file) => /\.test\.tsx?$/.test(file);

/** Code for visitors' browsers, and the admin bar (`isBar`). */
export function inBrowsers(file) {
  return (
    (/^src\/(reader|newsroom\/admin-bar)\//.test(file) &&
      !/island-server|\.server\./.test(file) &&
      !isTest(file)) ||
    /^src\/blocks\/[^/]+\/island\.tsx$/.test(file)
  );
}

/** Packages sent to visitors, and those that browsers can run. */
const readersPackages = ['react', 'react-dom', 'react-dom/client', 'photoswipe', '@simplewebauthn/browser'];
const browserPackages = [
  ...readersPackages,
  'zod',
  'parse5',
  '@csstools/css-tokenizer',
  '@wordpress/block-serialization-default-parser',
];
const isBar = (file) => file.startsWith('src/newsroom/admin-bar/');
const isNewsroom = (file) => file.startsWith('src/newsroom/') && !isBar(file);

/** Code sent to visitors, and the admin bar, which is only sent to users who can edit something. */
const readers = {
  holds: (file) => inBrowsers(file) && !isBar(file),
  description: 'runs in readers’ browsers',
  packages: readersPackages,
  newsroom: false,
};
const bar = {
  holds: (file) => inBrowsers(file) && isBar(file),
  description: 'runs in browsers',
  packages: readersPackages,
  newsroom: false,
  bar: true,
};
/** Code that browsers run with its imports: its files, a description, allowed packages, and whether newsroom and admin bar code are allowed. */
const places = [
  readers,
  bar,
  {
    holds: (file) => /^src\/blocks\/[^/]+\/block\.ts$/.test(file),
    description: 'is run by editors in browsers, too,',
    packages: browserPackages,
    newsroom: false,
  },
  {
    holds: (file) => isNewsroom(file) && !/\.server\./.test(file) && !isTest(file),
    description: 'runs in browsers',
    packages: browserPackages,
    newsroom: true,
  },
];

function newsroomPackages(root) {
  const file = join(root, 'src/newsroom/package.json');
  return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')).dependencies ?? {}) : [];
}

/** The package of an import, without a subpath. */
const packageOf = (target) => target.split('/', target.startsWith('@') ? 2 : 1).join('/');

const usesNode = /\b(?:Buffer|process)(?:\??\.\w|\??\.?\[)|\bglobalThis\.(?:Buffer|process)\b/;

/** Why a place must not contain a file or package; undefined when it may. Imports of a file are checked separately. */
function refusal(root, target, { packages, newsroom: mayEdit, bar: isAboveThePage }) {
  if (!mayEdit && isNewsroom(target)) return 'which is for those who write';
  if (!isAboveThePage && isBar(target)) return 'which is for the admin bar';
  if (!target.startsWith('src/')) {
    return /\.css\b/.test(target) ||
      packages.includes(target) ||
      (mayEdit && newsroomPackages(root).includes(packageOf(target)))
      ? undefined
      : target.startsWith('node:')
        ? 'which only Node has'
        : 'a package that is not sent there';
  }
  if (/\.server\.|island-server/.test(target) || entrances.has(placeOf(target)))
    return 'which is server code';
  const source =
    /\.tsx?$/.test(target) && existsSync(join(root, target)) ? readFileSync(join(root, target), 'utf8') : '';
  return usesNode.test(source.replace(/\/\*.*?\*\/|\/\/ [^\n]*/gs, ''))
    ? 'which asks for what only Node has'
    : undefined;
}

/** Why a file must not run in browsers, itself or because of its imports; undefined when it may. */
function refusedIn(root, file, place) {
  return [
    file,
    ...importsOf(root, file, [])
      .filter(({ kind }) => kind !== 'type')
      .map(({ to }) => to),
  ]
    .map((target) => refusal(root, target, place))
    .find((reason) => reason !== undefined);
}
export const refusedToReaders = (root, file) => refusedIn(root, file, readers);
export const refusedToBar = (root, file) => refusedIn(root, file, bar);

/** Code that handles requests calls commands, which authorize, reject stale changes and log them; writers trust their caller. */
const callsCommands = (file) => /^src\/(?:site|blocks|cli|kernel\/http|modules\/[^/]+\/rest)\//.test(file);
/** Writers that these may call, since no account is involved. */
const visitors = new Map([
  ['src/modules/push/subscriptions.ts', 'a browser subscribes itself'],
  ['src/modules/posts/render-store.ts', 'the rendered text is cached for the next readers'],
]);
/** Files allowed to call writers, and why. */
const atLarge = new Map([
  ['src/cli/seed-demo.ts', 'the demo is written as a whole, like an import'],
  ['src/cli/remove-demo.ts', 'the demo is removed as a whole'],
  ['src/cli/prepare-site.ts', 'there are no users before the first start'],
  ['src/cli/reindex.ts', 'the index is built from the stored data'],
  ['src/cli/restore.ts', 'a backup replaces a whole database'],
  ['src/cli/backup-worker.ts', 'a backup replaces a whole database, after the command startRestore'],
]);

function parametersOf(source, name) {
  return (
    new RegExp(
      `^export (?:(?:async )?function ${name}\\b(?:<[^(]*>)?|const ${name}\\b[^=\\n]*= (?:async )?)\\(([^)]*)`,
      'm',
    ).exec(source)?.[1] ?? ''
  );
}

/** Whether a function writes without checking permissions: it takes a transaction, or a database to write to, and no actor. */
function isWriter(source, name) {
  const parameters = parametersOf(source, name);
  return (
    !/\bactor: /.test(parameters) &&
    (/: Tx\b/.test(parameters) ||
      (/\bdatabase\b|: Database\b/.test(parameters) && /\.write(?:Derived)?\(/.test(source)))
  );
}

/** The file that declares an exported name, following re-exports (`export { a as name } from './b.ts'`); undefined when it is missing. */
function declaredIn(root, file, name) {
  if (!existsSync(join(root, file))) return undefined;
  const source = readFileSync(join(root, file), 'utf8');
  for (const [, names, target] of source.matchAll(/^export (?:\{([^}]*)\}|\*) from '(\.[^']+)'/gm)) {
    const own =
      names === undefined
        ? name
        : names
            .split(',')
            .map((one) => one.trim().split(/ as /))
            .find((parts) => parts.at(-1) === name)?.[0];
    const declared =
      own === undefined ? undefined : declaredIn(root, posix.join(posix.dirname(file), target), own);
    if (declared) return declared;
  }
  return new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm').test(source)
    ? { file, source, name }
    : undefined;
}

function checkWriters(root, file) {
  if (!callsCommands(file) || atLarge.has(file)) return [];
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/^import (?:\{([^}]*)\}|\* as \w+) from '(\.[^']+)'/gm)].flatMap(
    ([, names, target]) => {
      const named = posix.join(posix.dirname(file), target);
      if (!named.startsWith('src/modules/') || !existsSync(join(root, named))) return [];
      const imported =
        names?.split(',').map((name) => name.trim().split(' as ')[0]) ??
        [...readFileSync(join(root, named), 'utf8').matchAll(/^export (?:async )?function (\w+)/gm)].map(
          ([, name]) => name,
        );
      return imported
        .map((name) => /^\w+$/.test(name) && declaredIn(root, named, name))
        .filter((one) => one && !visitors.has(one.file))
        .flatMap(({ file: to, source: sourceText, name }) => [
          ...(isWriter(sourceText, name)
            ? [
                `${file} calls ${name} of ${to}, which checks no permissions and logs nothing; call a command (CONTRIBUTING.md).`,
              ]
            : []),
          ...((/\bahead\?: CleanedAhead\b/.test(parametersOf(sourceText, name)) &&
            !/\bclean\w+Ahead\b/.test(source)) ||
          (/\bahead\?: PreparedAhead\b/.test(parametersOf(sourceText, name)) &&
            !/\bprepare\w+Ahead\b/.test(source))
            ? [
                `${file} calls ${name} of ${to} without what is made ahead: the database would wait for a large text (src/modules/posts/prepare-text.ts).`,
              ]
            : []),
        ]);
    },
  );
}

/** Modules above posts, which code that writes posts must not load. They follow its events (src/followers.ts runs them). */
const abovePosts = /^src\/modules\/(?!(?:posts|settings|terms|types|users)\/)/;
const writesPosts = ['src/modules/posts/writer.ts', 'src/modules/posts/post-commands.ts'];
/** Maximum modules outside of lib/ that code which writes posts may load. */
const maxLoaded = 90;

/** Reports the nearest follower loaded by a file that writes posts, with the import chain, and too many loaded modules. */
function checkHub(graph, file) {
  const loaded = transitiveImports(graph, file).filter(
    ({ to }) => to.startsWith('src/') && !to.startsWith('src/lib/'),
  );
  const follower = loaded.find(({ to }) => abovePosts.test(to));
  return [
    ...(follower
      ? [
          `${file} loads ${follower.to}, of a module above posts: ${follower.way.join(' → ')}. Let it follow an event (docs/how-to/add-a-follower.md).`,
        ]
      : []),
    ...(loaded.length > maxLoaded
      ? [`${file} loads ${loaded.length} modules outside of lib/; the limit is ${maxLoaded}.`]
      : []),
  ];
}

export function checkImports(root, files) {
  const graph = importGraph(root, files);
  const code = files.filter((file) => /^src\/.*\.tsx?$/.test(file) && !isTest(file));
  return [
    ...code.flatMap((file) => checkWriters(root, file)),
    ...code.filter((file) => writesPosts.includes(file)).flatMap((file) => checkHub(graph, file)),
    ...places.flatMap((place) =>
      code.filter(place.holds).flatMap((file) => checkPlace(root, graph, file, place)),
    ),
  ];
}

function placeOf(file) {
  return file.split('/')[1] ?? '';
}

/** The nearest forbidden import of a file, with the import chain. */
function checkPlace(root, graph, file, place) {
  const own = refusal(root, file, place);
  if (own) return [`${file} ${place.description} and is a file ${own}.`];
  for (const { to, way } of transitiveImports(graph, file, place.holds)) {
    const reason = place.holds(to) ? undefined : refusal(root, to, place);
    if (reason) return [`${file} ${place.description} and brings ${to}, ${reason}: ${way.join(' → ')}.`];
  }
  return [];
}
