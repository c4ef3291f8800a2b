interface Words {
  /** `Reply to %s`. */
  readonly replyTo: string;
  readonly leave: string;
}

/** Moves the form below the comment whose Reply is clicked, and back. Other clicks (new tab) do what links do. */
export function followReplies(root: HTMLElement, form: HTMLFormElement, words: Words): void {
  const box = form.closest<HTMLElement>('#respond');
  const parent = form.querySelector<HTMLInputElement>('#comment_parent');
  const title = root.querySelector('[data-reply-title]');
  const cancel = root.querySelector<HTMLElement>('#cancel-comment-reply-link');
  if (!box || !parent || !title || !cancel)
    throw new Error('The comment form lacks a part that replies need.');
  // Browsers bring back what the field held before a reload, but not the place of the form.
  if (cancel.hidden) parent.value = '0';
  const home = document.createComment('respond');
  box.before(home);
  let answered: HTMLElement | undefined;

  const answer = (link: HTMLElement, comment: HTMLElement) => {
    answered = link;
    parent.value = link.dataset.commentid ?? '0';
    title.textContent = words.replyTo.replace('%s', () => link.dataset.name ?? '');
    cancel.hidden = false;
    comment.after(box);
    form.querySelector('textarea')?.focus();
  };
  const goBack = () => {
    parent.value = '0';
    title.textContent = words.leave;
    cancel.hidden = true;
    home.after(box);
    answered?.focus();
    answered = undefined;
  };

  root.addEventListener('click', (event) => {
    if (
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey ||
      !(event.target instanceof Element)
    )
      return;
    const link = event.target.closest<HTMLElement>('.comment-reply-link');
    const comment = link?.closest<HTMLElement>('.comment-body, .wp-block-comment-reply-link');
    if (link && comment) answer(link, comment);
    else if (event.target.closest('#cancel-comment-reply-link')) goBack();
    else return;
    event.preventDefault();
  });
}
