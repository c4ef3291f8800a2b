import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, TextControl } from '@wordpress/components';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useKeptFocus } from '../../../reader/islands/use-kept-focus.ts';
import { CopyField } from '../../app/copy-field.tsx';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import type { ListedProgram, MadeProgram } from '../../app/replies.ts';
import { rest } from '../../app/rest.ts';
import type { ProgramSent } from '../../app/sent.ts';
import { useSending } from '../../app/use-sending.ts';
import { Skeleton } from '../../app/skeleton.tsx';
import { toast } from '../../app/toasts.tsx';
import { nameOf } from './user-list.ts';
import type { UserRow } from './user-list.ts';

type Program = Pick<ListedProgram, 'uuid' | 'name' | 'created' | 'last_used' | 'last_ip'> &
  Partial<Pick<MadeProgram, 'password'>>;

/** Passwords of programs that work in somebody's name: made, and taken away. */
export function ProgramsPart({ user }: { readonly user: UserRow }) {
  const queries = useQueryClient();
  const path = `/wp/v2/users/${user.id}/application-passwords`;
  const queryKey = ['users', 'programs', user.id];
  const { data: programs, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await rest<readonly Program[]>(path, { signal })).body,
  });
  const [name, setName] = useState('');
  const [made, setMade] = useState<Program>();
  const { fault, isBusy, send } = useSending();
  const [part, heading] = [useRef<HTMLElement>(null), useRef<HTMLHeadingElement>(null)];
  useKeptFocus(part, heading);
  const anew = () => queries.invalidateQueries({ queryKey });
  const add = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      setMade((await rest<Program, ProgramSent>(path, { method: 'POST', body: { name: name.trim() } })).body);
      setName('');
      await anew();
    });
  };
  const revoke = (program: Program) =>
    send(async () => {
      try {
        await rest(`${path}/${program.uuid}`, { method: 'DELETE' });
        if (made?.uuid === program.uuid) setMade(undefined);
        toast(`“${program.name}” can’t come in any more.`);
      } finally {
        await anew();
      }
    });
  // A site without https takes none: it says so in words.
  if (error)
    return (
      <section ref={part}>
        <h2>Application passwords</h2>
        <p>{error.message}</p>
      </section>
    );
  return (
    <section ref={part} aria-label="Application passwords">
      <h2 ref={heading} tabIndex={-1}>
        Application passwords
      </h2>
      <Problem message={fault?.message} />
      {!programs && <Skeleton rows={2} />}
      {programs?.length === 0 && <p>No program works in the name of {nameOf(user)}.</p>}
      {programs && programs.length > 0 && (
        <ul className="rows">
          {programs.map((program) => (
            <ProgramItem
              key={program.uuid}
              program={program}
              isBusy={isBusy}
              onRevoke={() => void revoke(program)}
            />
          ))}
        </ul>
      )}
      {made?.password !== undefined && (
        <CopyField label={`Password for ${made.name}`} value={made.password} help="It is shown this once." />
      )}
      <form className="row-form" onSubmit={add}>
        <TextControl
          __next40pxDefaultSize
          label="Name of the program"
          value={name}
          maxLength={200}
          onChange={setName}
        />
        <Button
          __next40pxDefaultSize
          variant="secondary"
          type="submit"
          disabled={isBusy || name.trim() === ''}
          accessibleWhenDisabled
        >
          Make a password
        </Button>
      </form>
    </section>
  );
}

function ProgramItem({
  program,
  isBusy,
  onRevoke,
}: {
  readonly program: Program;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}) {
  return (
    <li>
      <span>
        <b dir="auto">{program.name}</b>{' '}
        {program.last_used === null ? (
          <span>never used</span>
        ) : (
          <span>
            used <Moment of={`${program.last_used}Z`} />
          </span>
        )}{' '}
        <span>{program.last_ip ?? ''}</span>
      </span>
      <Button variant="link" isDestructive disabled={isBusy} accessibleWhenDisabled onClick={onRevoke}>
        Revoke<span className="hidden-text"> {program.name}</span>
      </Button>
    </li>
  );
}
