import type { LoadContext } from '../load-context.ts';
import type { SupportSettings } from './block-supports.ts';
import { currentDiscussion } from './discussion.server.ts';
import { StepLink } from './page-numbers.tsx';

interface Step {
  readonly url: string;
  /** What the link says where the block says nothing. */
  readonly words: string;
  readonly arrow: string | undefined;
}

/** The page of comments before or after the one at hand, in time: undefined where there is none. */
export async function loadStep(side: 'previous' | 'next', context: LoadContext): Promise<Step | undefined> {
  const discussion = await currentDiscussion(context);
  const url = side === 'previous' ? discussion?.older : discussion?.newer;
  if (!discussion || url === undefined) return undefined;
  const words = (side === 'previous' ? discussion.texts.comment_older : discussion.texts.comment_newer) ?? '';
  return { url, words, arrow: context.inherited.paginationArrow };
}

interface StepProps {
  readonly side: 'previous' | 'next';
  readonly settings: SupportSettings & { readonly label: string };
  readonly data: Step;
}

export function CommentsStep({ side, settings, data: { url, words, arrow } }: StepProps) {
  return (
    <StepLink
      block="comments-pagination"
      side={side}
      settings={settings}
      url={url}
      words={words}
      arrow={arrow}
      rel="nofollow"
    />
  );
}
