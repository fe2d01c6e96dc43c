import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import type { ComboboxOption } from './combobox.props.ts'

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
