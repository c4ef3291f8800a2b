import { Button, FormFileUpload, TextControl } from '@wordpress/components';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useFocusFallback } from '../../reader/islands/use-focus-fallback.ts';
import { Moment } from './moment.tsx';
import { Problem } from './problem.tsx';
import { say, sayWith } from '../words.ts';

/** A session of an account. `onEnd` is undefined for the one that shows it. */
export function SessionRow({
  browser,
  userAgent,
  created,
  ip,
  isBusy,
  onEnd,
}: {
  readonly browser: string;
  readonly userAgent: string;
  readonly created: string;
  readonly ip: string;
  readonly isBusy: boolean;
  readonly onEnd: (() => void) | undefined;
}) {
  return (
    <li>
      <span title={userAgent}>
        <b>{browser || say('Unknown browser')}</b> <Moment of={created} /> <span>{ip}</span>
      </span>
      {onEnd ? (
        <Button variant="link" isDestructive disabled={isBusy} accessibleWhenDisabled onClick={onEnd}>
          {say('End')}
          <span className="hidden-text"> {say('the session in %s', browser || say('another browser'))}</span>
        </Button>
      ) : (
        <span>{say('This session')}</span>
      )}
    </li>
  );
}

/** An application password. `lastUsed`: ISO time with zone. */
export function ProgramRow({
  name,
  lastUsed,
  lastIp,
  isBusy,
  onRevoke,
}: {
  readonly name: string;
  readonly lastUsed: string | null;
  readonly lastIp: string;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}) {
  return (
    <li>
      <span>
        <b dir="auto">{name}</b>{' '}
        <span>
          {lastUsed === null ? say('never used') : sayWith('last used %s', <Moment of={lastUsed} />)}
        </span>{' '}
        <span>{lastIp}</span>
      </span>
      <Button variant="link" isDestructive disabled={isBusy} accessibleWhenDisabled onClick={onRevoke}>
        {say('Revoke')}
        <span className="hidden-text"> {name}</span>
      </Button>
    </li>
  );
}

/** Adds an application password. `onAdd` resolves to whether the name can be cleared. */
export function ProgramForm({
  isBusy,
  onAdd,
}: {
  readonly isBusy: boolean;
  readonly onAdd: (name: string) => Promise<boolean>;
}) {
  const [name, setName] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    void onAdd(name.trim()).then((isAdded) => isAdded && setName(''));
  };
  return (
    <form className="row-form" onSubmit={add}>
      <TextControl
        __next40pxDefaultSize
        label={say('Application name')}
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
        {say('Add application password')}
      </Button>
    </form>
  );
}

/** Uploads or removes the picture of an account. `children`: the picture, or the initials. */
export function PortraitControl({
  hasPortrait,
  fault,
  isBusy,
  note,
  onUpload,
  onRemove,
  children,
}: {
  readonly hasPortrait: boolean;
  readonly fault: string | undefined;
  readonly isBusy: boolean;
  readonly note?: string;
  readonly onUpload: (file: File) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}) {
  const [part, chooses] = [useRef<HTMLDivElement>(null), useRef<HTMLButtonElement>(null)];
  useFocusFallback(part, chooses);
  return (
    <div ref={part} className="portrait-control">
      {children}
      <div>
        <Problem message={fault} />
        <FormFileUpload
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) onUpload(file);
          }}
          render={({ openFileDialog }) => (
            <Button
              ref={chooses}
              __next40pxDefaultSize
              variant="secondary"
              isBusy={isBusy}
              disabled={isBusy}
              accessibleWhenDisabled
              onClick={openFileDialog}
            >
              {hasPortrait ? say('Change profile picture') : say('Add profile picture')}
            </Button>
          )}
        />
        {note !== undefined && <span className="portrait-note">{note}</span>}
        {hasPortrait && (
          <Button variant="link" isDestructive disabled={isBusy} accessibleWhenDisabled onClick={onRemove}>
            {say('Remove')}
          </Button>
        )}
      </div>
    </div>
  );
}
