import { Button } from '@wordpress/components';
import { lazy, Component } from 'react';
import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import { connection } from './connection.ts';
import { say } from '../words.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

const missedStyles = new Set<HTMLLinkElement>();
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missedStyles.add(target);
  },
  { capture: true },
);

/** The module loader requests each style sheet only once, so those that failed are requested again here. */
async function reloadStyles(): Promise<void> {
  const missed = [...missedStyles];
  missedStyles.clear();
  await Promise.all(
    missed.map(
      (old) =>
        new Promise((resolve) => {
          const link = old.cloneNode() as HTMLLinkElement;
          for (const event of ['load', 'error']) link.addEventListener(event, resolve, { once: true });
          old.replaceWith(link);
        }),
    ),
  );
}

const isReachable = async () =>
  (await window.fetch('/healthz', { cache: 'no-store' }).catch(() => undefined))?.ok === true;

/** Loads a lazy chunk; waits for an unreachable server. Rejects if the server answers without it, as after an update. */
export async function whenLoaded<Value>(load: () => Promise<Value>, isAgain = false): Promise<Value> {
  try {
    await reloadStyles();
    return await load();
  } catch (error) {
    const wasReachable = await isReachable();
    if (wasReachable && isAgain) throw error;
    if (!wasReachable) await connection.away();
    return whenLoaded(load, wasReachable);
  }
}

const loaded = async <Props,>(load: Load<Props>) => ({ default: await whenLoaded(load) });

export const lateScreen = (load: Load<object>) => lazy(() => loaded(load));

export const missingText = () =>
  say('This part can’t be loaded. If Broadsheet was updated, reload the page; your text is kept.');

function MissingPart() {
  return (
    <div className="missing-part" role="alert">
      <p>{missingText()}</p>
      <Button variant="secondary" onClick={() => location.reload()}>
        {say('Reload')}
      </Button>
    </div>
  );
}

/**
 * A lazily loaded part of a screen; `ahead` preloads it. If loading fails, the rest of the screen stays and `Otherwise`
 * or a message is shown instead.
 */
export function latePart<Props extends object>(
  load: Load<Props>,
  Otherwise: ComponentType<Props> = MissingPart,
): FunctionComponent<Props> & {
  readonly ahead: () => void;
} {
  const Part = lazy(() => loaded(load)) as unknown as ComponentType<Props>;
  const Late = (props: Props) => (
    <Boundary otherwise={<Otherwise {...props} />}>
      <Part {...props} />
    </Boundary>
  );
  return Object.assign(Late, { ahead: () => void load().catch(() => undefined) });
}

interface BoundaryProps {
  readonly children: ReactNode;
  readonly otherwise?: ReactNode;
  readonly onFault?: (message: string) => void;
}

export class Boundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFault?.(error instanceof Error ? error.message : String(error));
  }

  override render() {
    return this.state.isBroken ? this.props.otherwise : this.props.children;
  }
}
