import { createContext, useContext } from 'react';
import { shortHash } from '../../lib/hash.ts';

export interface Act {
  readonly name: string;
  /** JSON-safe; may be undefined. */
  readonly config?: unknown;
  /** Started once, on the body, for all elements that request it. */
  readonly onPage?: true;
}

const onPage = (name: string): Act => ({ name, onPage: true });

/** Page-wide behaviours: one object each, so that a set of acts holds each once. */
export const pageActs = {
  'copy-pre': onPage('copy-pre'),
  'lazy-image': onPage('lazy-image'),
  lightbox: onPage('lightbox'),
  'scroll-link': onPage('scroll-link'),
  'relative-time': onPage('relative-time'),
  'time-ago': onPage('time-ago'),
  video: onPage('video'),
} as const;

/** Collects the acts that views request. They are sent in the page's head or alongside a fragment, never in the HTML. */
export type NoteAct = (act: Act) => void;

/** The collector; a no-op where a view is rendered alone. */
export const ActScope = createContext<NoteAct>(() => {});

/** Returns the `data-config` id of a config; equal configs share an id. */
export function configId(config: unknown): string {
  return shortHash(JSON.stringify(config)).slice(-8);
}

interface ActingAttributes {
  readonly 'data-behaviour'?: string;
  readonly 'data-late'?: string;
  readonly 'data-config'?: string;
}

/** Attaches behaviours to a view's elements: `now` at page load, `late` at the reader's first interaction. */
export interface Acting {
  onPage(name: keyof typeof pageActs): void;
  now(name: string, config?: unknown): ActingAttributes;
  late(name: string, config?: unknown): ActingAttributes;
}

export function useActing(): Acting {
  const note = useContext(ActScope);
  const register = (name: string, config: unknown) => {
    note({ name, config });
    return config === undefined ? {} : { 'data-config': configId(config) };
  };
  return {
    onPage: (name) => note(pageActs[name]),
    now: (name, config) => ({ 'data-behaviour': name, ...register(name, config) }),
    late: (name, config) => ({ 'data-late': name, ...register(name, config) }),
  };
}
