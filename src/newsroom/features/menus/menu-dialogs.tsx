import { useQueryClient } from '@tanstack/react-query';
import { Modal, TextControl } from '@wordpress/components';
import { useState } from 'react';
import type { ComponentProps, FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { ConflictModal } from '../../app/conflict-modal.tsx';
import { Decide } from '../../app/decide.tsx';
import { CancelButton, FormModal, SubmitButton, useSending } from '../../app/form-modal.tsx';
import { Problem } from '../../app/problem.tsx';
import type { DeletedMenuSent, ListedMenu, MenuTree, NewMenuSent } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { say, sayCount } from '../../words.ts';
import { menusKey, nameOf } from './menu-data.ts';
import { maxName, newItems } from './sent-items.ts';
import type { MenuDraft, StoredItem } from './menu-data.ts';

export function NewMenu({
  onDone,
  onClose,
}: {
  readonly onDone: (id: number) => void;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const { fault, isBusy, send } = useSending();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      const { body } = await rest<ListedMenu, NewMenuSent>('/wp/v2/menus', {
        method: 'POST',
        body: { name },
      });
      await queries.invalidateQueries({ queryKey: menusKey });
      // Leaving the form must not ask about its input.
      flushSync(() => setName(''));
      onDone(body.id ?? 0);
    });
  };
  return (
    <FormModal title={say('New menu')} size="small" isDirty={name !== ''} onRequestClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Menu name')}
          help={say('Readers don’t see it.')}
          value={name}
          maxLength={maxName}
          dir="auto"
          onChange={setName}
        />
        <Problem message={fault?.message} />
        <div className="form-end">
          <CancelButton />
          <SubmitButton isBusy={isBusy}>{say('Create menu')}</SubmitButton>
        </div>
      </form>
    </FormModal>
  );
}

/** Deletes a menu; undoing creates it again with its items and locations. */
export function DeleteMenu({
  menu,
  onDone,
  onClose,
}: {
  readonly menu: MenuTree;
  readonly onDone: (restored?: number) => void;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const { fault, isBusy, send } = useSending();
  const restore = async () => {
    const { body } = await rest<MenuTree, DeletedMenuSent>('/broadsheet/v1/menus', {
      method: 'POST',
      body: {
        name: menu.name.slice(0, maxName),
        ...(menu.slug.length > maxName ? {} : { slug: menu.slug }),
        locations: [...menu.locations],
        items: newItems(menu.items),
      },
    });
    await queries.invalidateQueries({ queryKey: menusKey });
    toast(say('Menu restored.'));
    onDone(body.id);
  };
  // The button is offered again after a failure, such as a lost connection: nothing else has the menu.
  const undo = () => void restore().catch((error: unknown) => toastRefusal(error, { undo }));
  const remove = () =>
    void send(async () => {
      await rest(`/wp/v2/menus/${menu.id}?force=true&revision=${menu.revision}`, { method: 'DELETE' });
      await queries.invalidateQueries({ queryKey: [...menusKey, 'list'] });
      toast(say('Menu “%s” deleted.', menu.name), { undo });
      onDone();
    });
  return (
    <Modal title={say('Delete menu?')} size="small" onRequestClose={onClose}>
      <div className="ask">
        <p>
          {sayCount(
            'The menu “%2$s” and its %1$d item are deleted.|The menu “%2$s” and its %1$d items are deleted.',
            menu.items.length,
            menu.items.length,
            menu.name,
          )}
        </p>
        <Problem message={fault?.message} />
        <Decide isBusy={isBusy} onCancel={onClose} onDecide={remove}>
          {say('Delete menu')}
        </Decide>
      </div>
    </Modal>
  );
}

/** A save that would overwrite someone else's: both menus next to each other. */
export function MenuConflict({
  mine,
  theirs,
  ...answers
}: Pick<ComponentProps<typeof ConflictModal>, 'isBusy' | 'onTheirs' | 'onMine' | 'onClose'> & {
  readonly mine: MenuDraft;
  readonly theirs: MenuTree;
}) {
  return (
    <ConflictModal title={say('Another user saved this menu')} {...answers}>
      <div className="menu-sides">
        <Side title={say('Your version')} name={mine.name} items={mine.rows} others={theirs.items} />
        <Side title={say('Their version')} name={theirs.name} items={theirs.items} others={mine.rows} />
      </div>
    </ConflictModal>
  );
}

const lineOf = (item: StoredItem) => JSON.stringify([item.depth, nameOf(item), item.url, item.object_id]);

function Side({
  title,
  name,
  items,
  others,
}: {
  readonly title: string;
  readonly name: string;
  readonly items: readonly StoredItem[];
  readonly others: readonly StoredItem[];
}) {
  const same = new Set(others.map(lineOf));
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p>
        <bdi>{name}</bdi>
      </p>
      <ol role="list">
        {items.map((item, at) => (
          <li key={`${item.id} ${at}`} style={{ ['--depth' as string]: item.depth }}>
            {same.has(lineOf(item)) ? <bdi>{nameOf(item)}</bdi> : <mark dir="auto">{nameOf(item)}</mark>}
          </li>
        ))}
      </ol>
    </section>
  );
}
