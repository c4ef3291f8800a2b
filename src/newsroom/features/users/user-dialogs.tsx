import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BaseControl, ComboboxControl, SelectControl } from '@wordpress/components';
import { useDeferredValue, useId, useState } from 'react';
import { Decide } from '../../app/decide.tsx';
import { boot, listedTypes } from '../../app/boot.ts';
import { Portrait as NamedPortrait } from '../../app/portrait.tsx';
import { plainText } from '../../app/rest-types.ts';
import type { EditedUser } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { inSentence, say, sayCount } from '../../words.ts';
import { nameOf, portraitOf, userWork } from './user-list.ts';
import type { UserRow } from './user-list.ts';

interface DialogProps {
  readonly users: readonly UserRow[];
  readonly onDone: () => void;
}

/** “Ann” (ann.b), because names are not unique, or “3 accounts”. */
const accountsText = ([first, ...further]: readonly UserRow[]) =>
  first && further.length === 0
    ? say('“%s” (%s)', nameOf(first), first.username)
    : sayCount('%d account|%d accounts', further.length + 1);

export function RoleControl({
  value,
  isOptional = false,
  onChange,
}: {
  readonly value: string;
  readonly isOptional?: boolean;
  readonly onChange: (role: string) => void;
}) {
  const assignable = boot.roles.filter(({ name, mayGive }) => mayGive || name === value);
  const options = [
    ...assignable.map(({ name, label }) => ({ value: name, label })),
    ...(isOptional || value === '' ? [{ value: '', label: say('No role') }] : []),
  ];
  return (
    <SelectControl
      __next40pxDefaultSize
      label={say('Role')}
      value={value}
      options={options}
      onChange={onChange}
    />
  );
}

export function GiveRole({ users, onDone }: DialogProps) {
  const work = userWork(useQueryClient());
  const own = users[0]?.roles[0] ?? '';
  const assignable = boot.roles.filter(({ mayGive }) => mayGive);
  const [role, setRole] = useState(
    (assignable.find(({ name }) => name === own) ?? assignable[0])?.name ?? '',
  );
  const label = boot.roles.find(({ name }) => name === role)?.label ?? say('without a role');
  return (
    <div className="ask">
      <p>
        {sayCount(
          '%s gets this role. Other roles are removed.|%s get this role. Other roles are removed.',
          users.length,
          accountsText(users),
        )}
      </p>
      <RoleControl value={role} isOptional onChange={setRole} />
      <Decide
        isDestructive={false}
        onCancel={onDone}
        onDecide={() => {
          onDone();
          void work.giveRole(users, role, label);
        }}
      >
        {say('Change role')}
      </Decide>
    </div>
  );
}

export function EndSessions({ users, onDone }: DialogProps) {
  const work = userWork(useQueryClient());
  return (
    <div className="ask">
      <p>
        {sayCount(
          '%s will be logged out on all devices. Passwords don’t change.|%s will be logged out on all devices. Passwords don’t change.',
          users.length,
          accountsText(users),
        )}
      </p>
      <Decide
        isDestructive={false}
        onCancel={onDone}
        onDecide={() => {
          onDone();
          void work.endSessions(users);
        }}
      >
        {say('Log out everywhere')}
      </Decide>
    </div>
  );
}

/** Confirms deletion and asks who inherits the accounts' content. */
export function DeleteUsers({ users, onDone }: DialogProps) {
  const work = userWork(useQueryClient());
  const [heir, setHeir] = useState(boot.user.id);
  const ids = users.map(({ id }) => id).join(',');
  const { data: counts = [] } = useQuery({
    queryKey: ['users', 'work', ids],
    queryFn: async ({ signal }) =>
      (
        await Promise.all(
          listedTypes
            .filter(({ supports }) => supports.includes('author'))
            .map(async (type) => {
              const query = `author=${ids}&status=publish,future,draft,pending,private,trash&context=edit&per_page=1&_fields=id`;
              const { total } = await rest<readonly unknown[]>(`/wp/v2/${type.restBase}?${query}`, {
                signal,
              });
              return { what: inSentence(total === 1 ? type.singular : type.plural), total };
            }),
        )
      ).filter(({ total }) => total > 0),
  });
  return (
    <div className="ask">
      <p>
        {sayCount(
          '%s will be deleted permanently, including sessions and application passwords. This can’t be undone.|%s will be deleted permanently, including sessions and application passwords. This can’t be undone.',
          users.length,
          accountsText(users),
        )}
        {counts.length > 0 && ' '}
        {counts.length > 0 &&
          say(
            'Content: %s.',
            counts.map(({ what, total }) => `${total.toLocaleString()} ${what}`).join(', '),
          )}
      </p>
      <HeirControl value={heir} without={users.map(({ id }) => id)} onChange={setHeir} />
      <Decide
        onCancel={onDone}
        onDecide={() => {
          onDone();
          void work.remove(users, heir);
        }}
      >
        {say('Delete')}
      </Decide>
    </div>
  );
}

type Person = Pick<EditedUser, 'id' | 'name' | 'username'>;

/** “Ann (ann.b)”, because names are not unique; “you” for the current user. */
const personLabel = ({ id, name, username }: Person) =>
  `${plainText(name) || `#${id}`} (${id === boot.user.id ? say('you') : username})`;

/** Selects an account other than `without` by name. */
function HeirControl({
  value,
  without,
  onChange,
}: {
  readonly value: number;
  readonly without: readonly number[];
  readonly onChange: (id: number) => void;
}) {
  const [typed, setTyped] = useState('');
  const field = useId();
  // The server does not know the label's brackets; the log-in name follows one.
  const query = useDeferredValue(typed.replace(/^.*\(/, '').replace(')', '').trim());
  const { data: found = [] } = useQuery({
    queryKey: ['users', 'heirs', query],
    queryFn: async ({ signal }) =>
      (
        await rest<readonly Person[]>(
          `/wp/v2/users?context=edit&per_page=20&_fields=id,name,username${query === '' ? '&who=authors' : `&search=${encodeURIComponent(query)}`}`,
          { signal },
        )
      ).body,
  });
  const [chosen, setChosen] = useState<Person>({ id: boot.user.id, name: boot.user.name, username: '' });
  const offered = new Map(
    [chosen, ...found].filter(({ id }) => !without.includes(id)).map((person) => [String(person.id), person]),
  );
  return (
    <BaseControl id={field}>
      <ComboboxControl
        __next40pxDefaultSize
        label={say('Attribute all content to')}
        help={say('Posts, pages, files and revisions.')}
        value={String(value)}
        onFilterValueChange={setTyped}
        allowReset={false}
        options={[...offered].map(([id, person]) => ({ value: id, label: personLabel(person) }))}
        onChange={(id) => {
          const person = offered.get(id ?? '');
          if (!person) return;
          setChosen(person);
          onChange(person.id);
        }}
      />
    </BaseControl>
  );
}

export function Portrait({
  user,
  size = 28,
}: {
  readonly user: Pick<UserRow, 'name' | 'username' | 'avatar_urls'>;
  readonly size?: number;
}) {
  return <NamedPortrait name={nameOf(user)} src={portraitOf(user, size > 48 ? '96' : '48')} size={size} />;
}
