import { createReduxStore, dispatch, register } from '@wordpress/data';

export interface WrittenPost {
  readonly id: number;
  readonly type: string;
  readonly permalink: string;
  /** By REST field name. */
  readonly value: (name: string) => unknown;
}

const none: WrittenPost = { id: 0, type: '', permalink: '', value: () => undefined };

const store = createReduxStore('core/editor', {
  reducer: (state: WrittenPost = none, action: { readonly type: string; readonly post?: WrittenPost }) =>
    action.post ?? state,
  actions: { setWritten: (post: WrittenPost) => ({ type: 'WRITTEN', post }) },
  selectors: {
    getCurrentPostId: ({ id }: WrittenPost) => id,
    getCurrentPostType: ({ type }: WrittenPost) => type,
    getCurrentTemplateId: () => null,
    getPermalink: ({ permalink }: WrittenPost) => permalink || null,
    getEditedPostAttribute: ({ value }: WrittenPost, name: string) => value(name),
    getCurrentPostAttribute: ({ value }: WrittenPost, name: string) => value(name),
    getRenderingMode: () => 'post-only',
  },
});

let isRegistered = false;

export function setWrittenPost(post: WrittenPost): void {
  if (!isRegistered) register(store);
  isRegistered = true;
  void dispatch(store).setWritten(post);
}
