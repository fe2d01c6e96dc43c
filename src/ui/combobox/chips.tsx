import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'

export interface ComboboxOption {
  value: string
  label: string
  hint?: string
}

export interface ComboboxProps {
  /** Accessible name when no `Field` provides one. */
  label?: string
  options: readonly ComboboxOption[]
  values: readonly string[]
  onChange(values: readonly string[]): void
  placeholder?: string
  id?: string
  invalid?: boolean
  describedBy?: string | undefined
  disabled?: boolean
  /** More options are being loaded. */
  loading?: boolean
}

interface ChipsProps {
  options: readonly ComboboxOption[]
  values: readonly string[]
  disabled: boolean | undefined
  onRemove(value: string): void
}

/** The selected options, each with a button that removes it. */
export const Chips = ({ options, values, disabled, onRemove }: ChipsProps) => {
  const t = useUiText()
  return values.map((value) => {
    const label = options.find((option) => option.value === value)?.label ?? value
    return (
      <span key={value} className="fe-combobox-chip">
        <span className="fe-truncate">{label}</span>
        <IconButton
          size="s"
          icon="x"
          label={t('remove', { name: label })}
          disabled={disabled}
          onClick={() => onRemove(value)}
        />
      </span>
    )
  })
}
