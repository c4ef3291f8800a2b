import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type {
  PushMessage,
  PushMessages,
  PushMessageSent,
  PushStatus,
  PushStopSent,
  PushSubscribers,
  PushTested,
  PushTestSent,
} from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';

export type Message = PushMessages['messages'][number];
export type Subscriber = PushSubscribers['subscribers'][number];

const base = '/broadsheet/v1/push';
export const pushKey = ['push'] as const;

export const pushStatus = queryOptions({
  queryKey: [...pushKey, 'status'],
  queryFn: async ({ signal }) => (await rest<PushStatus>(base, { signal })).body,
});

export const perPage = 20;
/** Milliseconds between reads of the list while a message is being sent. */
const sendingMs = 2000;

export function useMessages(page: number) {
  return useQuery<PushMessages>({
    queryKey: [...pushKey, 'messages', page],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.messages.some((message) => message.state === 'sending') ? sendingMs : false,
    queryFn: async ({ signal }) =>
      (await rest<PushMessages>(`${base}/messages?page=${page}&per_page=${perPage}`, { signal })).body,
  });
}

export function useSubscribers(page: number) {
  return useQuery<PushSubscribers>({
    queryKey: [...pushKey, 'subscribers', page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await rest<PushSubscribers>(`${base}/subscribers?page=${page}&per_page=${perPage}`, { signal })).body,
  });
}

export type Content = Readonly<Required<Pick<PushMessageSent, 'title' | 'text' | 'link' | 'image'>>>;

/** `date`: local site time; empty: now. */
export const sendMessage = async (content: Content, date: string): Promise<PushMessage> =>
  (
    await rest<PushMessage, PushMessageSent>(`${base}/messages`, {
      method: 'POST',
      body: { ...content, date },
    })
  ).body;

export const stopMessage = (id: number) =>
  rest<PushMessage, PushStopSent>(`${base}/messages/${id}/stop`, { method: 'POST', body: {} });

export const cancelMessage = (id: number) => rest(`${base}/messages/${id}`, { method: 'DELETE' });

export const removeSubscriber = (id: number) => rest(`${base}/subscribers/${id}`, { method: 'DELETE' });

export const sendTest = async (content: Content, endpoint: string): Promise<PushTested> =>
  (
    await rest<PushTested, PushTestSent>(`${base}/test`, {
      method: 'POST',
      body: { ...content, endpoint },
    })
  ).body;

/** Endpoint of this browser's subscription; undefined without one. */
export async function ownEndpoint(): Promise<string | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription())?.endpoint;
}
