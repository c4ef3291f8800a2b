import { setImmediate } from 'node:timers/promises';
import { InvalidInputError } from '../../lib/errors.ts';
import { checkAddresses, refuseLoop, withoutOrigin } from './check-redirect.ts';
import type { CheckedRedirect, OtherRedirects } from './check-redirect.ts';
import { maxCsvPatterns } from './redirect-csv.ts';
import type { CsvLine } from './redirect-csv.ts';
import { redirectStatuses } from './model.ts';
import type { Redirect } from './model.ts';
import { encodedPath, parsePatterns, patternOf } from './patterns.ts';

/** Fewer than for a single redirect, since an import checks many; the guide on redirects names it. */
const maxNear = 20;

/** Lines checked before other requests get a turn. */
const linesPerTurn = 100;

type Planned = CheckedRedirect & { readonly line: number };

/** The effects of an import; nothing is written if lines are refused. */
export interface ImportPlan {
  readonly added: readonly Planned[];
  /** With the stored redirect of the same source. */
  readonly changed: readonly (Planned & { readonly before: Redirect })[];
  readonly unchanged: number;
  readonly refused: readonly { readonly line: number; readonly message: string }[];
}

/** Checks each line on its own, then all together with the stored redirects. */
export async function planImport(
  lines: readonly CsvLine[],
  stored: readonly Redirect[],
  siteUrl: string,
): Promise<ImportPlan> {
  const refused: { line: number; message: string }[] = [];
  const lineBySource = new Map<string, number>();
  const planned: Planned[] = [];
  const attempt = async (line: number, work: () => void | Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      refused.push({ line, message: error.message });
    }
  };
  for (const { line, cells } of lines) {
    await attempt(line, () => {
      const checked = checkAddresses(inputOf(cells, siteUrl));
      const earlier = lineBySource.get(checked.source);
      if (earlier !== undefined)
        throw new InvalidInputError(`"${checked.source}" is also the source of line ${earlier}.`);
      lineBySource.set(checked.source, line);
      planned.push({ ...checked, line });
    });
  }
  const storedBySource = new Map(stored.map((redirect) => [redirect.source, redirect]));
  const isSame = (one: CheckedRedirect, before: Redirect) =>
    before.target === one.target && before.status === one.status;
  const results = new Map(storedBySource);
  // Negative ids, since new redirects get theirs on insertion.
  for (const one of planned) {
    const before = storedBySource.get(one.source);
    results.set(one.source, { createdAt: 0, revision: 1, ...before, ...one, id: before?.id ?? -one.line });
  }
  const written = planned.filter((one) => {
    const before = storedBySource.get(one.source);
    return !(before && isSame(one, before));
  });
  const patterns = written.filter(({ source }) => patternOf(source)).length;
  if (patterns > maxCsvPatterns)
    throw new InvalidInputError(
      `The file adds or changes ${patterns} patterns; import at most ${maxCsvPatterns} at once. Split it.`,
    );
  const others = redirectsAmong(results);
  for (const [at, one] of written.entries()) {
    if (at % linesPerTurn === linesPerTurn - 1) await setImmediate();
    const result = results.get(one.source);
    if (result) await attempt(one.line, () => refuseLoop(result, others(result.id)));
  }
  const faulty = new Set(refused.map(({ line }) => line));
  const sound = planned.filter(({ line }) => !faulty.has(line));
  const changed = sound.flatMap((one) => {
    const before = storedBySource.get(one.source);
    return before && !isSame(one, before) ? [{ ...one, before }] : [];
  });
  const added = sound.filter(({ source }) => !storedBySource.has(source));
  return {
    added,
    changed,
    unchanged: sound.length - added.length - changed.length,
    refused: refused.toSorted((a, b) => a.line - b.line),
  };
}

function inputOf([source = '', target = '', code = '', ...more]: readonly string[], siteUrl: string) {
  if (more.some((one) => one !== ''))
    throw new InvalidInputError(
      'It has more than three cells; put quotation marks around an address with a comma.',
    );
  if ([source, target].some((text) => text.includes('\0') || !text.isWellFormed()))
    throw new InvalidInputError('It contains a character that addresses can’t have.');
  const status = redirectStatuses.find((known) => String(known) === (code === '' ? '301' : code));
  if (status === undefined)
    throw new InvalidInputError(
      `The status of a redirect can't be ${code.slice(0, 20)}; it is one of ${redirectStatuses.join(', ')}.`,
    );
  return { source: withoutOrigin(source, siteUrl), target: withoutOrigin(target, siteUrl), status };
}

/** The same look-ups as on stored redirects, in memory. */
function redirectsAmong(redirects: ReadonlyMap<string, Redirect>): (ownId: number) => OtherRedirects {
  const patterns = parsePatterns([...redirects.values()]);
  const sources = [...redirects.keys()].toSorted();
  return (ownId) => ({
    first: async (wanted) => {
      for (const source of wanted) {
        const found = redirects.get(source);
        if (found && found.id !== ownId) return found;
      }
      return undefined;
    },
    patternsAt: async (path) => {
      const asked = `${encodedPath(path)}/`;
      return patterns.filter(
        ({ redirect, pattern }) => redirect.id !== ownId && asked.startsWith(pattern.stem),
      );
    },
    near: async (stem) => {
      const near: Redirect[] = [];
      for (const { redirect, pattern } of patterns) {
        if (near.length === maxNear) break;
        const isNear = stem.startsWith(pattern.stem) || redirect.source.startsWith(stem);
        if (isNear && redirect.id !== ownId) near.push(redirect);
      }
      for (let at = firstAtLeast(sources, stem); at < sources.length && near.length < maxNear; at++) {
        const source = sources[at] ?? '';
        if (!source.startsWith(stem)) break;
        const redirect = redirects.get(source);
        if (redirect && redirect.id !== ownId && !patternOf(source)) near.push(redirect);
      }
      return near;
    },
  });
}

function firstAtLeast(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < text) from = middle + 1;
    else to = middle;
  }
  return from;
}
