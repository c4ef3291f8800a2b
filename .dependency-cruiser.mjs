// Who may import whom in src/ (decision 108). `npm run check` enforces it (scripts/check-dependency-rules.mjs).
// lib ← kernel ← modules ← blocks ← site ← app: cli/, import/ and the files directly in src/.

/** Folders of src/ that each may import, besides itself and lib/. The app may import everything. */
const folders = {
  lib: [],
  kernel: [],
  languages: [],
  modules: ['kernel', 'languages'],
  blocks: ['kernel', 'languages', 'modules', 'reader', 'theme', 'ui'],
  site: ['kernel', 'languages', 'modules', 'blocks', 'reader', 'theme', 'ui', 'admin-bar'],
  theme: ['reader'],
  reader: ['kernel', 'modules', 'theme'],
  ui: ['kernel', 'modules', 'reader'],
  'admin-bar': ['kernel', 'modules', 'reader'],
  newsroom: ['kernel', 'modules', 'blocks', 'reader', 'theme', 'ui'],
};
const app = ['^src/(?:cli|import)/', '^src/[^/]+$'];

/** Folders that may import types from every folder but the two `interfaces`; no code of those remains at run time. */
const importTypesOfAll = ['theme', 'reader', 'ui', 'admin-bar', 'newsroom'];
const interfaces = ['admin-bar', 'newsroom'];
/** Types that any folder may import. */
const typesForAll = '^src/config[.]ts$';
/** The one file of the kernel that imports types of the layers above it: it names what REST routes receive. */
const restRequest = '^src/kernel/http/rest/rest-request[.]ts$';

/** Modules that each module may import, types included. Without cycles; a new edge must not close one. */
export const edges = {
  accounts: ['activity', 'comments', 'imports', 'mail', 'media', 'posts', 'settings', 'types', 'users'],
  activity: ['settings', 'types'],
  ads: ['settings'],
  backup: ['push', 'search', 'settings', 'users'],
  calendars: ['fields', 'posts', 'types'],
  cards: ['media', 'posts', 'settings', 'terms', 'types', 'users'],
  comments: ['mail', 'posts', 'settings', 'types', 'users'],
  content: [
    'cards',
    'feeds',
    'front',
    'menus',
    'portraits',
    'posts',
    'redirects',
    'related',
    'search',
    'searched',
    'settings',
    'shown-texts',
    'templates',
    'terms',
    'types',
    'users',
    'views',
    'widgets',
  ],
  dashboard: ['settings', 'types'],
  embeds: ['media', 'posts', 'settings'],
  exports: ['fields', 'media', 'menus', 'posts', 'settings', 'terms', 'types', 'users'],
  feeds: [],
  fields: ['posts', 'types', 'users'],
  findings: ['posts', 'types'],
  front: ['activity', 'posts', 'settings', 'terms', 'types', 'users'],
  imports: ['fields', 'media', 'templates', 'terms', 'types', 'users'],
  jobs: ['settings'],
  look: ['media', 'settings'],
  mail: ['settings', 'users'],
  media: ['posts', 'settings', 'terms', 'types', 'users'],
  menus: ['media', 'posts', 'settings', 'terms', 'types', 'users'],
  patterns: ['posts', 'settings', 'shown-texts', 'types'],
  podcasts: ['fields', 'media', 'posts', 'types'],
  portraits: ['media', 'posts', 'users'],
  posts: ['settings', 'terms', 'types', 'users'],
  push: ['cards', 'media', 'posts', 'settings', 'types'],
  'ready-types': ['fields', 'imports', 'media', 'posts', 'templates', 'types'],
  redirects: ['users', 'views'],
  related: ['posts', 'search', 'settings', 'types'],
  search: ['cards', 'fields', 'patterns', 'posts', 'settings', 'sitemaps', 'terms', 'types', 'users'],
  searched: ['settings', 'views'],
  settings: [],
  'shown-texts': ['imports', 'media', 'posts', 'settings', 'terms', 'types', 'users'],
  shop: ['posts', 'settings', 'types'],
  sitemaps: ['media', 'posts', 'types'],
  templates: ['posts', 'settings', 'terms', 'types', 'users'],
  terms: ['settings', 'types', 'users'],
  types: [],
  users: ['settings', 'types'],
  views: ['posts', 'types'],
  widgets: ['posts', 'users'],
};

/** Folders that lie in others: the server renders the admin bar, and nothing else of the newsroom. */
const paths = { 'admin-bar': 'newsroom/admin-bar', newsroom: 'newsroom(?!/admin-bar/)' };
const inside = (names) => `^src/(?:${names.map((name) => paths[name] ?? name).join('|')})/`;
const module = (names) => `^src/modules/(?:${names.join('|')})/`;
const typesOnly = ['type-only', 'type-import'];
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Rules of one folder: imports at run time, and imports of types alone. */
function folderRules([folder, others]) {
  const mayImport = inside([folder, 'lib', ...others]);
  const comment = `${folder}/ may import ${['lib', ...others].join(', ')}`;
  const typesFrom = importTypesOfAll.includes(folder)
    ? inside(Object.keys(folders).filter((name) => name === folder || !interfaces.includes(name)))
    : mayImport;
  return [
    rule(
      `code-of-${folder}`,
      comment,
      { path: inside([folder]) },
      { path: '^src/', pathNot: mayImport, dependencyTypesNot: typesOnly },
    ),
    rule(
      `types-of-${folder}`,
      `${comment}; this holds for types, too`,
      { path: inside([folder]), pathNot: restRequest },
      { path: '^src/', pathNot: [typesFrom, typesForAll], dependencyTypes: typesOnly },
    ),
  ];
}

/** All rules, with these edges between modules. */
export const rulesFor = (declared) => [
  rule('cycle', 'what these files share belongs in a file of its own', {}, { circular: true }),
  rule(
    'out-of-src',
    'src/ imports nothing from outside of it; only cli/ seeds the demo',
    { path: '^src/', pathNot: '^src/cli/' },
    { pathNot: '^src/', dependencyTypes: ['local'] },
  ),
  rule(
    'out-of-cli',
    'cli/ imports from outside of src/ only demo/',
    { path: '^src/cli/' },
    { pathNot: '^(?:src|demo)/', dependencyTypes: ['local'] },
  ),
  rule(
    'migration',
    'a migration that has shipped never changes, so it imports nothing that changes with the schema',
    { path: '^src/kernel/db/migrations/' },
    { path: '^src/', pathNot: ['^src/lib/', '^src/kernel/db/migration[.]ts$'] },
  ),
  rule(
    'unknown-folder',
    'this folder has no row in the table of folders',
    { path: '^src/[^/]+/', pathNot: [inside(Object.keys(folders)), ...app] },
    { path: '^src/' },
  ),
  ...Object.entries(folders).flatMap(folderRules),
  rule(
    'unknown-module',
    'this module has no row in the table of edges',
    { path: '^src/modules/([^/]+)/', pathNot: module(Object.keys(declared)) },
    { path: '^src/modules/[^/]+/', pathNot: '^src/modules/$1/' },
  ),
  rule(
    'face',
    'a module imports others only through their index.ts, or rest/index.ts',
    { path: '^src/modules/([^/]+)/' },
    {
      path: '^src/modules/[^/]+/',
      pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/(?:rest/)?index[.]ts$'],
    },
  ),
  ...Object.entries(declared).map(([name, others]) =>
    rule(
      `edges-of-${name}`,
      `${name} may import ${others.join(', ') || 'no module'} (edges of .dependency-cruiser.mjs)`,
      { path: module([name]) },
      {
        path: '^src/modules/[^/]+/',
        pathNot: module([name, ...others]),
      },
    ),
  ),
];

export const options = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: ['node_modules', '[.]test[.]'] },
};

export default { forbidden: rulesFor(edges), options };
