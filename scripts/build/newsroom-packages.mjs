// Build plugins that leave out of WordPress' packages what no screen of the newsroom uses. Each fails the build once it no longer applies.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { schemeColors } from '../../src/newsroom/app/theme-colors.ts';

/** Modules that replace a package; only this build refers to them. */
export const packageReplacements = ['src/newsroom/app/motion.tsx', 'src/newsroom/app/late-menu.tsx'];

const unixPath = (id) => id.replaceAll('\\', '/');
const dataViews = '@wordpress/dataviews/build-module';
const fieldTypes =
  'array boolean color date datetime email integer media number password telephone text time url';

/** Code by the end of the path of the module that it replaces. */
const codeOf = new Map([
  // Time zones by name: the newsroom formats by Intl.
  ['moment-timezone/data/packed/latest.json', '{"version":"none","zones":[],"links":[],"countries":[]}'],
  // Forms of DataViews and its types of fields: fields of lists have no type, render themselves and bring the inputs of
  // their filters.
  [
    `${dataViews}/components/dataform-controls/index.mjs`,
    'export const getControl = ({ Edit }) => (typeof Edit === "function" ? Edit : null);',
  ],
  [`${dataViews}/dataform/index.mjs`, 'export default () => null;'],
  [`${dataViews}/field-types/utils/parse-time.mjs`, 'export default () => null;'],
  ...fieldTypes
    .split(' ')
    .map((type) => [`${dataViews}/field-types/${type}.mjs`, 'export { default } from "./no-type.mjs";']),
  // Filters load when a list shows some, with their popups, tooltips and searches.
  [
    `${dataViews}/components/dataviews-filters/filter.mjs`,
    `import { createElement, Suspense } from 'react';
    import { latePart } from '/src/newsroom/app/late.tsx';
    const Filter = latePart(async () => (await import('./filter.mjs?late')).default);
    export default (props) => createElement(Suspense, null, createElement(Filter, props));`,
  ],
  // Layouts other than the table and the list.
  ...['grid', 'activity', 'picker-grid', 'picker-table', 'picker-activity']
    .map((layout) => `${layout}/index`)
    .concat('utils/grid-config-options')
    .map((name) => [`${dataViews}/components/dataviews-layouts/${name}.mjs`, 'export default () => null;']),
  // Real-time collaboration, which is never turned on: Yjs and what belongs to it.
  ['@wordpress/sync/build-module/index.mjs', 'export const Y = {};\nexport class Awareness {}'],
  [
    '@wordpress/core-data/build-module/sync.mjs',
    `${['CRDT_AUTOSAVE_SNAPSHOT_KEY', 'CRDT_DOC_META_PERSISTENCE_KEY', 'CRDT_RECORD_MAP_KEY']
      .concat('ConnectionErrorCode', 'Delta', 'LOCAL_EDITOR_ORIGIN', 'LOCAL_UNDO_IGNORED_ORIGIN')
      .map((name) => `export const ${name} = undefined;`)
      .join('\n')}
    export const getSyncManager = () => undefined, getEntitySnapshot = getSyncManager, retrySyncConnection = getSyncManager;
    export const hasSyncManager = () => false, entityContainsSnapshot = hasSyncManager;`,
  ],
]);

/** Throws at the end of a build in which one of `names` was not met. */
const rejectUnfound = (names, met) => (error) => {
  const missing = [...names].find((name) => !met.has(name));
  if (!error && missing)
    throw new Error(`No package imports ${missing} any more: adapt scripts/build/newsroom-packages.mjs.`);
};

/** Replaced imports, by name and path of the importing package, with the code or module that replaces them. */
const imports = [
  // Filters of lists compare no dates, and actions of lists use no store.
  {
    name: '@wordpress/date',
    from: `${dataViews}/utils/`,
    code: 'export const getDate = (value) => new Date(value);',
  },
  { name: '@wordpress/data', from: `${dataViews}/`, code: 'export const useRegistry = () => undefined;' },
  { name: 'framer-motion', from: '/@wordpress/components/', file: packageReplacements[0] },
  // Menus of lists load when one is opened.
  { name: '@wordpress/ui', from: `${dataViews}/components/`, file: packageReplacements[1] },
];

function replacedModules(root) {
  const met = new Set();
  return {
    name: 'replaced-modules',
    enforce: 'pre',
    resolveId(id, importer = '') {
      const found = imports.find(({ name, from }) => name === id && unixPath(importer).includes(from));
      if (!found) return undefined;
      met.add(id);
      return found.file ? join(root, found.file) : `\0replaced:${id}`;
    },
    load(id) {
      const { code } = imports.find(({ name }) => id === `\0replaced:${name}`) ?? {};
      if (code) return code;
      const path = unixPath(id);
      const name = [...codeOf.keys()].find((end) => path.endsWith(`/${end}`));
      if (name === undefined) return undefined;
      met.add(name);
      return codeOf.get(name);
    },
    buildEnd: rejectUnfound([...codeOf.keys(), ...imports.map(({ name }) => name)], met),
  };
}

const runtime = /\/\/ packages\/style-runtime\/src\/index\.ts\n[\s\S]*?(?=\n\/\/ packages\/)/;
const registration = /registerStyle\("([\da-f]+)", ('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\)/g;

/** Each module of `@wordpress/ui` holds the code that adds styles to a page and all styles of its folder: here they are included once. */
function sharedStyles() {
  const styles = new Map();
  const met = new Set();
  return {
    name: 'shared-styles',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('\0style-') ? id : undefined),
    load: (id) => (id.startsWith('\0style-') ? `export default ${styles.get(id)};` : undefined),
    transform(code, id) {
      if (!/\/@wordpress\/(?:ui|components|theme)\//.test(unixPath(id)) || !runtime.test(code))
        return undefined;
      met.add('the runtime of styles');
      const shared = new Set([`import { registerDocument, registerStyle } from '@wordpress/style-runtime';`]);
      const own = code.replace(runtime, '').replace(registration, (_, hash, css) => {
        styles.set(`\0style-${hash}`, css);
        shared.add(`import style_${hash} from ${JSON.stringify(`\0style-${hash}`)};`);
        return `registerStyle("${hash}", style_${hash})`;
      });
      return { code: `${[...shared].join('\n')}\n${own}`, map: null };
    },
    buildEnd: rejectUnfound(['the runtime of styles'], met),
  };
}

const tooltipBackground = '#1e1e1e';
const generator = /function generateThemeProviderColors\(primary, background\) \{[\s\S]*?\n\}\n/;

/** Computes the tokens of `@wordpress/theme` for the newsroom's schemes and for tooltips, which would take the browser a library for colors. */
async function computedTheme(root) {
  const require = createRequire(join(root, 'src/newsroom/package.json'));
  const { createElement } = require('react');
  const { renderToStaticMarkup } = require('react-dom/server');
  const file = unixPath(require.resolve('@wordpress/theme')).replace(
    /(\/@wordpress\/theme\/).*/,
    '$1build-module/use-theme-provider-styles.mjs',
  );
  const { useThemeProviderStyles } = await import(pathToFileURL(file).href);
  const Tokens = ({ color }) => {
    const tokens = JSON.stringify(useThemeProviderStyles({ color }).themeProviderStyles);
    return createElement('b', { dangerouslySetInnerHTML: Object.fromEntries([['__html', tokens]]) });
  };
  const styles = Object.fromEntries(
    Object.values(schemeColors)
      .flatMap((color) => [color, { ...color, background: tooltipBackground }])
      .map((color) => [
        `${color.primary} ${color.background}`,
        JSON.parse(
          renderToStaticMarkup(createElement(Tokens, { color })).slice('<b>'.length, -'</b>'.length),
        ),
      ]),
  );
  const met = new Set();
  return {
    name: 'computed-theme',
    enforce: 'pre',
    transform(code, id) {
      const path = unixPath(id);
      if (path.endsWith('/@wordpress/ui/build-module/tooltip/popup.mjs') && code.includes(tooltipBackground))
        met.add('the background of tooltips');
      if (!path.endsWith('/@wordpress/theme/build-module/use-theme-provider-styles.mjs')) return undefined;
      if (generator.test(code)) met.add('colors of themes');
      return code
        .replace(generator, () =>
          [
            `const computed = ${JSON.stringify(styles)};`,
            'const generateThemeProviderColors = (primary, background) => (',
            '  { styles: computed[`${primary} ${background}`] ?? {}, warnings: undefined }',
            ');\n',
          ].join('\n'),
        )
        .replace(/= memoize\(/g, '= /* @__PURE__ */ memoize(');
    },
    buildEnd: rejectUnfound(['the background of tooltips', 'colors of themes'], met),
  };
}

/** The plugins of the newsroom's build. */
export const slimPackages = async (root) => [
  replacedModules(root),
  sharedStyles(),
  await computedTheme(root),
];
