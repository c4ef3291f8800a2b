import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __experimentalConfirmDialog as ConfirmDialog, Button } from '@wordpress/components';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormModal } from '../../app/form-modal.tsx';
import { Nothing } from '../../app/list-parts.tsx';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import { settingsAddress } from '../../app/screens.ts';
import { Skeleton } from '../../app/screen-head.tsx';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { say, sayCount, sayWith } from '../../words.ts';
import { Pager, usePaged } from './pager.tsx';
import { cancelMessage, perPage, pushKey, pushStatus, stopMessage, useMessages } from './push-data.ts';
import type { Message } from './push-data.ts';
import { PushForm } from './push-form.tsx';
import { faultOfPush } from './push-status.tsx';

const states: Readonly<Record<Message['state'], string>> = {
  scheduled: say('Scheduled'),
  sending: say('Sending'),
  sent: say('Sent'),
  stopped: say('Stopped'),
  expired: say('Not delivered'),
};

/** Messages to subscribers: a new one, those that wait for their time, and those that were sent. */
export function PushMessages() {
  const [page, go] = usePaged();
  const { data: status, error: statusError } = useQuery(pushStatus);
  const { data, error } = useMessages(page);
  const [isWriting, setWriting] = useState(false);
  const fault = status && faultOfPush(status);
  const messages = [...(page === 1 ? (data?.scheduled ?? []) : []), ...(data?.messages ?? [])];
  return (
    <section className="push-messages" aria-labelledby="push-messages">
      <div className="service-head">
        <h2 id="push-messages">{say('Messages')}</h2>
        <Button
          variant="primary"
          __next40pxDefaultSize
          disabled={!status || fault !== undefined}
          accessibleWhenDisabled
          onClick={() => setWriting(true)}
        >
          {say('New message')}
        </Button>
      </div>
      <Problem message={error?.message ?? statusError?.message} />
      {fault !== undefined && (
        <p className="service-state" data-state="off">
          {fault} <Link to={`${settingsAddress}?page=push`}>{say('Set up the prompt')}</Link>
        </p>
      )}
      <p className="setting-help">
        {say('Subscribers are notified of new articles automatically. Write a message for anything else.')}
      </p>
      {!data && !error && <Skeleton rows={4} />}
      {data && messages.length === 0 && <Nothing>{say('No messages have been sent yet.')}</Nothing>}
      <ul className="push-list">
        {messages.map((message) => (
          <MessageRow key={`${message.id} ${message.post} ${message.date}`} message={message} />
        ))}
      </ul>
      {data && <Pager page={page} pages={Math.ceil(data.total / perPage)} onGo={go} />}
      {isWriting && (
        <FormModal title={say('New message')} size="large" onRequestClose={() => setWriting(false)}>
          <PushForm subscribers={status?.subscribers ?? 0} onDone={() => setWriting(false)} />
        </FormModal>
      )}
    </section>
  );
}

function MessageRow({ message }: { readonly message: Message }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { id, post, title, text, state, date, delivered, failed, waiting } = message;
  const act = async () => {
    setAsking(false);
    try {
      if (state === 'scheduled') {
        await cancelMessage(id);
        toast(say('Message canceled.'));
      } else {
        await stopMessage(id);
        toast(say('Message stopped.'));
      }
    } catch (error) {
      toastRefusal(error);
    } finally {
      await queries.invalidateQueries({ queryKey: pushKey });
    }
  };
  const counts = [
    sayCount('%d delivered|%d delivered', delivered),
    ...(failed > 0 ? [sayCount('%d failed|%d failed', failed)] : []),
    ...(waiting > 0 ? [sayCount('%d waiting|%d waiting', waiting)] : []),
  ];
  const canStop = id > 0 && (state === 'sending' || state === 'scheduled');
  return (
    <li data-state={state}>
      <div>
        <p className="push-title">
          {post > 0 ? (
            <Link to={`/post.php?post=${post}&action=edit`}>
              <bdi>{title || say('(no title)')}</bdi>
            </Link>
          ) : (
            <strong>{id > 0 ? <bdi>{title}</bdi> : say('Deleted article')}</strong>
          )}{' '}
          <span className="slot-state">{states[state]}</span>
        </p>
        {text !== '' && <p dir="auto">{text}</p>}
        <p className="push-facts">
          {id === 0 && <span>{say('Article')}</span>}
          <Moment of={date} />
          {state !== 'scheduled' && <span>{counts.join(', ')}</span>}
        </p>
      </div>
      {canStop && (
        <Button
          variant="secondary"
          size="compact"
          aria-label={state === 'scheduled' ? say('Cancel “%s”', title) : say('Stop “%s”', title)}
          onClick={() => setAsking(true)}
        >
          {state === 'scheduled' ? say('Cancel message') : say('Stop')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          confirmButtonText={state === 'scheduled' ? say('Cancel message') : say('Stop')}
          cancelButtonText={say('Keep')}
          onConfirm={() => void act()}
          onCancel={() => setAsking(false)}
        >
          {state === 'scheduled'
            ? sayWith('“%s” will not be sent. Its text is lost.', <bdi>{title}</bdi>)
            : sayWith(
                'Subscribers whose turn has not come won’t receive “%s”. Those who have it keep it.',
                <bdi>{title}</bdi>,
              )}
        </ConfirmDialog>
      )}
    </li>
  );
}
