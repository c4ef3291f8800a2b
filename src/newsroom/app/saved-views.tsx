import { Button, DropdownMenu, MenuGroup, MenuItem, TextControl } from '@wordpress/components';
import { chevronDown } from '@wordpress/icons';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { FormModal } from './form-modal.tsx';
import type { ChangeList, ListSettings, SavedView } from './list-settings.ts';
import { toast } from './toasts.tsx';

/** Names that fit a menu. */
const longestName = 60;

/** Lists as somebody has left them, by names of theirs; `query` is how this one is now. */
export function SavedViews({
  path,
  query,
  settings: [{ views = [] }, change],
}: {
  readonly path: string;
  readonly query: string;
  readonly settings: readonly [ListSettings, ChangeList];
}) {
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const here = views.find((view) => view.query === query);
  const keep = (name: string) => {
    setNaming(false);
    change(({ views: kept = [] }) => ({
      views: [...kept.filter((view) => view.name !== name), { name, query }],
    }));
    toast(`“${name}” is one of your views.`);
  };
  const forget = (gone: SavedView) => {
    const others = (kept: readonly SavedView[]) => kept.filter((view) => view.name !== gone.name);
    change(({ views: kept = [] }) => ({ views: others(kept) }));
    const bringBack = () =>
      change(({ views: kept = [] }) => ({ views: others(kept).toSpliced(views.indexOf(gone), 0, gone) }));
    toast(`“${gone.name}” is no view of yours any more.`, { undo: bringBack });
  };
  return (
    <>
      <DropdownMenu
        icon={chevronDown}
        text={here?.name ?? 'Views'}
        label="Your views"
        className="views"
        toggleProps={{ iconPosition: 'right', size: 'compact' }}
      >
        {({ onClose }) => (
          <>
            {views.length > 0 && (
              <MenuGroup label="Your views">
                {views.map((view) => (
                  <MenuItem
                    key={view.name}
                    isSelected={view === here}
                    role="menuitemradio"
                    onClick={() => {
                      onClose();
                      void navigate(`${path}?${view.query}`);
                    }}
                  >
                    {view.name}
                  </MenuItem>
                ))}
              </MenuGroup>
            )}
            <MenuGroup>
              {here ? (
                <MenuItem
                  onClick={() => {
                    onClose();
                    forget(here);
                  }}
                >
                  Forget “{here.name}”
                </MenuItem>
              ) : (
                <MenuItem
                  onClick={() => {
                    onClose();
                    setNaming(true);
                  }}
                >
                  Save this view …
                </MenuItem>
              )}
            </MenuGroup>
          </>
        )}
      </DropdownMenu>
      {isNaming && <NameDialog onName={keep} onClose={() => setNaming(false)} />}
    </>
  );
}

function NameDialog({
  onName,
  onClose,
}: {
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onName(name.trim());
  };
  return (
    <FormModal
      title="Save this view"
      size="small"
      focusOnMount="firstContentElement"
      isDirty={name.trim() !== ''}
      onRequestClose={onClose}
    >
      <form className="form" onSubmit={submit}>
        <TextControl
          __next40pxDefaultSize
          label="Name"
          help="Search, filters and order are kept under it, for you alone."
          value={name}
          maxLength={longestName}
          onChange={setName}
        />
        <div className="form-end">
          <Button variant="tertiary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" disabled={name.trim() === ''} accessibleWhenDisabled>
            Save
          </Button>
        </div>
      </form>
    </FormModal>
  );
}
