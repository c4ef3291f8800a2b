import type { ReactNode } from 'react';
import { classes } from '../../ui/class-names.ts';
import type { LoadContext } from '../load-context.ts';
import { inBranches } from '../post-comments/data.ts';
import type { ShownComment, Branch } from '../post-comments/data.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentDiscussion } from './discussion.tsx';

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
    return {
      isFirst,
      branches: await Promise.all(
        inBranches(discussion.comments, discussion.levels).map((branch) => render(branch, context)),
      ),
    };
  },
  View: ({ settings, data: { branches, isFirst } }) => (
    <ol {...wrapperProps('core/comment-template', settings)}>
      {list(branches, { isFirst, places: placesOf(branches) }, 1)}
    </ol>
  ),
});

async function render({ comment, answers }: Branch, context: LoadContext): Promise<ShownBranch> {
  const [html = '', ...below] = await Promise.all([
    context.renderInner({ comment }, `comment:${comment.id}`),
    ...answers.map((answer) => render(answer, context)),
  ] as const);
  return { comment, html, answers: below };
}

/** Position of each comment from the top, by id, counting replies like all others, from 0. */
function placesOf(
  branches: readonly ShownBranch[],
  places = new Map<number, number>(),
): ReadonlyMap<number, number> {
  for (const { comment, answers } of branches) {
    places.set(comment.id, places.size);
    placesOf(answers, places);
  }
  return places;
}

interface Listing {
  /** No earlier element of the page has the comments' ids. */
  readonly isFirst: boolean;
  readonly places: ReadonlyMap<number, number>;
}

/** A level of comments with WordPress' classes: `odd` and `even` count through all levels, threads separately. */
function list(branches: readonly ShownBranch[], listing: Listing, depth: number): ReactNode {
  return branches.map(({ comment, html, answers }, index) => {
    const isOdd = (listing.places.get(comment.id) ?? 0) % 2 === 1;
    const isOddThread = index % 2 === 1;
    return (
      <li
        key={comment.id}
        id={listing.isFirst ? `comment-${comment.id}` : undefined}
        className={classes(
          'comment',
          comment.userId > 0 && 'byuser',
          comment.isPostAuthor && 'bypostauthor',
          isOdd ? 'odd alt' : 'even',
          depth === 1 && (isOddThread ? 'thread-odd thread-alt' : 'thread-even'),
          `depth-${depth}`,
          answers.length > 0 && 'parent',
        )}
      >
        <div className="comment-parts" dangerouslySetInnerHTML={{ __html: html }} />
        {answers.length > 0 && <ol>{list(answers, listing, depth + 1)}</ol>}
      </li>
    );
  });
}
