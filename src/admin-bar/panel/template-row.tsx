import { useLayoutEffect, useRef, useState } from 'react';
import { templateEditorUrl } from '../../modules/templates/template-address.ts';
import type { BarText } from '../../lib/bar-texts.ts';
import { visibleName } from '../../lib/visible-name.ts';
import { useBar } from '../bar.ts';
import { WarningMark } from '../changes/warnings.tsx';
import { parts } from '../parts.ts';
import { RenameField } from './rename-field.tsx';
import { removeRow } from './row-focus.ts';
import { usePanel } from './panel-scope.ts';
import type { TemplateItem } from './templates.ts';

/** A template of the list: its title selects it. */
export function TemplateRow({ template }: { readonly template: TemplateItem }) {
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
            done={(wanted, isByKey) => {
              isLeftByKey.current = isByKey;
              setNamed(false);
              if (visibleName(wanted) !== '' && wanted !== title) void rename(template, wanted);
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

/** What stands for no template of the page's own: it is current when no other one is. */
export function DefaultRow() {
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
