import { RestError } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import type { Draft } from '../../editor/draft.ts';

/** Opens what a reader would see, of what is written at this moment. */
export async function openPreview(draft: Draft): Promise<void> {
  const tab = window.open('about:blank', `preview-${draft.state().post?.id ?? 'new'}`);
  let problem: string | undefined;
  try {
    const link = await draft.previewLink();
    if (link !== undefined && tab) {
      tab.location.href = link;
      return;
    }
    problem = draft.state().problem;
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    problem = error.message;
  }
  tab?.close();
  if (problem) toast(problem);
}
