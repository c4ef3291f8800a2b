import { benchAgainst } from './against.ts';
import { benchFaults } from './faults.ts';
import { benchFuzz } from './fuzz.ts';
import { makeSite } from './make-site.ts';
import { measureArticle } from './measure-article.ts';
import { measureDropped } from './measure-dropped.ts';
import { measureFields } from './measure-fields.ts';
import { measureFlood } from './measure-flood.ts';
import { measureImport } from './measure-import.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { measureLists } from './measure-lists.ts';
import { measurePages } from './measure-pages.ts';
import { measurePatterns } from './measure-patterns.ts';
import { measurePublish } from './measure-publish.ts';
import { measureQueries } from './measure-queries.ts';
import { measureRelated } from './measure-related.ts';
import { measureSaves } from './measure-saves.ts';
import { measureSignIn } from './measure-sign-in.ts';
import { measureTemplates } from './measure-templates.ts';
import { measureTyping } from './measure-typing.ts';
import { measureWeight } from './measure-weight.ts';
import { isMistyped } from './options.ts';
import { runBench } from './run-bench.ts';
import type { Measure } from './run-bench.ts';

const usage = `Usage: npm run bench -- [--database sqlite|postgres|both] [--posts 1500] [--import 100000]
                          [--only article,pages,queries,weight,publish,patterns,dropped,templates,flood,
                           sign-in,lists,fields,typing,saves,import,related,lighthouse] [--json FILE]

  --database  database to measure; default both
  --posts     number of posts on the site; default 1500. Sites are cached in the temporary folder
  --import    number of posts to import under load; default 100000, 0 skips the import
  --only      parts to measure; default all
  --json      output file for the results; default a new file in the temporary folder

       npm run bench -- fuzz [--minutes 5] [--seed N] [--database both]
           sends random requests to a server and checks every response; the same seed gives the same requests
       npm run bench -- faults [--seed N] [--only killed,clock]
           runs the long fault tests: killed processes, full disks, wrong clocks (docs/reliability.md)
       npm run bench -- against FOLDER [--only article,front,category,search,rest] [--database sqlite]
           compares CPU per page with another built checkout, in alternating rounds

The exit code is 1 if a target is missed or a part fails; the remaining parts still run.
Ctrl+C stops the bench and prints the results so far.

Results are ratios and CPU times from the same run: absolute times on a shared machine mean little.`;

const measures: Readonly<Record<string, Measure>> = {
  article: measureArticle,
  pages: measurePages,
  queries: measureQueries,
  weight: measureWeight,
  publish: measurePublish,
  patterns: measurePatterns,
  dropped: measureDropped,
  templates: measureTemplates,
  flood: measureFlood,
  'sign-in': measureSignIn,
  lists: measureLists,
  fields: measureFields,
  typing: measureTyping,
  saves: measureSaves,
  import: measureImport,
  related: measureRelated,
  lighthouse: measureLighthouse,
};

try {
  const [command, ...others] = process.argv.slice(2);
  if (command === 'fuzz') await benchFuzz(others);
  else if (command === 'faults') benchFaults(others);
  else if (command === 'against') await benchAgainst(others);
  else {
    const outcome = await runBench(process.argv.slice(2), { measures, makeSite });
    if (outcome === 'help') console.log(usage);
    else if (outcome.isStopped) process.exit(outcome.exitCode);
    else process.exitCode = outcome.exitCode;
  }
} catch (error) {
  if (!isMistyped(error)) throw error;
  console.error(`${error.message}\nRun npm run bench -- --help for usage.`);
  process.exitCode = 2;
}
