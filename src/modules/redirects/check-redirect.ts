import { InvalidInputError } from '../../lib/errors.ts';
import { ownPath } from '../../lib/urls.ts';
import { normalSource, redirectStatuses, safeDecode, sourcesFor } from './model.ts';
import type { Redirect, RedirectStatus } from './model.ts';
import {
  bySpecificity,
  encodedPath,
  filled,
  firstPattern,
  isSitePath,
  matchedText,
  maxAddressLength,
  parsePatterns,
  patternOf,
  starsIn,
  staysOnSite,
} from './patterns.ts';
import type { ParsedRedirect } from './patterns.ts';

export interface RedirectInput {
  readonly source: string;
  readonly target: string;
  /** Default 301. */
  readonly status?: RedirectStatus;
}

export type CheckedRedirect = Pick<Redirect, 'source' | 'target' | 'status'>;

/** A longer chain counts as a loop: browsers give up at about 20. */
const maxChain = 10;

/** Validates addresses and status. Throws `InvalidInputError`. */
export function checkAddresses(input: RedirectInput): CheckedRedirect {
  const { status = 301 } = input;
  const source = normalSource(input.source);
  const target = input.target.trim();
  if (!redirectStatuses.includes(status)) {
    throw new InvalidInputError(
      `The status of a redirect can't be ${status}; it is one of ${redirectStatuses.join(', ')}.`,
    );
  }
  if (!isSitePath(source) || source.includes('#')) {
    throw new InvalidInputError(
      `A redirect can't start at "${source}": expected a path of this site that begins with one /, without #.`,
    );
  }
  if (source === '/') throw new InvalidInputError("The front page can't be redirected.");
  if (status === 410 && target !== '')
    throw new InvalidInputError('Status 410 says that the page is gone; it has no target.');
  if (starsIn(source) > 0) checkPattern({ source, target, status });
  else if (status !== 410 && !isSitePath(target) && !isWebAddress(target)) {
    throw new InvalidInputError(
      `A redirect can't lead to "${target}": expected a path of this site that begins with one /, or an http(s) address.`,
    );
  }
  return { source, target, status };
}

function checkPattern({ source, target, status }: CheckedRedirect): void {
  if (starsIn(source) > 1 || source.includes('?')) {
    throw new InvalidInputError(
      `A redirect can't start at "${source}": a pattern has one *, and no query string. A literal asterisk is %2A.`,
    );
  }
  if (status === 410) return;
  const [path = ''] = target.split(/[?#]/, 1);
  const isPath = [target.replace('*', ''), target.replace('*', 'x')].every(
    (one) => one === '/' || staysOnSite(one),
  );
  if (!isPath || starsIn(target) > 1 || starsIn(path) !== starsIn(target)) {
    throw new InvalidInputError(
      `A pattern can't lead to "${target}": expected a path of this site that begins with one /, with at most one *, which is not in its query string.`,
    );
  }
}

function isWebAddress(address: string): boolean {
  return (
    address.length <= maxAddressLength &&
    /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(address) &&
    URL.canParse(address)
  );
}

/** A target without this site's origin, so that loops are detected and the redirect survives a change of domain. */
export function withoutOrigin(target: string, siteUrl: string): string {
  return (/^https?:/i.test(target.trim()) && ownPath(target.trim(), siteUrl)) || target;
}

/** Redirects that a new one must not form a loop with. */
export interface OtherRedirects {
  /** The redirect of the first of these sources. */
  readonly first: (sources: readonly string[]) => Promise<Redirect | undefined>;
  readonly patternsAt: (path: string) => Promise<readonly ParsedRedirect[]>;
  /** Redirects whose source, or its part before `*`, begins with `stem`, or is a beginning of it; patterns first, the number limited. */
  readonly near: (stem: string) => Promise<readonly Redirect[]>;
}

const probe = 'any-page-9f3c';

/** Follows a redirect from paths that it applies to. Throws `InvalidInputError` if one leads back to it, or through too many others. */
export async function refuseLoop(redirect: Redirect, others: OtherRedirects): Promise<void> {
  if (redirect.status === 410) return;
  const own = parsePatterns([redirect]);
  if (own.length === 0) return follow(redirect, own, redirect.target, others);
  for (const text of await textsToTry(redirect, others)) {
    const start = filled(redirect.source, text);
    const target = firstPattern(own, start)?.target;
    if (target === undefined) continue;
    if (isSame(start, target)) throw leadsBack(redirect);
    await follow(redirect, own, target, others);
  }
}

/** Texts for `*`: any, and those that let the target meet other redirects. */
async function textsToTry(redirect: Redirect, others: OtherRedirects): Promise<Set<string>> {
  const texts = new Set([probe]);
  const aim = patternOf(redirect.target.split(/[?#]/, 1)[0] ?? '');
  if (!aim) return texts;
  for (const { source } of [redirect, ...(await others.near(aim.stem))]) {
    const other = patternOf(source);
    const met = other
      ? (aim.stem.length > other.stem.length ? aim.stem : other.stem) +
        probe +
        (aim.tail.length > other.tail.length ? aim.tail : other.tail)
      : source;
    const text = matchedText(aim, encodedPath(met));
    if (text !== undefined) texts.add(text);
  }
  return texts;
}

/** `own`: the redirect if it is a pattern. */
async function follow(
  redirect: Redirect,
  own: readonly ParsedRedirect[],
  target: string,
  others: OtherRedirects,
): Promise<void> {
  const { source } = redirect;
  let at = target;
  let uses = 0;
  for (let step = 0; step <= maxChain; step++) {
    if (!isSitePath(at)) return;
    const sources = sourcesFor(at);
    if (own.length === 0 && sources.includes(source)) throw leadsBack(redirect);
    const exact = await others.first(sources);
    const next = exact ?? (await patternAt(own, at, others));
    if (!next || next.status === 410) return;
    if (next.id === redirect.id) {
      // Without `*` in its target, a pattern ends where it leads.
      if (isSame(next.target, at)) return;
      uses++;
    }
    at = next.target;
  }
  if (uses > 0) throw leadsBack(redirect);
  throw new InvalidInputError(
    `The redirect from "${source}" to "${redirect.target}" goes through more than ${maxChain} others; let it lead to the last one.`,
  );
}

async function patternAt(
  own: readonly ParsedRedirect[],
  address: string,
  others: OtherRedirects,
): Promise<Redirect | undefined> {
  const { pathname } = new URL(address, 'https://this.invalid');
  const stored = await others.patternsAt(pathname);
  return firstPattern([...own, ...stored].toSorted(bySpecificity), pathname);
}

const isSame = (a: string, b: string) =>
  safeDecode(a.split(/[?#]/, 1)[0] ?? '') === safeDecode(b.split(/[?#]/, 1)[0] ?? '');

const leadsBack = ({ source, target }: Redirect) =>
  new InvalidInputError(`The redirect from "${source}" to "${target}" leads back to itself.`);
