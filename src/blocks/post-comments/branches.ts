import type { ShownComment } from './data.ts';

/** A comment with what answers it. */
export interface Branch {
  readonly comment: ShownComment;
  readonly answers: Branch[];
}

/** Hangs each comment below the one it answers; those deeper than `levels` side by side at the last level. A page may begin in the middle of a long thread. */
export function inBranches(comments: readonly ShownComment[], levels: number): Branch[] {
  const roots: Branch[] = [];
  const path: Branch[] = [];
  for (const comment of comments) {
    const branch: Branch = { comment, answers: [] };
    while ((path.at(-1)?.comment.depth ?? -1) >= comment.depth) path.pop();
    path.length = Math.min(levels - 1, path.length);
    (path.at(-1)?.answers ?? roots).push(branch);
    path.push(branch);
  }
  return roots;
}
