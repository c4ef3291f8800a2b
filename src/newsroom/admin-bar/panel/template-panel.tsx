import { useLayoutEffect, useRef, useState, useEffect } from 'react';
import { useBar } from '../bar.ts';
import type { LayoutFacts } from '../bar-config.ts';
import { useReply } from '../changes/replies.ts';
import { readWarnings, warningsPath, WarningMark } from '../changes/warnings.tsx';
import { cloudLibrary, parts } from '../parts.tsx';
import { libraryParameters } from './layout-calls.ts';
import { LongList, removeRow } from './long-list.tsx';
import { MobileTemplates } from './mobile-templates.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { PanelScope, usePanel } from './panel-scope.ts';
import { useTemplates } from './use-templates.ts';
import { templateEditorUrl } from '../../../modules/templates/model.ts';
import type { BarText } from '../../../lib/bar-texts.ts';
import { visibleName } from '../../../lib/visible-name.ts';
import type { TemplateItem } from './templates.ts';
import { maxTitleLength, nameFault } from './templates.ts';

export function TemplatePanel({ layout, close }: { readonly layout: LayoutFacts; close(): void }) {
  const { say, ask } = useBar();
  const { value: warnings } = useReply(warningsPath(layout.type), readWarnings);
  const panel = { ...useTemplates(layout), warnings };
  const { templates, hasGlobal, mobileOf } = panel;
  const create = async () => {
    const named = await ask.create({
      title: say('panel_create'),
      label: say('panel_name'),
      fault: nameFault(say),
    });
    if (named) await panel.create(named.title);
  };
  return (
    <PanelScope value={panel}>
      <PanelFrame
        name="templates"
        title={say('panel_title', layout.label ?? say(`kind_${layout.type}`))}
        close={close}
        isBusy={templates === undefined}
      >
        {mobileOf ? (
          <MobileTemplates template={mobileOf} />
        ) : (
          <>
            {parts.map(({ InPanel }, index) => InPanel && <InPanel key={index} />)}
            {templates && templates.length === 0 && <p className="bar-empty">{say('panel_empty')}</p>}
            <LongList items={templates} restoresPlace>
              {(shown) => (
                <table className="bar-list">
                  <thead>
                    <tr>
                      <th scope="col">{say('panel_template')}</th>
                      {hasGlobal && <th scope="col">{say('panel_global')}</th>}
                      <th scope="col">{say('panel_mobile')}</th>
                      <th scope="col">{say('panel_actions')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    <DefaultRow />
                    {shown.map((template) => (
                      <TemplateRow key={template.id} template={template} />
                    ))}
                  </tbody>
                </table>
              )}
            </LongList>
            <div className="bar-buttons">
              <button type="button" data-creates onClick={() => void create()}>
                {say('panel_create')}
              </button>
              <button
                type="button"
                onClick={() => cloudLibrary.loadRoute(libraryParameters(layout, location.href))}
              >
                {say('panel_load')}
              </button>
            </div>
            {parts.map(({ BelowPanel }, index) => BelowPanel && <BelowPanel key={index} />)}
          </>
        )}
      </PanelFrame>
    </PanelScope>
  );
}

/** A template of the list: its title selects it. */
function TemplateRow({ template }: { readonly template: TemplateItem }) {
  const { say } = useBar();
  const { layout, hasGlobal, select, setGlobal, rename, duplicate, remove, showMobileOf, warnings } =
    usePanel();
  const [isNamed, setNamed] = useState(false);
  const name = useRef<HTMLButtonElement>(null);
  const isLeftByKey = useRef(false);
  useLayoutEffect(() => {
    if (!isNamed && isLeftByKey.current) name.current?.focus();
    isLeftByKey.current = false;
  }, [isNamed]);
  const { id, title, isCurrent, isGlobal, mobileId } = template;
  const of = (action: BarText) => say('panel_action_of', say(action), title);
  const phones = mobileId > 0 ? say('panel_mobile_yes') : '-';
  return (
    <tr className={isCurrent ? 'is-current' : undefined}>
      <th scope="row">
        {isNamed ? (
          <RenameField
            title={title}
            label={say('panel_rename_of', title)}
            done={(newTitle, isByKey) => {
              isLeftByKey.current = isByKey;
              setNamed(false);
              if (visibleName(newTitle) !== '' && newTitle !== title) void rename(template, newTitle);
            }}
          />
        ) : (
          <button
            ref={name}
            type="button"
            className="bar-title"
            aria-current={isCurrent}
            onClick={() => void select(template)}
          >
            {title}
          </button>
        )}
        <WarningMark warnings={warnings?.get(id)} />
      </th>
      {hasGlobal && (
        <td className="bar-cell-global">
          <label>
            <input
              type="checkbox"
              checked={isGlobal}
              aria-label={say('panel_global_of', title)}
              onChange={({ target }) => void setGlobal(template, target.checked)}
            />
            <span aria-hidden="true">{say('panel_global')}</span>
          </label>
        </td>
      )}
      <td className="bar-cell-mobile">
        <button
          type="button"
          data-name={say('panel_mobile')}
          aria-label={say('panel_mobile_of', title, phones)}
          onClick={() => showMobileOf(template)}
        >
          {phones}
        </button>
      </td>
      <td className="bar-cell-actions">
        <button type="button" aria-label={of('panel_rename')} onClick={() => setNamed(true)}>
          {say('panel_rename')}
        </button>
        <button
          type="button"
          aria-label={of('panel_duplicate')}
          onClick={({ detail }) => void (detail > 1 || duplicate(template))}
        >
          {say('panel_duplicate')}
        </button>
        <a
          aria-label={of('panel_edit')}
          href={templateEditorUrl('', id, layout.itemId > 0 ? layout.itemId : undefined)}
        >
          {say('panel_edit')}
        </a>
        <button
          type="button"
          aria-label={of('panel_delete')}
          onClick={({ currentTarget }) => void removeRow(currentTarget, () => remove(template))}
        >
          {say('panel_delete')}
        </button>
        {parts.map(({ InRow }, index) => InRow && <InRow key={index} template={template} />)}
      </td>
    </tr>
  );
}

/** The row for no own template, current if no other row is. */
function DefaultRow() {
  const { say } = useBar();
  const { hasGlobal, templates = [], select } = usePanel();
  const isCurrent = !templates.some((template) => template.isCurrent);
  return (
    <tr className={isCurrent ? 'is-current' : undefined}>
      <th scope="row">
        <button
          type="button"
          className="bar-title"
          aria-current={isCurrent}
          onClick={() => void select(undefined)}
        >
          {say(hasGlobal ? 'panel_global_row' : 'panel_default_row')}
        </button>
      </th>
      <td className="bar-cell-actions" colSpan={hasGlobal ? 3 : 2}>
        {parts.map(({ InRow }, index) => InRow && <InRow key={index} template={undefined} />)}
      </td>
    </tr>
  );
}

interface RenameFieldProps {
  readonly title: string;
  readonly label: string;
  /** Called once with the field's value, however it is left: Enter, Escape or blur. */
  done(title: string, isByKey: boolean): void;
}

function RenameField({ title, label, done }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => field.current?.select(), []);
  const commit = (isByKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    done(field.current?.value.trim() ?? '', isByKey);
  };
  return (
    <input
      ref={field}
      className="bar-field"
      defaultValue={title}
      aria-label={label}
      maxLength={maxTitleLength}
      autoComplete="off"
      onBlur={() => commit(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        // Escape commits, and leaves the panel open.
        event.preventDefault();
        event.stopPropagation();
        commit(true);
      }}
    />
  );
}
