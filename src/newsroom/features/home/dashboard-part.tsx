import { Button } from '@wordpress/components';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { Boundary } from '../../app/late.tsx';
import { Skeleton } from '../../app/screen-head.tsx';
import { say } from '../../words.ts';

interface PartProps<Value> {
  readonly title: string;
  /** Undefined while it loads, null if the server could not load it. */
  readonly value: Value | null | undefined;
  readonly onRetry: () => void;
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly className?: string;
  /** Links to the whole lists: label and address. */
  readonly ways?: readonly (readonly [label: string, to: string])[];
  readonly children: (value: Value) => ReactNode;
}

/** A section of the dashboard, with its own skeleton and its own error, which leaves the others alone. */
export function Part<Value>({
  title,
  value,
  onRetry,
  heading,
  className,
  ways = [],
  children,
}: PartProps<Value>) {
  return (
    <section className={className} aria-busy={value === undefined}>
      <h2 ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h2>
      {value === undefined && <Skeleton rows={3} />}
      {value === null && <Failed onRetry={onRetry} />}
      {value !== undefined && value !== null && (
        <Boundary otherwise={<Failed onRetry={onRetry} />}>
          <Shown value={value}>{children}</Shown>
        </Boundary>
      )}
      {value !== undefined &&
        value !== null &&
        ways.map(([label, to]) => (
          <Link key={to} className="more" to={to}>
            {label}
          </Link>
        ))}
    </section>
  );
}

/** Renders within the part's boundary. */
function Shown<Value>({
  value,
  children,
}: {
  readonly value: Value;
  readonly children: (value: Value) => ReactNode;
}) {
  return children(value);
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="problem" role="alert">
      {say('This part could not be loaded.')}{' '}
      <Button variant="link" onClick={onRetry}>
        {say('Try again')}
      </Button>
    </div>
  );
}
