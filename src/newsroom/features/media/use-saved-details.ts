import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { EditedFile, FileSent } from '../../app/rest-types.ts';
import { rest, RestError } from '../../app/rest.ts';
import { foldersQuery } from './folders.ts';
import { embedded } from './media-list.ts';
import type { MediaRow } from './media-list.ts';
import { say } from '../../words.ts';

/** A file with the fields that only its editors receive. */
export type EditedMedia = MediaRow &
  Pick<
    EditedFile,
    'revision' | 'title' | 'caption' | 'description' | 'credit' | 'focal_point' | 'folder' | 'featured_media'
  >;

const textNames = ['alt_text', 'title', 'caption', 'credit', 'description'] as const;
export type TextName = (typeof textNames)[number];
type Texts = Readonly<Record<TextName, string>>;

const textsOf = ({ alt_text: alt, title, caption, credit, description }: EditedMedia): Texts => ({
  alt_text: alt,
  title: title.raw,
  caption: caption.raw,
  credit: credit.raw,
  description: description.raw,
});

interface Latest {
  readonly base: EditedMedia;
  readonly values: Texts;
  /** The texts before editing; after a conflict not those of `base`. */
  readonly was: Texts;
  /** Other fields, until they are stored. */
  readonly chosen: FileSent;
}

/** The texts that differ from those before editing. */
const changedOf = ({ values, was }: Latest): Partial<Texts> =>
  Object.fromEntries(
    textNames.filter((name) => values[name] !== was[name]).map((name) => [name, values[name]]),
  );

/** Choices that were not sent, or that changed while they were sent. */
const withoutSent = (chosen: FileSent, sent: FileSent): FileSent =>
  Object.fromEntries(
    Object.entries(chosen).filter(([name, value]) => sent[name as keyof FileSent] !== value),
  );

export const stay = async (): Promise<boolean> => true;

/** Edits of a file. `latest` holds them for saves that wait for an earlier one. */
function useWritten(media: EditedMedia) {
  const [base, setBase] = useState(media);
  const [values, setValues] = useState<Texts>(() => textsOf(media));
  const [chosen, setChosen] = useState<FileSent>({});
  const latest = useRef<Latest>({ base, values, was: textsOf(media), chosen: {} });
  const put = (next: Partial<Latest>) => {
    latest.current = { ...latest.current, ...next };
    if (next.base) setBase(next.base);
    if (next.values) setValues(next.values);
    if (next.chosen) setChosen(next.chosen);
  };
  /** Takes over the stored version, except for texts edited here. */
  const take = (next: EditedMedia) => {
    const was = textsOf(next);
    put({ base: next, values: { ...was, ...changedOf(latest.current) }, was });
  };
  /** The next save is based on this version; it is not shown before. */
  const rebase = (next: EditedMedia) => {
    latest.current = { ...latest.current, base: next };
  };
  return { base, values, chosen, latest, put, take, rebase };
}

/** Saves edits of a file. `onLeave` receives a function that saves before the file is closed; it resolves to false to stay. */
export function useSavedDetails(media: EditedMedia, onLeave: (save: () => Promise<boolean>) => void) {
  const queries = useQueryClient();
  const { base, values, chosen, latest, put, take, rebase } = useWritten(media);
  const [fault, setFault] = useState<RestError>();
  const [status, setStatus] = useState('');
  const saving = useRef<Promise<boolean>>(Promise.resolve(true));
  const store = async (from: EditedMedia, body: FileSent) => {
    const sent = { ...body, revision: from.revision };
    const { body: made } = await rest<EditedMedia, FileSent>(`/wp/v2/media/${from.id}?_embed=${embedded}`, {
      method: 'POST',
      body: sent,
    });
    take(made);
    return made;
  };
  const send = async (): Promise<boolean> => {
    const { base: from, chosen: further } = latest.current;
    const body = { ...changedOf(latest.current), ...further };
    if (Object.keys(body).length === 0) return true;
    const settle = () => put({ chosen: withoutSent(latest.current.chosen, further) });
    setStatus(say('Saving…'));
    try {
      const made = await store(from, body);
      settle();
      queries.setQueryData(['media', 'details', from.id], { seen: made, edited: made });
      setFault(undefined);
      setStatus(say('Saved'));
      await Promise.all(
        [['media', 'library'], foldersQuery.queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
      return true;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      // Choices are retained after a conflict or an outage. Others would fail again and block every later save.
      if (error.status >= 400 && error.status < 500 && error.status !== 409) settle();
      setFault(error);
      setStatus('');
      return false;
    }
  };
  // One at a time: each save is based on the result of the previous one.
  const save = (further: FileSent = {}): Promise<boolean> => {
    if (Object.keys(further).length > 0) put({ chosen: { ...latest.current.chosen, ...further } });
    return (saving.current = saving.current.then(send));
  };
  useEffect(() => {
    onLeave(save);
    return () => onLeave(stay);
  });
  // Shows changes by other users, and a drag into a folder, unless there are unsaved edits.
  const seen = useRef(media);
  useEffect(() => {
    if (media === seen.current) return;
    seen.current = media;
    const isWritten = Object.keys({ ...changedOf(latest.current), ...latest.current.chosen }).length > 0;
    if (media.revision >= latest.current.base.revision && !isWritten) take(media);
  });
  const set = (name: TextName) => (value: string) => {
    put({ values: { ...latest.current.values, [name]: value } });
    setStatus('');
  };
  const show = (next: EditedMedia) => {
    put({ base: next, values: textsOf(next), was: textsOf(next), chosen: {} });
    setFault(undefined);
  };
  const saveOver = (theirs: EditedMedia) => {
    rebase(theirs);
    setFault(undefined);
    void save();
  };
  return { base, values, chosen, fault, status, set, save, take, show, saveOver };
}
