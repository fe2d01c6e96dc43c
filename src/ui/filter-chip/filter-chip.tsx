import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { Menu } from '../menu/menu.tsx'
import type { SelectOption } from '../select/select.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import css from './filter-chip.css'

interface FilterChipProps<Value extends string = string> {
  /** The filtered property, such as "Status". */
  label: string
  options: readonly SelectOption<Value>[]
  value: Value | undefined
  onChange(value: Value | undefined): void
}

/**
 * Dashed while no value is selected; otherwise it shows the value and a button that removes it. Disabled until it has
 * options, because a menu without entries has nothing to focus.
 */
export const FilterChip = <Value extends string>({ label, options, value, onChange }: FilterChipProps<Value>) => {
  useSheet(css)
  const t = useUiText()
  const chosen = options.find((option) => option.value === value)
  const text = chosen ? t('filtered', { name: label, value: chosen.label }) : label
  return (
    <span className="fe-chip" data-on={chosen ? true : undefined}>
      <Menu
        label={t('filterBy', { name: label })}
        items={options.map((option) => ({
          id: option.value,
          label: option.label,
          disabled: option.disabled,
          checked: option.value === value,
          onSelect: () => onChange(option.value === value ? undefined : option.value),
        }))}
        trigger={
          <button type="button" className="fe-chip-button" disabled={options.length === 0}>
            {!chosen && <Icon name="plus" size="s" />}
            {text}
          </button>
        }
      />
      {chosen && (
        <IconButton size="s" icon="x" label={t('removeFilter', { name: text })} onClick={() => onChange(undefined)} />
      )}
    </span>
  )
}
