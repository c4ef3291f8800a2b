import {
  CheckboxControl,
  PanelBody,
  SelectControl,
  TextareaControl,
  TextControl,
  Button,
} from '@wordpress/components';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { boot } from '../../app/boot.ts';
import type { ListedType } from '../../app/boot.ts';
import { plainText } from '../../app/rest-types.ts';
import type { PostTemplates, TextDetails, TemplateWarnings } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import type { Draft } from '../../editor/draft.ts';
import { ThingsControl } from '../../editor/things-control.tsx';
import { OverAll } from '../../app/over-all.tsx';
import { englishWarning } from '../../../lib/template-texts.ts';
import { say } from '../../words.ts';

const common = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;

type SmartList = NonNullable<TextDetails['smart_list']>;

export function BylineControl({ draft }: { readonly draft: Draft }) {
  const ids = (draft.value('broadsheet.byline') ?? [boot.user.id]) as readonly number[];
  return (
    <ThingsControl
      schema={{ control: 'user', multiple: true }}
      title={say('Byline')}
      help={say('Readers see the names in this order. The first person is the author.')}
      params={{ who: 'authors' }}
      value={ids.join()}
      onChange={(value) => {
        const next = String(value)
          .split(',')
          .filter((id) => id !== '')
          .map(Number);
        if (next.length > 0) draft.edit({ 'broadsheet.byline': next });
      }}
    />
  );
}

/** The post's template: an own one, or the site's with a full-window picture. */
function LayoutControls({ draft, type }: { readonly draft: Draft; readonly type: ListedType }) {
  const { data = [] } = useQuery({
    queryKey: ['post-templates', type.name],
    staleTime: 60_000,
    queryFn: async () =>
      (await rest<PostTemplates>(`/broadsheet/v1/post-templates?type=${encodeURIComponent(type.name)}`)).body,
  });
  const { request, dialog } = useTemplateChoice((template) => draft.edit({ template }));
  const stored = String(draft.state().post?.['template'] ?? '');
  const chosen = draft.text('template');
  // Layouts of the theme do not determine how the page begins.
  const isOwn = chosen.startsWith('template-') && data.some(({ template }) => template === chosen);
  return (
    <>
      {dialog}
      {(data.length > 0 || stored !== '') && (
        <SelectControl
          label={say('Template')}
          {...common}
          value={chosen}
          onChange={(template) => void request(template)}
          options={[
            { value: '', label: say('Site default') },
            ...data.map(({ template, title }) => ({ value: template, label: title || template })),
            ...(stored === '' || data.some(({ template }) => template === stored)
              ? []
              : [{ value: stored, label: say('%s (not on this site)', stored) }]),
          ]}
        />
      )}
      {type.supports.includes('thumbnail') && (
        <CheckboxControl
          label={say('Full-screen header')}
          __nextHasNoMarginBottom
          disabled={isOwn}
          checked={!isOwn && Boolean(draft.value('broadsheet.full_screen_header'))}
          help={
            isOwn
              ? say('The selected template defines the header.')
              : say('The featured image fills the window, with the headline on top.')
          }
          onChange={(on) => draft.edit({ 'broadsheet.full_screen_header': on })}
        />
      )}
    </>
  );
}

export function PresentationPanel({ draft, type }: { readonly draft: Draft; readonly type: ListedType }) {
  const smartList = draft.value('broadsheet.smart_list') as SmartList | null | undefined;
  const change = (next: Partial<SmartList>) =>
    draft.edit({
      'broadsheet.smart_list': { layout: 'list', order: 'asc', heading: 'h3', ...smartList, ...next },
    });
  return (
    <PanelBody title={say('Presentation')} initialOpen={false}>
      <LayoutControls draft={draft} type={type} />
      <TextareaControl
        label={say('Subtitle')}
        help={say('Below the headline.')}
        rows={2}
        __nextHasNoMarginBottom
        value={draft.text('broadsheet.subtitle')}
        onChange={(subtitle) => draft.edit({ 'broadsheet.subtitle': subtitle })}
      />
      <TextControl
        label={say('Featured video')}
        help={say('URL of a video on a video platform, or of a video file.')}
        type="url"
        {...common}
        value={draft.text('broadsheet.featured_video')}
        onChange={(video) => draft.edit({ 'broadsheet.featured_video': video.trim() })}
      />
      <SelectControl
        label={say('Smart list')}
        help={say('Shows the sections below its headings as a numbered list.')}
        {...common}
        value={smartList?.layout ?? ''}
        onChange={(layout) =>
          layout === '' ? draft.edit({ 'broadsheet.smart_list': null }) : change({ layout })
        }
        options={[
          { value: '', label: say('No') },
          { value: 'list', label: say('All items on one page') },
          { value: 'slides', label: say('One item at a time') },
        ]}
      />
      {smartList && (
        <>
          <SelectControl
            label={say('Items start at')}
            {...common}
            value={smartList.heading}
            onChange={(heading) => change({ heading })}
            options={(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const).map((value) => ({
              value,
              label: say('Heading %s', value.slice(1)),
            }))}
          />
          <SelectControl
            label={say('Numbering')}
            {...common}
            value={smartList.order}
            onChange={(order) => change({ order })}
            options={[
              { value: 'asc', label: say('Ascending from 1') },
              { value: 'desc', label: say('Descending to 1') },
            ]}
          />
        </>
      )}
    </PanelBody>
  );
}

const related = [
  [
    'related_first',
    say('Pinned related posts'),
    say('Shown first below the article. The others are chosen by topic.'),
  ],
  ['related_exclude', say('Excluded related posts'), undefined],
] as const;

export function ReachPanel({ draft, type }: { readonly draft: Draft; readonly type: ListedType }) {
  const isOut = draft.state().post?.status === 'publish';
  return (
    <PanelBody title={say('Distribution')} initialOpen={false}>
      {type.isArticle && !isOut && (
        <CheckboxControl
          label={say('Notify subscribers on publication')}
          __nextHasNoMarginBottom
          checked={!draft.value('broadsheet.push_off')}
          onChange={(on) => draft.edit({ 'broadsheet.push_off': !on })}
        />
      )}
      {type.supports.includes('related') &&
        related.map(([name, title, help]) => (
          <ThingsControl
            key={name}
            schema={{ control: 'post', multiple: true, postType: type.name }}
            title={title}
            help={help}
            value={((draft.value(`broadsheet.${name}`) ?? []) as readonly number[]).join()}
            onChange={(value) =>
              draft.edit({
                [`broadsheet.${name}`]: String(value)
                  .split(',')
                  .filter((id) => id !== '')
                  .map(Number),
              })
            }
          />
        ))}
    </PanelBody>
  );
}

export function SearchPanel({ draft }: { readonly draft: Draft }) {
  const of = (name: string) => draft.text(`broadsheet.${name}`);
  const line = (name: string) => ({
    ...common,
    lang: boot.site.language,
    value: of(name),
    onChange: (value: string) => draft.edit({ [`broadsheet.${name}`]: value }),
  });
  const lines = (name: string) => ({ ...line(name), rows: 3 });
  const title = of('seo_title') || plainText(draft.text('title')) || say('(no title)');
  const description =
    of('seo_description') || plainText(draft.text('excerpt')) || say('The beginning of the text.');
  return (
    <PanelBody title={say('Search engines and social networks')} initialOpen={false}>
      <TextControl
        label={say('SEO title')}
        placeholder={plainText(draft.text('title'))}
        {...line('seo_title')}
      />
      <TextareaControl
        label={say('Description')}
        help={
          of('seo_description').length > 160 ? say('Search engines show about 160 characters.') : undefined
        }
        {...lines('seo_description')}
      />
      <figure className="result-preview">
        <figcaption>{say('Search preview')}</figcaption>
        <cite>{location.host}</cite>
        <strong dir="auto">{title}</strong>
        <p dir="auto">{description}</p>
      </figure>
      <TextControl label={say('Social title')} placeholder={title} {...line('social_title')} />
      <TextareaControl
        label={say('Social description')}
        placeholder={description}
        {...lines('social_description')}
      />
      <TextControl
        label={say('Social image URL')}
        help={say('If empty, the featured image is used.')}
        type="url"
        {...line('social_image')}
      />
      <figure className="result-preview">
        <figcaption>{say('Social preview')}</figcaption>
        {of('social_image') !== '' && <img src={of('social_image')} alt="" />}
        <cite>{location.host}</cite>
        <strong dir="auto">{of('social_title') || title}</strong>
        <p dir="auto">{of('social_description') || description}</p>
      </figure>
      <TextControl
        label={say('Canonical URL')}
        help={say('Set this if the article was first published elsewhere.')}
        type="url"
        {...line('canonical_url')}
      />
      <CheckboxControl
        label={say('Hide from search engines')}
        __nextHasNoMarginBottom
        checked={Boolean(draft.value('broadsheet.noindex'))}
        onChange={(noindex) => draft.edit({ 'broadsheet.noindex': noindex })}
      />
    </PanelBody>
  );
}

interface Question {
  readonly template: string;
  readonly messages: readonly string[];
}

/** Warnings about a template; layouts of the theme have no warnings. */
async function messagesOf(template: string): Promise<readonly string[]> {
  const [, id] = /^template-(\d+)$/.exec(template) ?? [];
  if (id === undefined) return [];
  try {
    const { body } = await rest<TemplateWarnings>(`/broadsheet/v1/template-warnings?template=${id}`);
    return body
      .flatMap(({ warnings }) => warnings)
      .map(({ template: templateId, ...warning }) => englishWarning({ ...warning, templateId }));
  } catch {
    // Saving reports the error.
    return [];
  }
}

/** Chooses a template for a post; asks first if visitors would miss content. `dialog`: the open question. */
function useTemplateChoice(choose: (template: string) => void): {
  readonly request: (template: string) => Promise<void>;
  readonly dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question>();
  const newest = useRef('');
  const request = async (template: string) => {
    newest.current = template;
    const messages = await messagesOf(template);
    if (newest.current !== template) return;
    if (messages.length === 0) choose(template);
    else setQuestion({ template, messages });
  };
  const dialog = question && (
    <OverAll title={say('Check this template first')} className="ask" onCancel={() => setQuestion(undefined)}>
      <p>{say('Readers see it once the post is published or updated.')}</p>
      <ul>
        {question.messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <div className="ask-end">
        <Button
          __next40pxDefaultSize
          variant="tertiary"
          onClick={() => {
            choose(question.template);
            setQuestion(undefined);
          }}
        >
          {say('Use anyway')}
        </Button>
        <Button data-first="" __next40pxDefaultSize variant="primary" onClick={() => setQuestion(undefined)}>
          {say('Cancel')}
        </Button>
      </div>
    </OverAll>
  );
  return { request, dialog };
}
