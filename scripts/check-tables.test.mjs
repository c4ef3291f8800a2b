import { expect, test } from 'vitest';
import { tableProblems } from './check-tables.mjs';

const problemsOf = (sources, known = new Map()) =>
  tableProblems(
    Object.entries(sources).map(([file, text]) => ({ file, text })),
    known,
  );
const inserts = (table) => `await tx.db.insertInto('${table}').values(row).execute();\n`;

test('one domain writes a table, in any number of files; each counts under its own keys', () => {
  expect(
    problemsOf({
      'src/kernel/jobs/store.ts': inserts('job') + inserts('counter'),
      'src/kernel/jobs/claim.ts': 'await sql`update job set claim = ${claim}`;\n',
      'src/modules/mail/mail.ts': `${inserts('counter')}await read.selectFrom('job').forUpdate();\nawait sql\`on conflict (key) do update set x = 1\`;\n`,
    }),
  ).toEqual([]);
});

test.each([
  "await tx.db.updateTable('job').set({ payload });\n",
  "await tx.db.deleteFrom('job');\n",
  'await sql`insert into job (kind) values (1)`;\n',
  'await sql`with x as (values 1)\n      update job set kind = 1`;\n',
  'await sql`delete from job where id = 1`;\n',
])('a second one is reported: %j', (text) => {
  expect(
    problemsOf({ 'src/kernel/jobs/store.ts': inserts('job'), 'src/modules/mail/mail.ts': text }),
  ).toEqual([
    expect.stringMatching(
      /^src\/kernel\/jobs\/store\.ts, src\/modules\/mail\/mail\.ts write the table job, which several domains write; /,
    ),
  ]);
});

test('only their domains write posts and terms; other writers are listed while they exist', () => {
  const comments = {
    'src/modules/comments/store.ts': "await tx.db.updateTable('post').set({ comment_count: 1 });\n",
  };
  const problem =
    'src/modules/comments/store.ts writes the table post, which is that of src/modules/posts/; let one domain do it, and the others call it.';
  expect(problemsOf(comments)).toEqual([problem]);
  expect(problemsOf({ ...comments, 'src/modules/posts/writer.ts': inserts('post') })).toEqual([problem]);
  expect(problemsOf(comments, new Map([['post ← comments', 'its count']]))).toEqual([]);
  expect(problemsOf({}, new Map([['post ← comments', 'its count']]))).toEqual([
    'scripts/check-tables.mjs names post ← comments, which is written no more.',
  ]);
});
