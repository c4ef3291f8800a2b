import { createReduxStore, dispatch, register } from '@wordpress/data';

/** The post that is written, as blocks of WordPress ask for it. */
export interface WrittenPost {
  readonly id: number;
  readonly type: string;
  readonly permalink: string;
  /** Of a field by its name in REST. */
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

let isThere = false;

/** Tells blocks which post they stand in. */
export function tellPost(post: WrittenPost): void {
  if (!isThere) register(store);
  isThere = true;
  void dispatch(store).setWritten(post);
}
