import { Button } from '@wordpress/components';
import type { ReactNode } from 'react';
import type { RestError } from './rest.ts';
import { say } from '../words.ts';

export function Problem({ message = '' }: { readonly message: string | undefined }) {
  if (message === '') return null;
  return (
    <p className="problem" role="alert">
      {message}
    </p>
  );
}

interface FaultProps<Row> {
  readonly fault: RestError | undefined;
  readonly onShow: (theirs: Row) => void;
  readonly onOverwrite: (theirs: Row) => void;
  /** Shown below errors other than an edit conflict. */
  readonly children?: ReactNode;
}

/** The reason why a form could not be saved. An edit conflict offers the stored version, and overwriting it. */
export function FormFault<Row>({ fault, onShow, onOverwrite, children }: FaultProps<Row>) {
  if (!fault) return null;
  const theirs = fault.status === 409 ? (fault.theirs as Row | undefined) : undefined;
  return (
    <div className="problem" role="alert">
      {fault.message}
      {theirs ? (
        <p>
          <Button variant="link" onClick={() => onShow(theirs)}>
            {say('View their version')}
          </Button>{' '}
          <Button variant="link" onClick={() => onOverwrite(theirs)}>
            {say('Overwrite with mine')}
          </Button>
        </p>
      ) : (
        children
      )}
    </div>
  );
}
