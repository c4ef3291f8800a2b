import { fingerprint } from '../modules/imports/ledger.ts';
import { parseWxrDate } from './wxr-dates.ts';
import type { WxrComment } from './wxr-events.ts';

/** A comment under its name among those of its item: its id, `5#2` where it is the second of that id. */
export interface NamedComment {
  readonly comment: WxrComment;
  readonly name: string;
  /** Another comment of the item, with something else in it, had the id first. */
  readonly isTwin: boolean;
  /** The very same stands before it. */
  readonly isRepeated: boolean;
}

/** A comment with what it answers: `parent` is that one's name, empty for none; `note` says what became of a parent that it can't have. */
export interface PlacedComment extends NamedComment {
  readonly parent: string;
  readonly note: string;
}

/** The comments of an item by name, in the order of the file. */
export function named(comments: readonly WxrComment[]): NamedComment[] {
  const met = new Map<string, Map<string, number>>();
  return comments.map((comment) => {
    const alike = met.get(comment.id) ?? new Map<string, number>();
    met.set(comment.id, alike);
    const hash = fingerprint(comment);
    const known = alike.get(hash);
    const use = known ?? alike.size + 1;
    alike.set(hash, use);
    return {
      comment,
      name: use === 1 ? comment.id : `${comment.id}#${use}`,
      isTwin: use > 1,
      isRepeated: known !== undefined,
    };
  });
}

/** Comments with every parent before its answers; a missing parent is dropped, a circle is cut at the first comment of it. */
export function inParentOrder(comments: readonly WxrComment[]): PlacedComment[] {
  const all = named(comments);
  const byId = new Map<string, NamedComment[]>();
  for (const one of all) {
    const alike = byId.get(one.comment.id);
    if (one.isRepeated) continue;
    if (alike) alike.push(one);
    else byId.set(one.comment.id, [one]);
  }
  const placed = new Set<NamedComment>();
  const ordered: PlacedComment[] = [];
  for (const first of all) {
    const path: NamedComment[] = [];
    const onPath = new Set<NamedComment>();
    let circle = false;
    for (let at: NamedComment | undefined = first; at && !placed.has(at); at = parentOf(at, byId)) {
      if (onPath.has(at)) {
        circle = true;
        break;
      }
      path.push(at);
      onPath.add(at);
    }
    for (const [index, one] of path.toReversed().entries()) {
      const { parent } = one.comment;
      const answered = parentOf(one, byId);
      const cut = circle && index === 0;
      const note =
        answered === undefined && answersSomething(one)
          ? `the comment that it answers (${parent}) is not in the file`
          : cut
            ? `it answers a comment below it (${parent}); the circle was cut here`
            : '';
      placed.add(one);
      ordered.push({ ...one, parent: answered !== undefined && note === '' ? answered.name : '', note });
    }
  }
  return ordered;
}

const answersSomething = ({ comment: { parent } }: NamedComment) => parent !== '' && parent !== '0';

/** What a comment answers. Of several with that id it is the only one that was there by then; where that is not clear, the first. */
function parentOf(
  one: NamedComment,
  byId: ReadonlyMap<string, readonly NamedComment[]>,
): NamedComment | undefined {
  if (!answersSomething(one)) return undefined;
  const alike = byId.get(one.comment.parent) ?? [];
  const others = alike.filter((other) => other !== one);
  const before = others.length > 1 ? others.filter((other) => writtenAt(other) <= writtenAt(one)) : others;
  return before[0] ?? others[0] ?? alike[0];
}

const writtenAt = ({ comment: { dateGmt, date } }: NamedComment) =>
  parseWxrDate(dateGmt) ?? parseWxrDate(date) ?? 0;
