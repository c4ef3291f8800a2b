import { useQueryClient, useQuery } from '@tanstack/react-query';
import { Button, RadioControl, TextareaControl, TextControl } from '@wordpress/components';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FormEvent } from 'react';
import { boot, siteFormat, siteNow } from '../../app/boot.ts';
import { CancelButton, SubmitButton, useSending } from '../../app/form-modal.tsx';
import type { SeenFile } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say, sayCount, sayWith } from '../../words.ts';
import { ImagePicker } from '../settings/setting-pickers.tsx';
import { ownEndpoint, pushKey, sendMessage, sendTest } from './push-data.ts';
import type { Content } from './push-data.ts';

const empty: Content = { title: '', text: '', link: '/', image: 0 };
const maxTitleLength = 150;
const maxTextLength = 250;
const hourMs = 3_600_000;
const inMinutes = (localMs: number) => new Date(localMs).toISOString().slice(0, 16);
const moment = siteFormat({ dateStyle: 'full', timeStyle: 'short' }, 'UTC');

/** Writes a message, tests it in this browser, and sends or schedules it after a confirmation. */
export function PushForm({
  subscribers,
  onDone,
}: {
  readonly subscribers: number;
  readonly onDone: () => void;
}) {
  const queries = useQueryClient();
  const [content, setContent] = useState(empty);
  const [isLater, setLater] = useState(false);
  const [date, setDate] = useState(() => inMinutes(siteNow() + hourMs));
  const [isConfirming, setConfirming] = useState(false);
  const step = useRef<HTMLDivElement>(null);
  const { fault, isBusy, send, settle } = useSending();
  const settled = useUnsaved(content.title !== '' || content.text !== '' || content.image > 0);
  const set = (change: Partial<Content>) => {
    setContent((before) => ({ ...before, ...change }));
    settle();
  };
  const isReady = content.title.trim() !== '' && (!isLater || date !== '');
  /** The pressed button is gone in the next step, so the step takes the focus. */
  const go = (toConfirm: boolean) => {
    flushSync(() => setConfirming(toConfirm));
    step.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isConfirming) {
      go(true);
      return;
    }
    void send(async () => {
      await sendMessage(content, isLater ? date : '');
      await queries.invalidateQueries({ queryKey: pushKey });
      toast(isLater ? say('Message scheduled.') : say('Message is being sent.'));
      settled();
      onDone();
    });
  };
  return (
    <form className="form push-form" onSubmit={submit}>
      {fault && (
        <p className="problem" role="alert">
          {Object.values(fault.faults).join(' ') || fault.message}
        </p>
      )}
      {isConfirming ? (
        <div className="push-confirm" ref={step} tabIndex={-1}>
          <MessagePreview content={content} />
          <Confirmation date={isLater ? date : undefined} subscribers={subscribers} />
        </div>
      ) : (
        <div className="push-columns" ref={step} tabIndex={-1}>
          <MessageFields
            content={content}
            date={isLater ? date : undefined}
            faults={fault?.faults ?? {}}
            onChange={set}
            onLater={setLater}
            onDate={(next) => {
              setDate(next);
              settle();
            }}
          />
          <div className="push-side">
            <p className="setting-label">{say('Preview')}</p>
            <MessagePreview content={content} />
            <TestButton content={content} isDisabled={content.title.trim() === ''} />
          </div>
        </div>
      )}
      <div className="form-end">
        {isConfirming ? (
          <Button
            __next40pxDefaultSize
            variant="tertiary"
            onClick={() => {
              settle();
              go(false);
            }}
          >
            {say('Back')}
          </Button>
        ) : (
          <CancelButton />
        )}
        <SubmitButton isBusy={isBusy} isDisabled={isBusy || !isReady}>
          {!isConfirming ? say('Review') : isLater ? say('Schedule message') : say('Send message')}
        </SubmitButton>
      </div>
    </form>
  );
}

function Confirmation({
  date,
  subscribers,
}: {
  readonly date: string | undefined;
  readonly subscribers: number;
}) {
  return (
    <p>
      {date === undefined
        ? sayCount(
            'This message will be sent now to %d subscriber.|This message will be sent now to %d subscribers.',
            subscribers,
          )
        : sayWith(
            'This message will be sent on %s to everyone who is subscribed then.',
            <strong>{momentText(date)}</strong>,
          )}
    </p>
  );
}

/** `date`: undefined to send it now. */
function MessageFields({
  content,
  date,
  faults,
  onChange,
  onLater,
  onDate,
}: {
  readonly content: Content;
  readonly date: string | undefined;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Content>) => void;
  readonly onLater: (isLater: boolean) => void;
  readonly onDate: (date: string) => void;
}) {
  return (
    <div className="push-fields">
      <TextControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={say('Title')}
        value={content.title}
        maxLength={maxTitleLength}
        required
        aria-invalid={Object.hasOwn(faults, 'title')}
        onChange={(title) => onChange({ title })}
      />
      <TextareaControl
        __nextHasNoMarginBottom
        label={say('Text')}
        help={say('Optional, one line. Browsers show about 120 characters.')}
        rows={3}
        value={content.text}
        maxLength={maxTextLength}
        dir="auto"
        onChange={(text) => onChange({ text: text.replaceAll(/[\n\r]+/g, ' ') })}
      />
      <TextControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={say('Link')}
        help={say('Page of this site that opens, such as /news/.')}
        dir="ltr"
        value={content.link}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={Object.hasOwn(faults, 'link')}
        onChange={(link) => onChange({ link })}
      />
      <ImagePicker
        label={say('Image')}
        help={say('Optional. Some browsers don’t show it.')}
        value={content.image}
        isDisabled={false}
        onChange={(image) => onChange({ image: Number(image) })}
      />
      <RadioControl
        label={say('When')}
        selected={date === undefined ? 'now' : 'later'}
        options={[
          { value: 'now', label: say('Send now') },
          { value: 'later', label: say('At a time') },
        ]}
        onChange={(next) => onLater(next === 'later')}
      />
      {date !== undefined && (
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          type="datetime-local"
          label={say('Date and time')}
          help={say('In the site’s time zone, %s.', boot.site.timezone)}
          value={date}
          min={inMinutes(siteNow())}
          required
          aria-invalid={Object.hasOwn(faults, 'date')}
          onChange={onDate}
        />
      )}
    </div>
  );
}

function momentText(local: string): string {
  const at = Date.parse(`${local}Z`);
  return Number.isNaN(at) ? local : moment.format(at);
}

/** As a browser shows it, roughly. */
function MessagePreview({ content: { title, text, image } }: { readonly content: Content }) {
  const { data } = useQuery({
    queryKey: ['media', 'one', image],
    enabled: image > 0,
    queryFn: async ({ signal }) =>
      (await rest<Pick<SeenFile, 'source_url' | 'alt_text'>>(`/wp/v2/media/${image}`, { signal })).body,
  });
  return (
    <div className="push-card">
      <img className="push-icon" src="/icon-192.png" alt="" width="40" height="40" />
      <div>
        <p className="push-card-title" dir="auto">
          {title.trim() === '' ? say('Title') : title}
        </p>
        {text !== '' && <p dir="auto">{text}</p>}
        <p className="push-card-site">{new URL(boot.site.url).host}</p>
      </div>
      {image > 0 && data && <img className="push-image" src={data.source_url} alt={data.alt_text} />}
    </div>
  );
}

/** Sends the message to this browser only. */
function TestButton({ content, isDisabled }: { readonly content: Content; readonly isDisabled: boolean }) {
  const [outcome, setOutcome] = useState('');
  const { fault, isBusy, send } = useSending();
  const test = () =>
    send(async () => {
      setOutcome('');
      const endpoint = await ownEndpoint().catch(() => undefined);
      if (endpoint === undefined) {
        setOutcome(say('This browser isn’t subscribed. Open the site in it and accept the prompt.'));
        return;
      }
      const { is_delivered: isDelivered, reason } = await sendTest(content, endpoint);
      setOutcome(isDelivered ? say('Sent to this browser.') : say('The push service refused it: %s', reason));
    });
  return (
    <>
      <Button
        variant="secondary"
        __next40pxDefaultSize
        isBusy={isBusy}
        disabled={isDisabled || isBusy}
        accessibleWhenDisabled
        onClick={() => void test()}
      >
        {say('Test in this browser')}
      </Button>
      <p role="status" className="setting-help">
        {fault ? Object.values(fault.faults).join(' ') || fault.message : outcome}
      </p>
    </>
  );
}
