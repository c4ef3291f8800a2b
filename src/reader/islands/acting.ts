import { createContext, useContext } from 'react';
import { shortHash } from '../../lib/hash.ts';

/** Browser code that a view asks for, and what it tells that code. */
export interface Act {
  /** Of the behaviour or island. */
  readonly name: string;
  /** JSON-safe; undefined for none. */
  readonly config?: unknown;
  /** It is started once, on the body, for all elements that ask for it. */
  readonly onPage?: true;
}

const onPage = (name: string): Act => ({ name, onPage: true });

/** What acts on a whole page: one object each, so that who collects acts has it once. */
export const pageActs = {
  'copy-pre': onPage('copy-pre'),
  'lazy-image': onPage('lazy-image'),
  lightbox: onPage('lightbox'),
  'scroll-link': onPage('scroll-link'),
  'relative-time': onPage('relative-time'),
  'time-ago': onPage('time-ago'),
  video: onPage('video'),
} as const;

/** Hears of everything that views ask for: it goes into the head of the page, or beside the fragment, and never into their HTML. */
export type NoteAct = (act: Act) => void;

/** Who hears of it; nobody where a view is rendered by itself. */
export const ActScope = createContext<NoteAct>(() => {});

/** The id that an element has in `data-config` for what its code is told: the same for the same. */
export function configId(config: unknown): string {
  return shortHash(JSON.stringify(config)).slice(-8);
}

/** Attributes of an element that browser code acts on. */
interface ActingAttributes {
  readonly 'data-behaviour'?: string;
  readonly 'data-late'?: string;
  readonly 'data-config'?: string;
}

/** Makes elements of a view act: `now` as soon as the page is there, `late` at the first sign of a reader. */
export interface Acting {
  /** Asks for what acts on the whole page, wherever its elements stand. */
  onPage(name: keyof typeof pageActs): void;
  now(name: string, config?: unknown): ActingAttributes;
  late(name: string, config?: unknown): ActingAttributes;
}

export function useActing(): Acting {
  const note = useContext(ActScope);
  const told = (name: string, config: unknown) => {
    note({ name, config });
    return config === undefined ? {} : { 'data-config': configId(config) };
  };
  return {
    onPage: (name) => note(pageActs[name]),
    now: (name, config) => ({ 'data-behaviour': name, ...told(name, config) }),
    late: (name, config) => ({ 'data-late': name, ...told(name, config) }),
  };
}
