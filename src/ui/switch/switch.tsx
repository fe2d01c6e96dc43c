import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useSheet } from '../style-root/style-root.tsx'
import css from './switch.css'

interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role' | 'onChange'> {
  label: ReactNode
  hint?: ReactNode
  hideLabel?: boolean
  onChange(on: boolean): void
}

/** A switch whose change takes effect at once. */
export const Switch = ({ label, hint, hideLabel, onChange, className, ...rest }: SwitchProps) => {
  useSheet(css)
  return (
    <label className={classes('fe-switch', className)}>
      <span className={classes('fe-switch-text', hideLabel && 'fe-hidden')}>
        {label}
        {hint && <span className="fe-switch-hint">{hint}</span>}
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox brings its checked state */}
      <input type="checkbox" role="switch" {...rest} onChange={(event) => onChange(event.target.checked)} />
    </label>
  )
}
