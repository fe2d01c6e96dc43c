import { type ComponentPropsWithRef, type ReactNode, useLayoutEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import { useSheet } from '../style-root/style-root.tsx'
import css from './checkbox.css'

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange' | 'ref'> {
  label: ReactNode
  hint?: ReactNode
  /** Hides the label visually, as in a table; assistive technology still reads it. */
  hideLabel?: boolean
  /** Only some of the items that the checkbox represents are checked. */
  mixed?: boolean
  onChange(checked: boolean): void
}

export const Checkbox = ({ label, hint, hideLabel, mixed = false, onChange, className, ...rest }: CheckboxProps) => {
  useSheet(css)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (input.current) input.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className={classes('fe-checkbox', hideLabel && 'fe-checkbox-bare', className)}>
      <input ref={input} type="checkbox" {...rest} onChange={(event) => onChange(event.target.checked)} />
      <span className={classes('fe-checkbox-text', hideLabel && 'fe-hidden')}>
        {label}
        {hint && <span className="fe-checkbox-hint">{hint}</span>}
      </span>
    </label>
  )
}
