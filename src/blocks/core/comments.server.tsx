import { useActing } from '../../reader/islands/acting.ts';
import { formConfig } from '../post-comments/comment-form.tsx';
import type { PostCommentsData } from '../post-comments/data.ts';
import { claimDiscussion, claimForm } from '../post-comments/loader.server.ts';
import { View as PostComments } from '../post-comments/view.tsx';
import { flag } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import type { SupportSettings } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentDiscussion } from './discussion.tsx';

interface Data {
  readonly discussion: PostCommentsData;
  /** Inner blocks; undefined for markup from before the block had any. */
  readonly html: string | undefined;
  readonly hasForm: boolean;
}

export const block = defineCoreBlock({
  name: 'core/comments',
  container: 'loader',
  attributes: { legacy: flag(false) },
  stylesOf: ({ legacy }) => (legacy ? ['broadsheet/post-comments'] : []),
  load: async ({ legacy }, context): Promise<Data | undefined> => {
    const isFirst = legacy ? claimDiscussion(context) : claimForm(context);
    const discussion = await currentDiscussion(context);
    if (!discussion) return undefined;
    if (legacy) return isFirst ? { discussion, html: undefined, hasForm: false } : undefined;
    let hasForm = false;
    const html = await context.renderInner({ takeForm: () => (hasForm = isFirst && !hasForm) });
    return html === undefined ? undefined : { discussion, html, hasForm };
  },
  View: ({ settings, data }) =>
    data.html === undefined ? (
      <Legacy settings={settings} data={data} />
    ) : (
      <Acting data={data} html={data.html} />
    ),
});

/** The wrapper element is in the saved HTML; this adds the config for the form and reply links around it. */
function Acting({
  data: {
    discussion: { form, texts },
    hasForm,
  },
  html,
}: {
  readonly data: Data;
  readonly html: string;
}) {
  const acting = useActing();
  return (
    <div
      {...(form && hasForm && acting.late('comment-form', formConfig(form, texts)))}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** The block's rendering from before it had inner blocks. */
export function Legacy({
  settings,
  data: { discussion },
}: {
  readonly settings: SupportSettings;
  readonly data: Pick<Data, 'discussion'>;
}) {
  return (
    <div {...wrapperProps('core/comments', settings, 'wp-block-post-comments')}>
      <PostComments settings={{}} data={discussion} blockId="" />
    </div>
  );
}
