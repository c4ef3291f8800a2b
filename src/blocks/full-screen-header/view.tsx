import { useActing } from '../../reader/islands/acting.ts';
import { Picture } from '../../ui/picture.tsx';
import type { ViewProps } from '../block.ts';
import { coversWindow } from '../post-featured-image/lead-shape.ts';
import { LeadCaption, LeadFigure } from '../post-featured-image/view.tsx';
import type { Settings } from './block.ts';
import type { FullScreenHeaderData } from './loader.server.ts';

/**
 * `sizes` of a picture that covers the screen: on a narrow one its height decides, and its sides are cropped. Low
 * screens show it full width below the text (styles.css).
 */
function coveringSizes({
  width,
  height,
}: NonNullable<FullScreenHeaderData['lead']>['picture'] & object): string {
  return width > 0 && height > 0
    ? `(max-height:600px) 100vw, max(100vw, ${Math.ceil((100 * width) / height)}vh)`
    : '100vw';
}

export function View({
  data: { lead, readDown },
  blockId,
  children,
}: ViewProps<Settings, FullScreenHeaderData>) {
  const acting = useActing();
  const text = `${blockId}-text`;
  if (!lead?.picture || !coversWindow(lead.picture)) {
    return (
      <div className="full-screen-header">
        <div className="full-screen-plate">
          {children}
          {lead?.picture && <LeadFigure data={{ ...lead, video: undefined }} ratio="16x9" />}
        </div>
      </div>
    );
  }
  return (
    <div className="full-screen-header full-screen-pictured" data-read-down="">
      <Picture picture={lead.picture} ratio="natural" sizes={coveringSizes(lead.picture)} eager />
      <div className="full-screen-plate">
        {children}
        <p className="full-screen-down">
          <a href={`#${text}`} {...acting.late('read-down')} data-held="">
            {readDown}
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="M3 6l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.6" />
            </svg>
          </a>
        </p>
      </div>
      <figure className="full-screen-caption" id={text} tabIndex={-1}>
        <LeadCaption data={lead} />
      </figure>
    </div>
  );
}
