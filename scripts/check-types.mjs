// Finds code with hard-coded names of types or taxonomies: it should use their definitions
// (src/modules/types/registry.ts) or the names of their roles (src/modules/types/names.ts).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { builtInPostTypes, builtInTaxonomies } from '../src/modules/types/built-in.ts';
import { listSources } from './list-sources.mjs';
import { visit } from './visit-tree.mjs';

const ours = [...builtInPostTypes, ...builtInTaxonomies].map(({ name }) => name);
/** Variables and properties that contain the name of a type or taxonomy. */
const holders = new Set([
  'type',
  'types',
  'taxonomy',
  'taxonomies',
  'postType',
  'post_type',
  'authorsOf',
  'typeName',
]);

/** Where names are allowed, and why. */
const allowed = [
  ['src/modules/types/', 'the definitions themselves'],
  ['src/import/', 'words of the export format'],
  ['src/kernel/db/migrations/', 'never changed once it has shipped'],
  ['src/cli/seed-demo.ts', 'posts and terms of the demo'],
  ['src/site/rest/wp-v2-search.ts', 'its `type` is `post` where posts of any type are searched'],
  ['src/site/xmlrpc/structs.ts', "fields of WordPress' structs"],
  ['src/site/xmlrpc/posts.ts', 'the same'],
  ['src/lib/markup/block-refs.ts', "attributes of WordPress' blocks"],
  ['src/modules/widgets/widget-blocks.ts', "names of WordPress' widgets"],
  ['src/blocks/core/link-target.server.ts', 'the same, of links in menus'],
  ...[
    'src/newsroom/app/locale-options.ts',
    'src/newsroom/features/services/push-subscribers.tsx',
    'src/modules/settings/site-facts.ts',
    'src/site/install/install-form.tsx',
    'src/site/admin/profile-fields.tsx',
  ].map((file) => [file, '`Intl.DisplayNames` has a type `language`']),
  ['src/site/pages/resolve-page.ts', 'makes resolutions, one of whose types is `page`'],
];

/** The lines of a source with a type's or taxonomy's name. */
export function typesIn(text, lang, names = ours) {
  const known = new Set(names);
  const words = names.join('|');
  /** In SQL, and in tags. */
  const inText = new RegExp(
    String.raw`\b(?:type|taxonomy)"?(?: \|\| '')? (?:=|<>|!=|(?:not )?in \([^)]*?) ?'(?:${words})'|^(?:list|terms):(?:${words})$`,
  );
  const found = [];
  const tree = parseAst(text, { lang });
  const parts = partsNamedIn(tree);
  visit(tree, (node) => {
    for (const [holder, value] of pairsOf(node)) {
      if (holders.has(holder) && literals(value).some((name) => known.has(name))) found.push(node.start);
      // A schema may contain the name anywhere in its chain of calls.
      if (node.type === 'Property' && holders.has(holder) && value.type === 'CallExpression') {
        visit(
          value,
          (part) => void (part.type === 'Literal' && known.has(part.value) && found.push(part.start)),
        );
      }
    }
    if (node.type === 'SwitchStatement' && isHolder(node.discriminant)) {
      for (const { test, start } of node.cases)
        if (literals(test).some((name) => known.has(name))) found.push(start);
    }
    if (
      node.type === 'CallExpression' &&
      typeFunctions.has(nameOf(node.callee)) &&
      known.has(node.arguments[0]?.value)
    )
      found.push(node.start);
    if (node.regex && namesThem(node.regex.pattern.match(/\w+/g) ?? [], known, 2)) found.push(node.start);
    if (
      node.type === 'ArrayExpression' &&
      namesThem(
        node.elements.map((one) => one?.value),
        known,
        1,
      )
    )
      found.push(node.start);
    // Next to a key given by its role, any other name counts, too.
    const minCount =
      node.type === 'ObjectExpression' &&
      node.properties.some((one) => one.computed && parts.has(one.key.name))
        ? 1
        : 2;
    if (node.type === 'ObjectExpression' && namesThem(keysOf(node, parts), known, minCount))
      found.push(node.start);
    for (const part of partsOf(node)) if (inText.test(part)) found.push(node.start);
  });
  return [...new Set(found.map((start) => text.slice(0, start).split('\n').length))];
}

/** A source's local names of the roles of types and taxonomies (modules/types/names.ts). */
const partsNamedIn = ({ body }) =>
  new Set(
    body.flatMap((node) =>
      node.type === 'ImportDeclaration' && /\btypes\/names\.ts$/.test(node.source.value)
        ? node.specifiers.map(({ local }) => local.name)
        : [],
    ),
  );

const keysOf = ({ properties }, parts) =>
  properties
    .filter((one) => !(one.computed && parts.has(one.key.name)))
    .map((one) => (one.type === 'Property' && !one.computed ? (one.key.name ?? one.key.value) : undefined))
    .filter((word) => word !== ''); // not a valid name

/**
 * Whether words in a list or in keys are type names: an unambiguous one such as `post_tag`, or at least `fewest` if all
 * are names. `post` alone is ambiguous.
 */
function namesThem(words, known, minCount) {
  const named = words.filter((word) => known.has(word));
  return (
    named.some((word) => word.includes('_')) || (named.length >= minCount && named.length === words.length)
  );
}

/** Values compared with, assigned to, looked up by, or the default of a holder: pairs of `[holder, value]`. */
function pairsOf(node) {
  switch (node.type) {
    case 'BinaryExpression':
      return /^[!=]==?$/.test(node.operator)
        ? [
            [node.left, node.right],
            [node.right, node.left],
          ]
            .filter(([side]) => !isResolution(side))
            .map(([side, other]) => [holderOf(side), other])
        : [];
    case 'LogicalExpression':
      return [[nameOf(node.left), node.right]];
    case 'Property':
      return node.computed ? [] : [[node.key.name ?? node.key.value, node.value]];
    case 'AssignmentPattern':
      return [[nameOf(node.left), node.right]];
    // A list or set of names in which a holder is looked up, or a holder searched for a name.
    case 'CallExpression':
      return [
        ...(node.callee.type === 'MemberExpression' && comparingMethods.has(node.callee.property.name)
          ? [
              [nameOf(node.callee.object), node.arguments[0]],
              [node.arguments[0] && holderOf(node.arguments[0]), node.callee.object],
            ]
          : []),
        [columnOf(node.arguments[0]), node.arguments[2]],
      ];
    default:
      return [];
  }
}

const comparingMethods = new Set(['includes', 'indexOf', 'has', 'startsWith', 'endsWith', 'localeCompare']);

const isHolder = (node) => !isResolution(node) && holders.has(holderOf(node));

/** Functions whose first argument is a type or taxonomy. */
const typeFunctions = new Set([
  'capabilityOf',
  'postTypeNamed',
  'taxonomyNamed',
  'taxonomiesOf',
  'typesOf',
  'termCapability',
  'capabilityToCreate',
  'term',
]);

/** The column in a query's condition: `where('post.type', '=', …)`. */
const columnOf = (node) =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value.split('.').at(-1) : undefined;

const nameOf = (node) =>
  node.type === 'ChainExpression'
    ? nameOf(node.expression)
    : node.type === 'MemberExpression'
      ? node.property.name
      : node.name;

/** Definitions contain their name: `type.name`. */
const holderOf = (node) =>
  node.type === 'MemberExpression' &&
  !node.computed &&
  node.property.name === 'name' &&
  holders.has(nameOf(node.object))
    ? nameOf(node.object)
    : nameOf(node);

/** Resolutions of URLs have other types. */
const isResolution = (node) =>
  node.type === 'MemberExpression' && /^(?:resolution|found)$/.test(nameOf(node.object) ?? '');

function literals(node) {
  if (node?.type === 'Literal') return [node.value];
  if (node?.type === 'ArrayExpression') return node.elements.flatMap(literals);
  if (node?.type === 'NewExpression') return node.arguments.flatMap(literals);
  if (node?.type === 'ConditionalExpression')
    return [...literals(node.consequent), ...literals(node.alternate)];
  if (node?.type === 'LogicalExpression' || node?.type === 'AssignmentPattern') return literals(node.right);
  return [];
}

function partsOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw) : [];
}

export function checkTypes(root) {
  const names = listSources(root, ['src']).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'));
  return names
    .filter((file) => !allowed.some(([place]) => file.startsWith(place)))
    .toSorted()
    .flatMap((file) =>
      typesIn(readFileSync(join(root, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
        (line) =>
          `${file}:${line}: knows a type or taxonomy by name; ask its definition, or name the part that it plays (modules/types/names.ts).`,
      ),
    );
}
