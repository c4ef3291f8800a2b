import { useActing } from '../../reader/islands/acting.ts';
import { Closed, CommentForm, formConfig } from '../post-comments/comment-form.tsx';
import type { PostCommentsData } from '../post-comments/data.ts';
import { claimForm } from '../post-comments/loader.server.ts';
import { wrapperProps } from './block-supports.ts';
import type { WrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentDiscussion } from './discussion.tsx';

interface Data {
  readonly discussion: PostCommentsData;
  /** In a block with the form's behaviour, on its own, or `elsewhere`: another block has the page's form. */
  readonly place: 'inside' | 'alone' | 'elsewhere';
}

export const block = defineCoreBlock({
  name: 'core/post-comments-form',
  attributes: {},
  stylesOf: ['broadsheet/post-comments'],
  load: async (_settings, context): Promise<Data | undefined> => {
    const { takeForm } = context.inherited;
    const place = takeForm
      ? takeForm()
        ? 'inside'
        : 'elsewhere'
      : claimForm(context)
        ? 'alone'
        : 'elsewhere';
    const discussion = await currentDiscussion(context);
    return discussion && { discussion, place };
  },
  View: ({ settings, data: { discussion, place } }) => {
    const { form, texts, closed, logInUrl } = discussion;
    const wrapper = wrapperProps('core/post-comments-form', settings);
    if (closed !== undefined)
      return (
        <p {...wrapper}>
          <Closed closed={closed} logInUrl={logInUrl} texts={texts} />
        </p>
      );
    if (!form) return null;
    if (place === 'elsewhere')
      return (
        <p {...wrapper}>
          <a href={`${form.cancelUrl.replace(/#.*/, '')}#respond`}>{texts.comment_leave}</a>
        </p>
      );
    return <Form discussion={{ ...discussion, form }} wrapper={wrapper} isAlone={place === 'alone'} />;
  },
});

interface FormProps {
  readonly discussion: PostCommentsData & { readonly form: NonNullable<PostCommentsData['form']> };
  readonly wrapper: WrapperProps;
  readonly isAlone: boolean;
}

function Form({ discussion: { form, texts, comments }, wrapper, isAlone }: FormProps) {
  const acting = useActing();
  const shown = <CommentForm form={form} texts={texts} isFirst={comments.length === 0} wrapper={wrapper} />;
  return isAlone ? <div {...acting.late('comment-form', formConfig(form, texts))}>{shown}</div> : shown;
}
