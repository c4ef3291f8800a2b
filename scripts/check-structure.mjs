// Checks the project's structure: imports, complete block folders, stylesheet length, names, tests that wait for
// conditions.
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkCaches } from './check-caches.mjs';
import { checkImports, inBrowsers } from './check-imports.mjs';
import { checkLines, checkProse } from './check-lines.mjs';
import { checkTest } from './check-tests.mjs';
import { listSources } from './list-sources.mjs';

/** Longest stylesheet in lines; `.oxlintrc.json` bounds code. */
const maxSheetLength = 500;

/**
 * APIs that turn text into nodes or scripts in browsers, and the only files that may use them: all fetched HTML passes
 * through fetched.ts (decision 015).
 */
const makers = [
  {
    what: /\b(?:inner|outer)HTML\s*[=:](?!=)|\binsertAdjacentHTML\b|\bDOMParser\b|\bcreateContextualFragment\b|\bdocument\.write|\bsrcdoc\b|\b(?:set|parse)HTML(?:Unsafe)?\(|\bdangerouslySetInnerHTML\b|\bcreateHTML\b/,
    only: [
      'src/reader/islands/fetched.ts',
      'src/reader/islands/trust.ts',
      'src/reader/behaviours/scripts/load-script.ts',
    ],
    instead: 'fetchedNodes of src/reader/islands/fetched.ts',
  },
  {
    what: /\bcreateElement\(\s*['"`]script|\bcreatePolicy\b|\bcreateScript\b|\bimport\((?!')/,
    only: [
      'src/reader/islands/loader.ts',
      'src/reader/islands/trust.ts',
      'src/reader/behaviours/scripts/load-script.ts',
    ],
    instead: 'loadScript or makeScript of src/reader/behaviours/scripts',
  },
  {
    what: /\bnew (?:Shared)?Worker\((?!scriptAddress)|\bserviceWorker\.register\((?!scriptAddress)|\beval\(|\bnew Function\(/,
    only: [],
    instead: 'scriptAddress of src/reader/behaviours/scripts/load-script.ts',
  },
];

/** APIs for outgoing requests, and the only file that may use them (decision 023), since it never contacts the local network. */
const outgoingRequest = new RegExp(
  [
    String.raw`(?<![.\w])fetch\(|\bglobalThis\.fetch\b|\bnew (?:WebSocket|EventSource)\(`,
    String.raw`\bfrom 'undici'|\bimport\('(?:undici|node:(?:https?|http2|net|tls|dgram))'`,
    // The whole module, or its client functions; servers, incoming sockets and URL parsing are allowed.
    String.raw`^import (?!type\b)(?:\w+|\* as \w+|\{[^}]*\b(?:${'request|get|connect|createConnection|createSocket'})\b[^}]*\}) ` +
      String.raw`from 'node:(?:https?|http2|net|tls|dgram)'`,
  ].join('|'),
  'm',
);
const requestModule = 'src/lib/fetch-outside.ts';

/** Messages for missing permissions, which routes and commands share. A copy in a command would diverge. */
const refusals = [
  /(?<!\bPermission<[^=\n]*> = )\{[^{}]*\bmessage\b\s*(?:,|: ['"`])[^{}]*\bcapability\b[^{}]*\}/, // also shorthand `message`
  /\bnew (?:Forbidden|Unauthorized)Error\([^()]*,[^()]*,\s*[^\s)]/, // the third argument is a capability
];
const hasRefusal = (source) =>
  refusals[0].test(source) || refusals[1].test(source.replace(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g, "''"));
const isPolicy = (file) => /(?:^|[/-])policy\.ts$/.test(file);
/** Files with general refusals, and the check for permissions revoked in the meantime. */
const mayRefuse = (file) =>
  isPolicy(file) ||
  ['kernel/command', 'kernel/permission', 'modules/users/check-actor-again'].some(
    (name) => file === `src/${name}.ts`,
  );

/** Permissions are checked by policies: a capability check in a route would be a second rule next to its domain's. */
const capabilityCheck = /\bcan\(|\bcapabilities\.has\(/;
const mustUsePolicy = (file) =>
  /^src\/(?:blocks|cli|import|kernel|modules|site)\/.*\.tsx?$/.test(file) &&
  !/\.test\.tsx?$/.test(file) &&
  !isPolicy(file) &&
  file !== 'src/kernel/permission.ts';

/** Statements that write to tables, in Kysely and SQL. */
const writes =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\bsql(?:<[^`]*>)?`\s*(?:insert\s+into|update|delete\s+from)\b/;
/** Domains write their own tables, `kernel/db/` and `kernel/jobs/` shared ones, and a restore whole databases. */
const mayWrite = (file) =>
  (/^src\/(?:kernel\/(?:db|jobs)|modules\/[^/]+)\//.test(file) &&
    !/\/(?:reader|cache|policy)\.ts$|\/rest\//.test(file)) ||
  file === 'src/modules/backup/restore-backup.ts';

/** Code that parses input or logs changes decides; its domain's writer writes. */
const decides = /\b(?:readInput|noteChange)\(/;

/** All problems of the tree at `root`, one sentence each. */
export function checkStructure(root) {
  const files = listSources(root, ['src', 'test', 'scripts', 'demo']).filter((file) =>
    /\.(ts|tsx|mjs|css)$/.test(file),
  );
  if (existsSync(join(root, 'vitest.config.ts'))) files.push('vitest.config.ts');
  const documents = [
    ...listSources(root, ['docs']),
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'README.md',
  ].filter((file) => file.endsWith('.md') && existsSync(join(root, file)));
  return [
    ...files.flatMap((file) => checkFile(root, file)),
    ...checkBlocks(root),
    ...documents.flatMap((file) => checkProse(file, readFileSync(join(root, file), 'utf8'))),
    ...checkImports(
      root,
      files.filter((file) => /\.(ts|tsx|mjs)$/.test(file)),
    ),
    ...checkCaches(
      root,
      files.filter(
        (file) =>
          /^src\/.*\.tsx?$/.test(file) &&
          !/\.test\./.test(file) &&
          !inBrowsers(file) &&
          !file.startsWith('src/newsroom/'),
      ),
    ),
  ];
}

export function checkFile(root, file) {
  const source = readFileSync(join(root, file), 'utf8');
  const problems = [];
  const lines = source.replace(/\n$/, '').split('\n').length;
  if (file.endsWith('.css') && lines > maxSheetLength) {
    problems.push(
      `${file} has ${lines} lines; a stylesheet may have ${maxSheetLength}. Split it by concept.`,
    );
  }
  problems.push(...checkLines(file, source));
  if (!/^[\da-z.-]+$/.test(basename(file))) problems.push(`${file}: file names are kebab-case.`);
  if (
    /\.tsx?$/.test(file) &&
    file !== 'src/config.ts' &&
    file.startsWith('src/') &&
    !/\.test\.tsx?$/.test(file) &&
    readsEnvironment(source)
  ) {
    problems.push(`${file} reads process.env; only src/config.ts may.`);
  }
  if (
    /^(?:src|demo)\/.*\.tsx?$/.test(file) &&
    !/\.test\.tsx?$/.test(file) &&
    !mayWrite(file) &&
    writes.test(source)
  ) {
    problems.push(
      `${file} writes to a table (${writes.exec(source)?.[0]}); call a command or a writer of src/modules/.`,
    );
  }
  if (
    /^src\/(?:kernel|modules)\/(?!.*\/rest\/).*\.ts$/.test(file) &&
    !file.endsWith('.test.ts') &&
    !file.startsWith('src/modules/activity/') &&
    decides.test(source) &&
    writes.test(source)
  ) {
    problems.push(
      `${file} is a command and writes to a table itself (${writes.exec(source)?.[0]}); let the writer of its domain do it.`,
    );
  }
  if (
    /^src\/(?:kernel|modules)\/(?!.*\/rest\/).*\.ts$/.test(file) &&
    !file.endsWith('.test.ts') &&
    !mayRefuse(file) &&
    hasRefusal(source)
  ) {
    problems.push(
      `${file} says by itself who may not; make it a Permission in the policy.ts of its domain, and ask it by demand (src/kernel/permission.ts).`,
    );
  }
  if (mustUsePolicy(file) && capabilityCheck.test(source)) {
    problems.push(
      `${file} asks for a capability by itself (${capabilityCheck.exec(source)?.[0]}); ask it by a name in the policy.ts of its domain.`,
    );
  }
  if (inBrowsers(file)) {
    for (const { what, only, instead } of makers)
      if (!only.includes(file) && what.test(source))
        problems.push(`${file} makes code or nodes of a text (${what.exec(source)?.[0]}); use ${instead}.`);
  }
  if (
    /^src\/.*\.tsx?$/.test(file) &&
    !/\.test\./.test(file) &&
    !inBrowsers(file) &&
    file !== requestModule &&
    outgoingRequest.test(source)
  ) {
    problems.push(`${file} asks other servers by itself; fetchOutside of ${requestModule} does.`);
  }
  if (/^export (default\b|\{[^}]*\bas default\b)/m.test(source) && file.startsWith('src/'))
    problems.push(`${file}: named exports only.`);
  problems.push(
    ...checkTest(
      file,
      source,
      existsSync(join(root, 'vitest.config.ts')) ? readFileSync(join(root, 'vitest.config.ts'), 'utf8') : '',
    ),
  );
  return problems;
}

/** Passing the whole environment to a function of config.ts is allowed. */
function readsEnvironment(source) {
  return /\bprocess\??\.env\b|\bprocess\[['"]env|\benv\b[^=\n]*\}\s*=\s*process\b/.test(
    source.replace(/\b(readConfig|callerFolder)\(process\.env[,)]/g, ''),
  );
}

const required = ['block.ts', 'view.tsx', 'block.test.tsx'];

function checkBlocks(root) {
  const folder = join(root, 'src/blocks');
  if (!existsSync(folder)) return [];
  const problems = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === 'document' || entry.name === 'core') continue;
    const files = readdirSync(join(folder, entry.name));
    for (const name of required)
      if (!files.includes(name))
        problems.push(
          `src/blocks/${entry.name} has no ${name}; every block folder has ${required.join(', ')}.`,
        );
    if (!files.includes('block.ts')) continue;
    const source = readFileSync(join(folder, entry.name, 'block.ts'), 'utf8');
    if (!new RegExp(`name: '[a-z-]+/${entry.name}'`).test(source)) {
      problems.push(`src/blocks/${entry.name}/block.ts does not declare a block named like its folder.`);
    }
  }
  return [...problems, ...checkCoreBlocks(join(folder, 'core'))];
}

/** Blocks of WordPress: one file each, named like the block, and a test that contains its markup. */
function checkCoreBlocks(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder);
  const tests = files
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  return files
    .filter((file) => file.endsWith('.server.tsx'))
    .flatMap((file) => {
      const name = file.slice(0, -'.server.tsx'.length);
      return [
        ...(readFileSync(join(folder, file), 'utf8').includes(`name: 'core/${name}'`)
          ? []
          : [`src/blocks/core/${file} does not declare core/${name}.`]),
        ...(new RegExp(`wp:${name}\\b(?!-)`).test(tests)
          ? []
          : [`src/blocks/core/${file}: no test next to it contains wp:${name}.`]),
      ];
    });
}
