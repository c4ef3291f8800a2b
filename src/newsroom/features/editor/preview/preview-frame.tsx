import { useEffect, useRef, useState } from 'react';
import { becomeLike, quietPage, rootOf } from './quiet-page.ts';
import type { Device, SeenPage } from './use-preview.ts';

/** As wide as the pages are on each, in CSS pixels. */
const widths: Readonly<Record<Device, number>> = { phone: 375, desktop: 1280 };
/** With the doctype: pages are laid out by it. */
const blank = '<!doctype html><html><head><title>Preview</title></head><body></body></html>';

interface PreviewFrameProps {
  readonly device: Device;
  readonly page: SeenPage | undefined;
  readonly isDark: boolean;
}

/** A page as it is on a device, as large as there is room. Nothing of it runs: its frame allows no script (decision 074). */
export function PreviewFrame({ device, page, isDark }: PreviewFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isThere, setThere] = useState(false);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const watched = new ResizeObserver(() =>
      setRoom({ width: current.clientWidth, height: current.clientHeight }),
    );
    watched.observe(current);
    return () => watched.disconnect();
  }, []);
  useEffect(() => {
    const view = frame.current?.contentWindow;
    if (!isThere || !page || !view) return;
    const [x, y] = [view.scrollX, view.scrollY];
    becomeLike(rootOf(view.document), quietPage(page.html, { address: page.address, isDark }));
    view.scrollTo({ left: x, top: y, behavior: 'instant' });
  }, [isThere, page, isDark]);
  const scale = Math.min(1, room.width / widths[device]);
  return (
    <div className={`preview-device is-${device}`} ref={place}>
      <iframe
        ref={frame}
        title={device === 'phone' ? 'On a phone' : 'On a desktop'}
        sandbox="allow-same-origin"
        srcDoc={blank}
        tabIndex={0}
        onLoad={() => setThere(true)}
        style={{
          width: widths[device],
          height: scale > 0 ? room.height / scale : 0,
          transform: `scale(${scale})`,
        }}
      />
    </div>
  );
}
