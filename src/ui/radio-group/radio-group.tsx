import { useSheet, useUiId } from '../style-root/style-root.tsx'
import css from './radio-group.css'

/** Styles radio buttons outside a `RadioGroup`: inputs of class `fe-radio-mark` look like those inside one. */
export const useRadioSheet = (): void => useSheet(css)

interface RadioOption<Value extends string = string> {
  value: Value
  label: string
  hint?: string
}

interface RadioGroupProps<Value extends string = string> {
  /** Accessible name of the group; a heading shows it. */
  label: string
  name: string
  value: Value
  options: readonly RadioOption<Value>[]
  disabled?: boolean
  onChange(value: Value): void
}

/** Selects one of a few options that need a sentence each. */
export const RadioGroup = <Value extends string>(props: RadioGroupProps<Value>) => {
  useSheet(css)
  const id = useUiId()
  const { label, name, value, options, disabled, onChange } = props
  return (
    <fieldset className="fe-radio-group" disabled={disabled}>
      <legend className="fe-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="fe-radio">
          <input
            type="radio"
            className="fe-radio-mark"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-labelledby={`${id}-${option.value}`}
            aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
            onChange={() => onChange(option.value)}
          />
          <span className="fe-radio-words">
            <span id={`${id}-${option.value}`} className="fe-radio-label">
              {option.label}
            </span>
            {option.hint && (
              <span id={`${id}-${option.value}-hint`} className="fe-radio-hint">
                {option.hint}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
