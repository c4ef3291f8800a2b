import { Button, SelectControl, TextControl } from '@wordpress/components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { minLeadWidth } from '../../../lib/lead-picture.ts';
import { maxBreakingLength, maxHeadlineLength } from '../../../modules/front/model.ts';
import { boot, siteNow } from '../../app/boot.ts';
import { CancelButton, FormModal, SubmitButton } from '../../app/form-modal.tsx';
import { say } from '../../words.ts';
import { ImagePicker } from '../settings/setting-pickers.tsx';
import { editedEnd, pictureOf, toSiteTime } from './front-data.ts';
import type { Breaking, FrontPost, Pin } from './front-data.ts';
import type { AreaName } from './front-areas.tsx';

const hourMs = 3_600_000;

/** The path of an address of this site; other addresses as they are. */
const pathOf = (link: string): string => {
  const { origin, pathname, search } = new URL(link, location.href);
  return origin === location.origin ? pathname + search : link;
};

/** Area, end, headline and picture of a story on the front page. `pin` has an empty area until the story is pinned. */
export function PinForm({
  post,
  pin,
  isPinned,
  areas,
  onSave,
  onClose,
}: {
  readonly post: FrontPost;
  readonly pin: Pin;
  readonly isPinned: boolean;
  readonly areas: readonly AreaName[];
  readonly onSave: (pin: Pin) => void;
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState(pin);
  const [end, setEnd] = useState(toSiteTime(pin.ends_at));
  const change = (to: Partial<Pin>) => setDraft((before) => ({ ...before, ...to }));
  const { data: file } = useQuery(pictureOf(draft.picture));
  const width = file?.media_details.width ?? 0;
  const isDirty = JSON.stringify(draft) !== JSON.stringify(pin) || end !== toSiteTime(pin.ends_at);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({ ...draft, headline: draft.headline.trim(), ends_at: editedEnd(pin.ends_at, end) });
  };
  return (
    <FormModal title={say('On the front page')} size="medium" isDirty={isDirty} onRequestClose={onClose}>
      <form className="form desk-form" onSubmit={submit}>
        <p className="desk-form-title">
          <bdi>{post.title}</bdi>
        </p>
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Headline on the front page')}
          help={say('Leave empty for the post’s own headline.')}
          placeholder={post.title}
          value={draft.headline}
          maxLength={maxHeadlineLength}
          dir="auto"
          onChange={(headline) => change({ headline })}
        />
        <ImagePicker
          label={say('Image on the front page')}
          help={say('Without one, the front page shows the featured image.')}
          value={draft.picture}
          isDisabled={false}
          onChange={(picture) => change({ picture })}
        />
        {draft.picture > 0 && width > 0 && width < minLeadWidth && (
          <p className="desk-form-note" role="status">
            {say(
              'This image is %d pixels wide. The lead shows images of at least %d pixels.',
              width,
              minLeadWidth,
            )}
          </p>
        )}
        <SelectControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Area')}
          help={isPinned ? undefined : say('Pinned stories come before the others of their area.')}
          value={draft.area}
          options={areas.map(({ area, title }) => ({ value: area, label: title }))}
          onChange={(area) => change({ area })}
        />
        <EndField label={say('Unpin at')} value={end} onChange={setEnd} />
        <div className="form-end">
          <CancelButton />
          <SubmitButton isBusy={false}>{isPinned ? say('Apply') : say('Pin')}</SubmitButton>
        </div>
      </form>
    </FormModal>
  );
}

/** A time in the site's zone; empty: never. */
function EndField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (local: string) => void;
}) {
  const inHours = (hours: number) => new Date(siteNow() + hours * hourMs).toISOString().slice(0, 16);
  return (
    <div className="desk-end">
      <TextControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        type="datetime-local"
        label={label}
        help={say('In the site’s time zone, %s. Empty: never.', boot.site.timezone)}
        value={value}
        min={inHours(0)}
        onChange={onChange}
      />
      <div role="group" aria-label={say('Common times')}>
        {[1, 3, 12, 24].map((hours) => (
          <Button key={hours} size="compact" variant="tertiary" onClick={() => onChange(inHours(hours))}>
            {say('In %d h', hours)}
          </Button>
        ))}
        {value !== '' && (
          <Button size="compact" variant="tertiary" onClick={() => onChange('')}>
            {say('Never')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The breaking line with its link and end. `lead`: the front page's first story, which it is most often about. */
export function BreakingForm({
  breaking,
  lead,
  onSave,
  onClose,
}: {
  readonly breaking: Breaking | null;
  readonly lead: { readonly title: string; readonly link: string } | undefined;
  readonly onSave: (breaking: Breaking | null) => void;
  readonly onClose: () => void;
}) {
  const before = breaking ?? { text: '', url: '', ends_at: null };
  const [text, setText] = useState(before.text);
  const [url, setUrl] = useState(before.url);
  const [end, setEnd] = useState(toSiteTime(before.ends_at));
  const isDirty = text !== before.text || url !== before.url || end !== toSiteTime(before.ends_at);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const line = text.trim();
    onSave(line === '' ? null : { text: line, url: url.trim(), ends_at: editedEnd(before.ends_at, end) });
  };
  return (
    <FormModal title={say('Breaking line')} size="medium" isDirty={isDirty} onRequestClose={onClose}>
      <form className="form desk-form" onSubmit={submit}>
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Text')}
          help={say('Shown above the front page. Leave empty for none.')}
          value={text}
          maxLength={maxBreakingLength}
          dir="auto"
          onChange={setText}
        />
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Link address')}
          help={say('Optional. A path such as /about/, or a URL.')}
          value={url}
          maxLength={2000}
          dir="ltr"
          inputMode="url"
          onChange={setUrl}
        />
        {lead && lead.link !== '' && (
          <Button variant="link" className="desk-link" onClick={() => setUrl(pathOf(lead.link))}>
            <bdi>{say('Link to “%s”', lead.title)}</bdi>
          </Button>
        )}
        <EndField label={say('Remove at')} value={end} onChange={setEnd} />
        <div className="form-end">
          {breaking && (
            <Button __next40pxDefaultSize variant="tertiary" isDestructive onClick={() => onSave(null)}>
              {say('Remove')}
            </Button>
          )}
          <CancelButton />
          <SubmitButton isBusy={false}>{say('Apply')}</SubmitButton>
        </div>
      </form>
    </FormModal>
  );
}
