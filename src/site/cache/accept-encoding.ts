import { LruCache } from '../../lib/lru-cache.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** At equal weight the smaller one first. */
const known: readonly Encoding[] = ['br', 'gzip', 'identity'];
const identityOnly: readonly Encoding[] = ['identity'];
/** Browsers send a handful of values; the bound is for those who make them up. */
const encodingsByHeader = new LruCache<string, readonly Encoding[]>(200);

/** The encodings that a client accepts, best first; empty when it accepts none of ours. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return identityOnly; // clients that say nothing often can't decode
  const parsed = encodingsByHeader.get(header);
  if (parsed) return parsed;
  const accepted = parse(header);
  encodingsByHeader.set(header, accepted);
  return accepted;
}

function parse(header: string): Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (coding === '') continue;
    const given = parameters.find((text) => /^q\s*=/.test(text));
    const weight = given === undefined ? 1 : Number(given.slice(given.indexOf('=') + 1));
    weights.set(
      coding === 'x-gzip' ? 'gzip' : coding,
      Number.isFinite(weight) ? Math.min(Math.max(weight, 0), 1) : 0,
    );
  }
  // Identity is always acceptable, but least wanted, unless it is named or `*;q=0` shuts it out.
  const star = weights.get('*');
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? (star === 0 ? 0 : 0.0001) : (star ?? 0));
  return known.filter((encoding) => weightOf(encoding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a));
}
