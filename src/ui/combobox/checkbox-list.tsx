import { Checkbox } from '../checkbox/checkbox.tsx'
import type { ComboboxProps } from './combobox.props.ts'

/** Replaces the combobox when its chunk fails to load. It is plainer, but every option can still be selected. */
export const CheckboxList = ({ options, values, onChange, disabled, id, label, describedBy }: ComboboxProps) => (
  <fieldset id={id} aria-label={label} aria-describedby={describedBy} className="fe-combobox-plain">
    {options.map(({ value, label: name, hint }) => (
      <Checkbox
        key={value}
        label={name}
        hint={hint}
        disabled={disabled}
        checked={values.includes(value)}
        onChange={(on) => onChange(on ? [...values, value] : values.filter((one) => one !== value))}
      />
    ))}
  </fieldset>
)
