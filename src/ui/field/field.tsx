import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon/icon.tsx'
import { useSheet, useUiId } from '../style-root/style-root.tsx'
import css from './field.css'

/** Ids and states that connect a control to its field. */
export interface FieldIds {
  id: string
  describedBy: string | undefined
  invalid: boolean
}

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** Explains how to fix the value; replaces the hint. */
  error?: string | undefined
  /** Content beside the label, such as a "Forgot password?" link. */
  aside?: ReactNode
  required?: boolean
  hideLabel?: boolean
  children(ids: FieldIds): ReactNode
}

/** A control with its label above and its hint and error below, connected for assistive technology. */
export const Field = (props: FieldProps) => {
  useSheet(css)
  const id = useUiId()
  const { label, hint, error, aside, hideLabel, children } = props
  const messageId = `${id}-message`
  const hasMessage = Boolean(error || hint)
  return (
    <div part="field" className="fe-field" data-invalid={Boolean(error) || undefined}>
      <div className={classes('fe-field-head', hideLabel && 'fe-hidden')}>
        <label part="label" className="fe-field-label" htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children({ id, describedBy: hasMessage ? messageId : undefined, invalid: Boolean(error) })}
      <div
        id={messageId}
        part="message"
        className={classes('fe-field-message', error && 'fe-field-error')}
        aria-live="polite"
      >
        {error ? (
          <>
            <Icon name="alert" size="s" />
            <span>{error}</span>
          </>
        ) : (
          hint
        )}
      </div>
    </div>
  )
}
