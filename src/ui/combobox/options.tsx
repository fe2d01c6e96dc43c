import type { UseComboboxGetItemPropsOptions } from 'downshift'
import type { HTMLAttributes } from 'react'
import { Icon } from '../icon/icon.tsx'
import { useUiText } from '../locale/ui-text.ts'
import type { ComboboxOption } from './combobox.props.ts'

interface OptionsProps {
  items: readonly ComboboxOption[]
  values: readonly string[]
  at: number
  loading?: boolean
  propsOf(options: UseComboboxGetItemPropsOptions<ComboboxOption>): HTMLAttributes<HTMLElement>
}

export const Options = ({ items, values, at, loading, propsOf }: OptionsProps) => {
  const t = useUiText()
  if (items.length === 0) {
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus (aria-activedescendant)
      <div role="option" aria-disabled="true" aria-selected="false" className="fe-combobox-none">
        {t(loading ? 'loading' : 'noOptions')}
      </div>
    )
  }
  return items.map((item, index) => {
    const isChosen = values.includes(item.value)
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus (aria-activedescendant)
      <div
        role="option"
        key={item.value}
        {...propsOf({ item, index })}
        aria-selected={isChosen}
        data-at={index === at || undefined}
        className="fe-combobox-option"
      >
        <span className="fe-combobox-label">
          {item.label}
          {item.hint && <span className="fe-combobox-hint">{item.hint}</span>}
        </span>
        {isChosen && <Icon name="check" />}
      </div>
    )
  })
}
