import type { ReactNode } from 'react';
import { classes } from '../../ui/class-names.ts';
import type { LoadContext } from '../load-context.ts';
import { inBranches } from '../post-comments/branches.ts';
import type { Branch } from '../post-comments/branches.ts';
import type { ShownComment } from '../post-comments/data.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentDiscussion } from './discussion.server.ts';

/** A comment with what its blocks show, and what answers it. */
interface ShownBranch {
  readonly comment: ShownComment;
  readonly html: string;
  readonly answers: readonly ShownBranch[];
}

export const block = defineCoreBlock({
  name: 'core/comment-template',
  container: 'loader',
  attributes: {},
  load: async (_settings, context) => {
    const discussion = await currentDiscussion(context);
    if (!discussion || discussion.comments.length === 0) return undefined;
    const isFirst = context.claim(`comments ${discussion.path}`);
    return { isFirst, branches: await Promise.all(inBranches(discussion.comments, discussion.levels).map((branch) => render(branch, context))) };
  },
  View: ({ settings, data: { branches, isFirst } }) => <ol {...wrapperProps('core/comment-template', settings)}>{list(branches, isFirst, 1)}</ol>,
});

async function render({ comment, answers }: Branch, context: LoadContext): Promise<ShownBranch> {
  const [html = '', ...below] = await Promise.all([
    context.renderInner({ comment }, `comment:${comment.id}`), ...answers.map((answer) => render(answer, context)),
  ] as const);
  return { comment, html, answers: below };
}

/** Comments side by side, with WordPress' classes. `isFirst`: they stand nowhere else on the page with these ids. */
function list(branches: readonly ShownBranch[], isFirst: boolean, depth: number): ReactNode {
  return branches.map(({ comment, html, answers }, index) => {
    const isOdd = index % 2 === 1;
    return (
      <li
        key={comment.id} id={isFirst ? `comment-${comment.id}` : undefined}
        className={classes(
          'comment', comment.userId > 0 && 'byuser', comment.isPostAuthor && 'bypostauthor', isOdd ? 'odd alt' : 'even',
          depth === 1 && (isOdd ? 'thread-odd thread-alt' : 'thread-even'), `depth-${depth}`, answers.length > 0 && 'parent',
        )}
      >
        <div className="comment-parts" dangerouslySetInnerHTML={{ __html: html }} />
        {answers.length > 0 && <ol>{list(answers, isFirst, depth + 1)}</ol>}
      </li>
    );
  });
}
