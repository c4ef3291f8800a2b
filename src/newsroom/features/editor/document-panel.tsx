import {
  BaseControl,
  Button,
  CheckboxControl,
  DateTimePicker,
  Dropdown,
  PanelBody,
  SelectControl,
  TextareaControl,
  TextControl,
} from '@wordpress/components';
import { useSyncExternalStore } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { boot, may, maySetSticky, siteNow } from '../../app/boot.ts';
import type { ListedTaxonomy, ListedType, PostFeature } from '../../app/boot.ts';
import { formats } from '../../app/choices.ts';
import { mayBeUndated, sentStatus } from '../../app/rest-types.ts';
import { NamesControl, ParentControl, OrderControl } from '../../app/post-controls.tsx';
import { useIsNarrow } from '../../app/use-media-query.ts';
import { termsField } from '../../editor/stored-post.ts';
import type { Draft } from '../../editor/draft.ts';
import { BylineControl, PresentationPanel, ReachPanel, SearchPanel } from './article-panels.tsx';
import { CustomFieldsPanel } from './custom-fields.tsx';
import { FeaturedPicture } from './featured-picture.tsx';
import { PermalinkText, usePermalink } from './permalink.tsx';
import { MainCategory, TermTree } from './term-tree.tsx';
import type { SiteSettings, SettingsSent } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import type { StoredPost } from '../../editor/stored-post.ts';
import { inSentence, say } from '../../words.ts';

const common = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;
const dates = new Intl.DateTimeFormat(boot.site.dates, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

interface PanelProps {
  readonly draft: Draft;
  readonly type: ListedType;
  readonly mayUpload: boolean;
}

export function DocumentPanel({ draft, type, mayUpload }: PanelProps) {
  const { post } = useSyncExternalStore(draft.subscribe, draft.state);
  const has = (feature: PostFeature) => type.supports.includes(feature);
  return (
    <div className="document-panel">
      <Standing draft={draft} type={type} />
      {has('thumbnail') && (
        <PanelBody title={say('Featured image')} initialOpen>
          <FeaturedPicture draft={draft} mayUpload={mayUpload} />
        </PanelBody>
      )}
      {type.taxonomies.map((taxonomy) => (
        <PanelBody key={taxonomy.name} title={taxonomy.plural} initialOpen>
          {taxonomy.isHierarchical ? (
            <TermTree draft={draft} taxonomy={taxonomy} />
          ) : (
            <TagsControl draft={draft} taxonomy={taxonomy} />
          )}
          {taxonomy.isSection && <MainCategory draft={draft} taxonomy={taxonomy} />}
        </PanelBody>
      ))}
      {has('excerpt') && (
        <PanelBody title={say('Excerpt')} initialOpen={draft.text('excerpt') !== ''}>
          <TextareaControl
            label={say('Excerpt')}
            help={
              type.hasPages
                ? say('Shown in lists. If empty, the beginning of the text is used.')
                : say('A short description.')
            }
            rows={4}
            __nextHasNoMarginBottom
            lang={boot.site.language}
            value={draft.text('excerpt')}
            onChange={(excerpt) => draft.edit({ excerpt })}
          />
        </PanelBody>
      )}
      {(type.isHierarchical || has('page-attributes')) && (
        <PanelBody title={say('Page attributes')} initialOpen={false}>
          {type.isHierarchical && (
            <ParentControl
              type={type}
              id={post?.id ?? 0}
              value={Number(draft.value('parent') ?? 0)}
              onChange={(parent) => draft.edit({ parent })}
            />
          )}
          {has('page-attributes') && (
            <OrderControl
              help={say('Pages with lower numbers come first.')}
              value={Number(draft.value('menu_order') ?? 0)}
              onChange={(order) => draft.edit({ menu_order: order })}
            />
          )}
          {type.mayBeFront && may('manage_options') && <HomePage post={post} />}
        </PanelBody>
      )}
      {type.hasPages && <PresentationPanel draft={draft} type={type} />}
      {(type.isArticle || has('related')) && <ReachPanel draft={draft} type={type} />}
      {type.hasPages && <SearchPanel draft={draft} />}
      {has('comments') && (
        <PanelBody title={say('Discussion')} initialOpen={false}>
          {(
            [
              ['comment_status', say('Allow comments')],
              ['ping_status', say('Allow pingbacks and trackbacks')],
            ] as const
          ).map(([name, label]) => (
            <CheckboxControl
              key={name}
              label={label}
              __nextHasNoMarginBottom
              checked={(draft.value(name) ?? 'open') === 'open'}
              onChange={(on) => draft.edit({ [name]: on ? 'open' : 'closed' })}
            />
          ))}
        </PanelBody>
      )}
      {type.hasPages && <CustomFieldsPanel draft={draft} />}
      {post && (
        <p className="panel-foot">
          {say('Last modified %s', dates.format(new Date(`${String(post['modified'])}Z`)))}
        </p>
      )}
    </div>
  );
}

function TagsControl({ draft, taxonomy }: { readonly draft: Draft; readonly taxonomy: ListedTaxonomy }) {
  const { restBase, plural } = taxonomy;
  return (
    <NamesControl
      taxonomy={taxonomy}
      label={say('Add %s', inSentence(plural))}
      value={(draft.value(restBase) ?? []) as readonly number[]}
      onChange={(ids) => draft.edit(termsField(restBase, ids))}
      onMaking={draft.waitFor}
    />
  );
}

/** Visibility, date, address and author. */
function Standing({ draft, type }: { readonly draft: Draft; readonly type: ListedType }) {
  const { post } = useSyncExternalStore(draft.subscribe, draft.state);
  const has = (feature: PostFeature) => type.supports.includes(feature);
  const mayPublish = may(type.publishCapability);
  const password = draft.text('password');
  const slug = draft.text('slug');
  const sync = post?.['wp_pattern_sync_status'];
  const permalink = usePermalink(draft, type);
  return (
    <PanelBody className="panel-standing">
      <StatusControl draft={draft} mayPublish={mayPublish} />
      {type.hasPages && draft.text('status') !== 'private' && (mayPublish || password !== '') && (
        <TextControl
          label={say('Password')}
          help={say('Readers need this password. Leave empty for public.')}
          autoComplete="off"
          {...common}
          value={password}
          onChange={(next) => draft.edit({ password: next })}
        />
      )}
      {type.hasPages && <DateControl draft={draft} />}
      {type.hasPages && (
        <TextControl
          label={say('Slug')}
          spellCheck={false}
          {...common}
          value={slug}
          placeholder={permalink.state === 'known' ? permalink.slug : ''}
          help={
            <span className="panel-permalink">
              <PermalinkText permalink={permalink} />
            </span>
          }
          onChange={(next) => draft.edit({ slug: next })}
        />
      )}
      {sync !== undefined && (
        <p className="panel-says">
          {sync === 'unsynced'
            ? say('Not synced: the pattern is inserted as a copy.')
            : say('Synced: changes apply everywhere the pattern is used.')}
        </p>
      )}
      {has('author') && may(type.othersCapability) && <BylineControl draft={draft} />}
      {has('post-formats') && (
        <SelectControl
          label={say('Format')}
          {...common}
          value={draft.text('format') || 'standard'}
          onChange={(next) =>
            draft.edit({ format: formats.find(({ value }) => value === next)?.value ?? 'standard' })
          }
          options={formats.map(({ value, label }) => ({ value: String(value), label }))}
        />
      )}
      {maySetSticky(type) && (
        <CheckboxControl
          label={say('Stick to the top of lists')}
          __nextHasNoMarginBottom
          checked={Boolean(draft.value('sticky'))}
          onChange={(sticky) => draft.edit({ sticky })}
        />
      )}
    </PanelBody>
  );
}

interface StatusProps {
  readonly draft: Draft;
  readonly mayPublish: boolean;
}

function StatusControl({ draft, mayPublish }: StatusProps) {
  const status = draft.text('status') || 'draft';
  const shown = status === 'future' ? 'publish' : status;
  return (
    <SelectControl
      label={say('Status')}
      {...common}
      value={shown}
      onChange={(next) =>
        draft.edit({ status: sentStatus(next), ...(next === 'private' ? { password: '' } : {}) })
      }
      options={[
        { value: 'draft', label: say('Draft') },
        { value: 'pending', label: say('Pending review') },
        ...(mayPublish || shown === 'publish'
          ? [{ value: 'publish', label: status === 'future' ? say('Scheduled') : say('Published') }]
          : []),
        ...(mayPublish || shown === 'private' ? [{ value: 'private', label: say('Private') }] : []),
      ]}
    />
  );
}

/** The publication date with its calendar, in the time zone of the site. */
function DateControl({ draft }: { readonly draft: Draft }) {
  const isNarrow = useIsNarrow();
  const { post } = useSyncExternalStore(draft.subscribe, draft.state);
  const status = draft.text('status') || 'draft';
  const date = draft.text('date');
  return (
    <BaseControl __nextHasNoMarginBottom>
      <BaseControl.VisualLabel>{say('Date')}</BaseControl.VisualLabel>
      <Dropdown
        popoverProps={isNarrow ? { placement: 'bottom-start' } : { placement: 'left', offset: 24 }}
        renderToggle={({ isOpen, onToggle }) => (
          <Button
            variant="secondary"
            className="panel-date"
            __next40pxDefaultSize
            aria-expanded={isOpen}
            onClick={onToggle}
          >
            {date === '' ? say('Immediately') : dates.format(new Date(`${date}Z`))}
          </Button>
        )}
        renderContent={({ onClose }) => (
          <div className="panel-calendar">
            <p className="panel-says">
              {say('Site time zone: %s.', boot.site.timezone.replaceAll('_', ' '))}
            </p>
            <DateTimePicker
              currentDate={date || new Date(siteNow()).toISOString().slice(0, 19)}
              is12Hour={false}
              onChange={(next) => next && draft.edit({ date: next.slice(0, 19) })}
            />
            {date !== '' && mayBeUndated(post?.status ?? 'draft') && mayBeUndated(status) && (
              <Button
                variant="tertiary"
                __next40pxDefaultSize
                onClick={() => {
                  draft.edit({ date: null });
                  onClose();
                }}
              >
                {say('Immediately')}
              </Button>
            )}
          </div>
        )}
      />
    </BaseControl>
  );
}

const path = '/wp/v2/settings';
type Front = Pick<SiteSettings, 'show_on_front' | 'page_on_front'>;

/** Whether the page is the site's front page: a site setting, not part of the text, so it is saved at once. */
function HomePage({ post }: { readonly post: StoredPost | undefined }) {
  const queries = useQueryClient();
  const { data: front } = useQuery({
    queryKey: ['front'],
    queryFn: async ({ signal }) =>
      (await rest<Front>(`${path}?_fields=show_on_front,page_on_front`, { signal })).body,
  });
  const isOut = post?.status === 'publish';
  const isHome = front?.show_on_front === 'page' && front.page_on_front === post?.id;
  const store = async (next: Front, done: string, before?: Front) => {
    queries.setQueryData<Front>(['front'], next);
    try {
      const { show_on_front, page_on_front } = next;
      await rest<unknown, SettingsSent>(path, { method: 'POST', body: { show_on_front, page_on_front } });
      toast(done, before ? { undo: () => void store(before, say('Homepage restored')) } : {});
    } catch (error) {
      toastRefusal(error);
    }
    await queries.invalidateQueries({ queryKey: ['front'] });
  };
  return (
    <CheckboxControl
      label={say('Homepage')}
      __nextHasNoMarginBottom
      checked={isHome}
      disabled={!front || (!isOut && !isHome)}
      help={
        isOut || isHome
          ? say('Visitors see this page first. Without a homepage, they see the latest posts.')
          : say('You can make this the homepage after you publish it.')
      }
      onChange={(on) => {
        if (!front || !post) return;
        if (on)
          void store(
            { show_on_front: 'page', page_on_front: post.id },
            say('This is now the homepage'),
            front,
          );
        else
          void store(
            { show_on_front: 'posts', page_on_front: front.page_on_front },
            say('The homepage now shows the latest posts'),
            front,
          );
      }}
    />
  );
}
