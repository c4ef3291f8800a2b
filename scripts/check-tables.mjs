// Finds tables written by several domains (`src/modules/`, and `src/kernel/jobs/`): a change of a column's meaning
// would affect them all. Derived values, such as counts, are listed here with their reason.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tables that every domain writes, each with its own keys. */
const common = new Set(['counter']);
/** Writes to another domain's table (`table ← domain`), and why. */
const named = new Map([
  ['post ← comments', 'comment_count follows from its comments'],
  ['post ← views', 'view_count follows from its readers'],
  ['post ← patterns', 'expanded and opening follow from the patterns in its text'],
  ['term ← posts', 'count follows from the posts that have it'],
  ['term_relationship ← media', 'the folder of a file is a term'],
  ['term_relationship ← terms', 'goes with its term'],
]);
const owners = new Map([
  ['post', 'posts'],
  ['term', 'terms'],
  ['term_relationship', 'posts'],
]);

/** Kysely and SQL; `for update` and `do update` have no table name. */
const writing = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](\w+)/g,
  /\b(?:insert\s+into|delete\s+from|(?<!for\s)(?<!do\s)update)\s+(?!set\b)(\w+)(?=\s+set\b|\s*\(|\s+where\b|\s+select\b|\s+\$)/g,
];

/** One sentence for each table written by a second domain in `sources`: `{ file, text }` each. */
export function tableProblems(sources, known = named) {
  const filesByDomain = new Map();
  for (const { file, text } of sources) {
    const [, domain] = /^src\/(?:modules|kernel(?=\/jobs\/))\/([^/]+)\//.exec(file) ?? [];
    if (domain === undefined) continue;
    for (const pattern of writing)
      for (const [, table] of text.matchAll(pattern)) {
        if (common.has(table)) continue;
        const domains = filesByDomain.get(table) ?? new Map();
        filesByDomain.set(table, domains.set(domain, file));
      }
  }
  const isWritten = (pair) => {
    const [table, domain] = pair.split(' ← ');
    return filesByDomain.get(table)?.has(domain);
  };
  return [
    ...[...filesByDomain].flatMap(([table, domains]) => {
      const others = [...domains].filter(
        ([domain]) => domain !== owners.get(table) && !known.has(`${table} ← ${domain}`),
      );
      if (others.length <= (owners.has(table) ? 0 : 1)) return [];
      return [
        `${others
          .map(([, file]) => file)
          .toSorted()
          .join(', ')} ${others.length === 1 ? 'writes' : 'write'} the table ${table}, which ${
          owners.has(table) ? `is that of src/modules/${owners.get(table)}/` : 'several domains write'
        }; let one domain do it, and the others call it.`,
      ];
    }),
    ...[...known.keys()]
      .filter((pair) => !isWritten(pair))
      .map((pair) => `scripts/check-tables.mjs names ${pair}, which is written no more.`),
  ];
}

export const checkTables = (root, files) =>
  tableProblems(
    files
      .filter((file) => /^src\/(?:modules|kernel\/jobs)\/.*\.ts$/.test(file) && !file.includes('.test.'))
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
  );
