import type { ComponentPropsWithRef } from 'react'
import { classes } from '../classes.ts'
import { useSheet } from '../style-root/style-root.tsx'
import css from './textarea.css'

interface TextareaProps extends ComponentPropsWithRef<'textarea'> {
  invalid?: boolean
  describedBy?: string | undefined
}

/** A multi-line text input that grows with its text where the browser supports it. */
export const Textarea = ({ invalid, describedBy, className, rows = 4, ...rest }: TextareaProps) => {
  useSheet(css)
  return (
    <textarea
      rows={rows}
      {...rest}
      className={classes('fe-textarea', className)}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
    />
  )
}
