import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { Checkbox } from '../checkbox/checkbox.tsx'
import { Icon } from '../icon/icon.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import { Chips, type ComboboxProps } from './chips.tsx'
import css from './combobox.css'
import { type ArrivingProps, useFocusOf } from './use-focus-of.ts'

/** Replaces the combobox when its chunk fails to load. It is plainer, but every option can still be selected. */
const CheckboxList = (props: ComboboxProps & ArrivingProps) => {
  const { options, values, onChange, disabled, id, label, describedBy, hadFocus } = props
  const own = useFocusOf<HTMLFieldSetElement>(hadFocus)
  return (
    <fieldset ref={own} id={id} aria-label={label} aria-describedby={describedBy} className="fe-combobox-plain">
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
}

/** Loaded as a separate chunk, because most visits never open a form with a combobox. */
const Field = lazy(() =>
  loadChunk(() => import('./combobox-field.tsx')).then(
    (module) => ({ default: module.ComboboxField }),
    () => ({ default: CheckboxList }),
  ),
)

/** Selects several of many options: typing filters the list, Enter selects, and Backspace removes the last one. */
export const Combobox = (props: ComboboxProps) => {
  const hadFocus = useRef(false)
  return (
    <Suspense fallback={<Waiting {...props} hadFocus={hadFocus} />}>
      <Field {...props} hadFocus={hadFocus} />
    </Suspense>
  )
}

/** Renders the same box, so that the layout doesn't shift when the chunk arrives. */
const Waiting = ({ options, values, id, placeholder, label, hadFocus }: ComboboxProps & ArrivingProps) => {
  useSheet(css)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const own = input.current
    const root = own?.getRootNode() as Document | ShadowRoot | undefined // a mounted element is in one of the two
    return () => {
      hadFocus.current = own !== null && root?.activeElement === own
    }
  }, [hadFocus])
  return (
    <div className="fe-combobox">
      <div className="fe-combobox-box">
        <Chips options={options} values={values} disabled onRemove={() => undefined} />
        <input
          ref={input}
          id={id}
          readOnly
          aria-busy="true"
          aria-label={label}
          placeholder={values.length === 0 ? placeholder : undefined}
          className="fe-combobox-input"
        />
        <Icon name="chevron-down" size="s" />
      </div>
    </div>
  )
}
