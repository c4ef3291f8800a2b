import { useQuery } from '@tanstack/react-query';
import { Button, TextControl } from '@wordpress/components';
import { useState, useSyncExternalStore } from 'react';
import type { FormEvent } from 'react';
import { reauthenticationCode } from '../../lib/reauthentication.ts';
import { boot } from './boot.ts';
import { SubmitButton, useSending } from './form-modal.tsx';
import { OverAll } from './over-all.tsx';
import { Problem } from './problem.tsx';
import type { Reauthentication, ReauthenticationSent } from './rest-types.ts';
import { RestError, rest } from './rest.ts';
import { say } from '../words.ts';

const path = '/broadsheet/v1/reauthentication';

interface Asked {
  readonly promise: Promise<boolean>;
  readonly answer: (isProven: boolean) => void;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function become(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks for the password or a second factor; resolves to false if the user cancels. */
function ask(): Promise<boolean> {
  if (asked) return asked.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  become({
    promise,
    answer: (isProven) => {
      become(undefined);
      resolve(isProven);
    },
  });
  return promise;
}

/**
 * Runs a sensitive request; if the server requires the user's password or second factor again, asks for it and repeats
 * the request. Resolves to undefined if the user cancels.
 */
export async function sensitive<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RestError) || error.code !== reauthenticationCode) throw error;
    return (await ask()) ? work() : undefined;
  }
}

/** Throws the error of a sensitive request if the session may not send one now, for links, whose errors pages can't handle. */
export async function checkReauthentication(): Promise<void> {
  const { body } = await rest<Reauthentication>(path);
  if (body.until === null || Date.parse(body.until) - Date.now() < 5000)
    throw new RestError(403, reauthenticationCode, say('Confirm your identity'));
}

export function ReauthenticationDialog() {
  const current = useSyncExternalStore(subscribe, () => asked);
  return current ? <Confirming onAnswer={current.answer} /> : null;
}

function Confirming({ onAnswer }: { readonly onAnswer: (isProven: boolean) => void }) {
  const { data } = useQuery({
    queryKey: ['reauthentication'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await rest<Reauthentication>(path, { signal })).body,
  });
  const [chosen, setChosen] = useState<'password' | 'code'>();
  const [text, setText] = useState('');
  const { fault, isBusy, send } = useSending();
  const ways = data?.ways ?? { password: true, code: false };
  const way = chosen ?? (ways.password || !ways.code ? 'password' : 'code');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      const body = way === 'code' ? { code: text } : { password: text };
      await rest<Reauthentication, ReauthenticationSent>(path, { method: 'POST', body });
      onAnswer(true);
    });
  };
  const other = way === 'password' ? 'code' : 'password';
  return (
    <OverAll title={say('Confirm your identity')} onCancel={() => onAnswer(false)}>
      <form className="form reauthentication" onSubmit={submit}>
        <p>
          {say('This action is protected. Enter your password again; you won’t be asked for ten minutes.')}
        </p>
        <Problem message={fault?.message} />
        {way === 'password' && (
          // Lets password managers find the account.
          <input type="text" autoComplete="username" value={boot.user.login} readOnly hidden />
        )}
        <TextControl
          key={way}
          __next40pxDefaultSize
          data-first
          type={way === 'password' ? 'password' : 'text'}
          autoComplete={way === 'password' ? 'current-password' : 'one-time-code'}
          inputMode={way === 'password' ? undefined : 'numeric'}
          label={way === 'password' ? say('Password') : say('Authentication or recovery code')}
          value={text}
          onChange={setText}
        />
        {ways[other] && (
          <Button
            variant="link"
            onClick={() => {
              setChosen(other);
              setText('');
            }}
          >
            {other === 'code' ? say('Use a code instead') : say('Use the password instead')}
          </Button>
        )}
        <div className="form-end">
          <Button __next40pxDefaultSize variant="tertiary" onClick={() => onAnswer(false)}>
            {say('Cancel')}
          </Button>
          <SubmitButton isBusy={isBusy} isDisabled={isBusy || text === ''}>
            {say('Confirm')}
          </SubmitButton>
        </div>
      </form>
    </OverAll>
  );
}
