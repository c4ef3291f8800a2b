import { Button } from '@wordpress/components';
import { may } from '../../app/boot.ts';
import { say } from '../../words.ts';
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
              onClick={() => edits.edit(key, setting.default)}
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

/** Both sides of a concurrent change. `theirs`: text of the stored value. */
export function SettingConflict({
  setting,
  edits,
  theirs = valueText(setting, edits.conflicts[setting.key]),
}: {
  readonly setting: Setting;
  readonly edits: Edits;
  readonly theirs?: string;
}) {
  const { key, secret } = setting;
  return (
    <div className="setting-conflict" role="alert">
      <p>
        {secret
          ? say('Another user changed this in the meantime.')
          : say('Another user saved “%s” in the meantime.', theirs)}
      </p>
      <Button variant="secondary" size="compact" onClick={() => edits.drop(key)}>
        {say('Use theirs')}
      </Button>{' '}
      <Button variant="secondary" size="compact" onClick={() => edits.keepMine(key)}>
        {say('Keep mine')}
      </Button>
    </div>
  );
}
