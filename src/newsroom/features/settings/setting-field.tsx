import { Button } from '@wordpress/components';
import { may } from '../../app/boot.ts';
import { Problem } from '../../app/problem.tsx';
import { say } from '../../words.ts';
import { changeAndFocus } from './change-and-focus.ts';
import { SettingControl } from './setting-control.tsx';
import { isSame } from './is-same.ts';
import { valueText } from './settings-data.ts';
import type { Setting } from './settings-data.ts';
import type { Edits } from './use-edits.ts';

/** A setting with its control, the mark and reset of a changed one, its error, and both sides of a conflict. */
export function SettingField({ setting, edits }: { readonly setting: Setting; readonly edits: Edits }) {
  const { key, title, secret, isCode } = setting;
  const value = edits.valueOf(setting);
  const isDisabled = isCode && !may('unfiltered_html');
  const isDefault = secret ? value === false || value === '' : isSame(value, setting.default);
  const fault = edits.faults[key];
  const hasConflict = Object.hasOwn(edits.conflicts, key);
  return (
    <div className="setting" data-setting={key} data-fault={fault !== undefined}>
      <SettingControl
        setting={setting}
        value={value}
        isDisabled={isDisabled}
        onChange={(next) => edits.edit(key, next)}
      />
      {isDisabled && (
        <p className="setting-help">
          {say('Changing this requires the capability “unfiltered_html”, because readers’ browsers run it.')}
        </p>
      )}
      {!isDefault && (
        <p className="setting-changed">
          <span>{say('Changed')}</span>
          {!secret && setting.control !== 'look' && (
            <span className="setting-default">
              {say('Default: %s', valueText(setting, setting.default) || say('empty'))}
            </span>
          )}
          {!isDisabled && (
            <Button
              variant="link"
              aria-label={say('Reset %s', title)}
              onClick={changeAndFocus(() => edits.edit(key, setting.default))}
            >
              {say('Reset')}
            </Button>
          )}
        </p>
      )}
      {fault !== undefined && (
        <p className="setting-fault" role="alert">
          {fault}
        </p>
      )}
      {hasConflict && <SettingConflict setting={setting} edits={edits} />}
    </div>
  );
}

interface ConflictProps {
  readonly setting: Setting;
  readonly edits: Edits;
  /** Text of the stored value. */
  readonly theirs?: string | undefined;
}

/** Both sides of a concurrent change. `title`: names the setting where its field is not shown. */
function SettingConflict({ setting, edits, theirs, title }: ConflictProps & { readonly title?: string }) {
  const { key, secret } = setting;
  const message = secret
    ? say('Another user changed this in the meantime.')
    : say('Another user saved “%s” in the meantime.', theirs ?? valueText(setting, edits.conflicts[key]));
  return (
    <div className="setting-conflict" role="alert">
      <p>{title === undefined ? message : say('%1$s: %2$s', title, message)}</p>
      <Button variant="secondary" size="compact" onClick={changeAndFocus(() => edits.drop(key))}>
        {say('Use theirs')}
      </Button>{' '}
      <Button variant="secondary" size="compact" onClick={changeAndFocus(() => edits.keepMine(key))}>
        {say('Keep mine')}
      </Button>
    </div>
  );
}

/** The form's error, with the errors and conflicts of settings whose fields are not shown. */
export function FormProblems({
  hidden,
  edits,
  theirsOf,
}: {
  readonly hidden: readonly Setting[];
  readonly edits: Edits;
  readonly theirsOf?: (setting: Setting) => string | undefined;
}) {
  const faults = hidden.flatMap(({ key, title }) => {
    const fault = edits.faults[key];
    return fault === undefined ? [] : [say('%1$s: %2$s', title, fault)];
  });
  return (
    <>
      {hidden
        .filter(({ key }) => Object.hasOwn(edits.conflicts, key))
        .map((setting) => (
          <SettingConflict
            key={setting.key}
            setting={setting}
            title={setting.title}
            edits={edits}
            theirs={theirsOf?.(setting)}
          />
        ))}
      <Problem message={[edits.fault, ...faults].filter(Boolean).join(' ')} />
    </>
  );
}
