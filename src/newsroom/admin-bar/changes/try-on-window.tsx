import { useEffect, useId, useRef, useState } from 'react';
import { withQuery } from '../../../lib/urls.ts';
import { useBar } from '../bar.ts';
import { RefusedError } from '../calls.ts';
import { Window } from '../dialogs.tsx';
import { readFault, useReply } from './replies.ts';
import styles from './try-on.css?inline';

interface TryOnWindowProps {
  readonly title: string;
  /** The template's name in `template_preview`. */
  readonly name: string;
  close(isAccepted: boolean): void;
}

const widths = { desktop: 1280, phone: 375 } as const;

/** Previews this page with a template, on desktop and phone, in inert frames. */
export function TryOnWindow({ title, name, close }: TryOnWindowProps) {
  const { say, rest } = useBar();
  const id = useId();
  const use = useRef<HTMLButtonElement>(null);
  const [fault, setFault] = useState('');
  // Without a session the frame shows the public page, otherwise an error page; neither is the preview.
  const failed = () =>
    rest(
      `/broadsheet/v1/template-explanation?path=${encodeURIComponent(location.pathname + location.search)}`,
    ).then(
      () => setFault(say('library_no_frame')),
      (error: unknown) =>
        setFault(
          say(error instanceof RefusedError && error.isSignedOut ? 'bar_signed_out' : 'library_no_frame'),
        ),
    );
  return (
    <Window
      className="try-window"
      labelledBy={id}
      describedBy={`${id}note`}
      focus={use}
      close={() => close(false)}
    >
      <style>{styles}</style>
      <div className="try-head">
        <div>
          <h2 id={id}>{say('try_title', title)}</h2>
          <p id={`${id}note`} className={fault === '' ? undefined : 'try-fault'} role="status">
            {fault === '' ? say('try_note') : fault}
          </p>
          {/^\d+$/.test(name) && <Fault id={name} />}
        </div>
        <div className="bar-buttons">
          <button ref={use} type="button" className="is-main" onClick={() => close(true)}>
            {say('try_use')}
          </button>
          <button type="button" onClick={() => close(false)}>
            {say('panel_close')}
          </button>
        </div>
      </div>
      <div className="try-frames">
        {(['desktop', 'phone'] as const).map((device) => (
          <Frame
            key={device}
            device={device}
            name={name}
            label={say(`try_${device}`)}
            failed={() => void failed()}
          />
        ))}
      </div>
    </Window>
  );
}

/** The fault of a template that pages skip; the frames then show its replacement. */
function Fault({ id }: { readonly id: string }) {
  const { say } = useBar();
  const { value: fault } = useReply(`/broadsheet/v1/templates/${id}?_fields=fault`, readFault);
  return fault ? (
    <p className="bar-notice" role="alert">
      {say('try_broken')}{' '}
      <span lang="en" dir="ltr">
        {fault}
      </span>
    </p>
  ) : null;
}

interface FrameProps {
  readonly device: keyof typeof widths;
  readonly name: string;
  readonly label: string;
  failed(): void;
}

function Frame({ device, name, label, failed }: FrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ scale: 1, height: 0 });
  const [state, setState] = useState<'coming' | 'there' | 'failed'>('coming');
  const width = widths[device];
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const seen = new ResizeObserver(() => {
      const scale = Math.min(1, element.clientWidth / width);
      setSize({ scale, height: element.clientHeight / scale });
    });
    seen.observe(element);
    return () => seen.disconnect();
  }, [width]);
  const look = ({ contentDocument }: HTMLIFrameElement) => {
    const isStill = Boolean(contentDocument?.querySelector('body[inert]'));
    setState(isStill ? 'there' : 'failed');
    if (!isStill) failed();
  };
  const scheme = document.documentElement.classList.contains('is_dark') ? 'dark' : 'light';
  return (
    <figure className={`try-frame is-${device}`}>
      <figcaption>{label}</figcaption>
      <div ref={place} aria-busy={state === 'coming'}>
        {size.height > 0 && state !== 'failed' && (
          <iframe
            src={withQuery(
              location.pathname + location.search,
              `template_preview=${name}&device=${device}&scheme=${scheme}`,
            )}
            title={label}
            sandbox="allow-same-origin"
            width={width}
            height={size.height}
            style={{ transform: `scale(${size.scale})` }}
            onLoad={(event) => look(event.currentTarget)}
          />
        )}
      </div>
    </figure>
  );
}
