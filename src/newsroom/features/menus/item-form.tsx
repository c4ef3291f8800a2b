import { Button, CheckboxControl, SelectControl, TextControl } from '@wordpress/components';
import { useId } from 'react';
import { say } from '../../words.ts';
import { CategoryPicker, PagePicker } from '../settings/setting-pickers.tsx';
import { iconChoices, isHeading } from './menu-data.ts';
import { maxBadgeLength } from './sent-items.ts';
import type { Row } from './menu-data.ts';
import { MenuGlyph } from './menu-glyph.tsx';

interface ItemFormProps {
  readonly row: Row;
  /** Messages by field. */
  readonly faults: Readonly<Record<string, string>>;
  readonly onEdit: (change: Partial<Row>) => void;
  readonly onRemove: () => void;
  readonly onPreview: () => void;
}

const kit = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;

/** The fields of a menu item, below its row. */
export function ItemForm({ row, faults, onEdit, onRemove, onPreview }: ItemFormProps) {
  const isCustom = row.type === 'custom';
  const help = (field: string, text = '') =>
    faults[field] ? <span className="menu-fault">{faults[field]}</span> : text;
  return (
    <div className="menu-item-form">
      <div className="menu-item-fields">
        <TextControl
          {...kit}
          label={say('Label')}
          value={row.title}
          maxLength={500}
          dir="auto"
          placeholder={row.original_title}
          help={help('title', isCustom ? '' : say('Leave empty to use the title of its target.'))}
          onChange={(title) => onEdit({ title })}
        />
        {isCustom && (
          <TextControl
            {...kit}
            label={say('URL')}
            value={row.url}
            maxLength={2000}
            dir="ltr"
            inputMode="url"
            help={help(
              'url',
              isHeading(row)
                ? say('# makes it a heading, which opens its submenu and has no link.')
                : say('A path such as /about/, or a URL.'),
            )}
            onChange={(url) => onEdit({ url })}
          />
        )}
        <TextControl
          {...kit}
          label={say('Badge')}
          value={row.badge}
          maxLength={maxBadgeLength}
          dir="auto"
          help={help('badge', say('A word next to the label, such as “New”.'))}
          onChange={(badge) => onEdit({ badge })}
        />
        <SelectControl
          {...kit}
          label={say('Visible to')}
          value={row.audience}
          options={[
            { value: '', label: say('Everyone') },
            { value: 'signed-in', label: say('Logged-in users') },
            { value: 'signed-out', label: say('Logged-out visitors') },
          ]}
          help={say('It hides the item, not the page that it leads to.')}
          onChange={(audience) => onEdit({ audience })}
        />
        {row.depth === 0 && <MegaFields row={row} onEdit={onEdit} onPreview={onPreview} />}
      </div>
      <IconChoice value={row.icon} onChange={(icon) => onEdit({ icon })} />
      {!isHeading(row) && (
        <CheckboxControl
          __nextHasNoMarginBottom
          label={say('Open in a new tab')}
          checked={row.target === '_blank'}
          onChange={(isNew) => onEdit({ target: isNew ? '_blank' : '' })}
        />
      )}
      {faults['object_id'] && <p className="menu-fault">{faults['object_id']}</p>}
      <p className="menu-item-end">
        {row.link !== '' && !isCustom && <a href={row.link}>{say('View target')}</a>}
        <Button variant="link" isDestructive onClick={onRemove}>
          {say('Remove from menu')}
        </Button>
      </p>
    </div>
  );
}

function MegaFields({ row, onEdit, onPreview }: Pick<ItemFormProps, 'row' | 'onEdit' | 'onPreview'>) {
  const picker = {
    help: '',
    value: row.mega_id,
    isDisabled: false,
    onChange: (id: number) => onEdit({ mega_id: id }),
  };
  return (
    <>
      <SelectControl
        {...kit}
        label={say('Mega menu')}
        value={row.mega_kind}
        options={[
          { value: '', label: say('None') },
          { value: 'category', label: say('Posts of a category') },
          { value: 'page', label: say('Content of a page') },
        ]}
        help={say('A wide panel that opens below the item in the header.')}
        onChange={(kind) =>
          onEdit({
            mega_kind: kind,
            mega_id: kind === 'category' && row.object === 'category' ? row.object_id : 0,
          })
        }
      />
      {row.mega_kind !== '' && (
        <div className="menu-mega">
          {row.mega_kind === 'category' ? (
            <CategoryPicker {...picker} label={say('Category')} />
          ) : (
            <PagePicker {...picker} label={say('Page')} />
          )}
          <Button variant="link" onClick={onPreview}>
            {say('Preview the mega menu')}
          </Button>
        </div>
      )}
    </>
  );
}

function IconChoice({
  value,
  onChange,
}: {
  readonly value: Row['icon'];
  readonly onChange: (icon: Row['icon']) => void;
}) {
  const name = useId();
  return (
    <fieldset className="menu-icons">
      <legend>{say('Icon')}</legend>
      <div>
        <label title={say('No icon')}>
          <input type="radio" name={name} checked={value === ''} onChange={() => onChange('')} />
          <span className="hidden-text">{say('No icon')}</span>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="M6 18 18 6" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
        </label>
        {iconChoices.map((icon) => (
          <label key={icon.name} title={icon.title}>
            <input
              type="radio"
              name={name}
              checked={value === icon.name}
              onChange={() => onChange(icon.name)}
            />
            <span className="hidden-text">{icon.title}</span>
            <MenuGlyph icon={icon.name} size={20} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
