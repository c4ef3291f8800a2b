// Looks for tables that several domains (`src/modules/`, and `src/kernel/jobs/`) write: who changes what a row means would have to find them all. One domain
// writes each; what follows from rows of others, such as a count, is named here with its reason.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tables that every domain writes, under keys of its own. */
const common = new Set(['counter']);
/** What a domain writes of a table of another one (`table ← domain`), and why. */
const named = new Map([
  ['post ← comments', 'comment_count follows from its comments'],
  ['post ← views', 'view_count follows from its readers'],
  ['post ← patterns', 'expanded and opening follow from the patterns in its text'],
  ['term ← posts', 'count follows from the posts that have it'],
  ['term_relationship ← media', 'the folder of a file is a term'],
  ['term_relationship ← terms', 'goes with its term'],
]);
/** Who writes a table of these in the first place. */
const owners = new Map([
  ['post', 'posts'],
  ['term', 'terms'],
  ['term_relationship', 'posts'],
]);

/** In the words of Kysely and of SQL; `for update` and `do update` name no table. */
const writing = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](\w+)/g,
  /\b(?:insert\s+into|delete\s+from|(?<!for\s)(?<!do\s)update)\s+(?!set\b)(\w+)(?=\s+set\b|\s*\(|\s+where\b|\s+select\b|\s+\$)/g,
];

/** One sentence for each table that a second domain writes, in `sources`: `{ file, text }` each. */
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

/** The same of the tree at `root`, of these files of it. */
export const checkTables = (root, files) =>
  tableProblems(
    files
      .filter((file) => /^src\/(?:modules|kernel\/jobs)\/.*\.ts$/.test(file) && !file.includes('.test.'))
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
  );
