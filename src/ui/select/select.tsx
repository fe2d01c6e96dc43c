import type { ComponentPropsWithRef } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon/icon.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import css from './select.css'

export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  disabled?: boolean
}

interface SelectProps<Value extends string = string>
  extends Omit<ComponentPropsWithRef<'select'>, 'value' | 'onChange' | 'size'> {
  value: Value
  onChange(value: Value): void
  options: readonly SelectOption<Value>[]
  /** Accessible name when no `Field` provides one. */
  label?: string
  size?: 's' | 'm' | 'l'
  invalid?: boolean
  describedBy?: string | undefined
}

/** Selects one of a few options in the browser's own list. */
export const Select = <Value extends string>(props: SelectProps<Value>) => {
  useSheet(css)
  const { value, onChange, options, label, size = 'm', invalid, describedBy, className, ...rest } = props
  return (
    <span className={classes('fe-select', `fe-select-${size}`, className)}>
      <select
        {...rest}
        value={value}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value as Value)} // only the given options can be chosen
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size="s" />
    </span>
  )
}
