import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useSheet } from '../style-root/style-root.tsx'
import css from './text-input.css'

export interface TextInputProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  size?: 'm' | 'l'
  invalid?: boolean
  describedBy?: string | undefined
  /** Content inside the box, before and after the text. */
  start?: ReactNode
  end?: ReactNode
}

/** A single-line text input; spread the ids of its `Field` into it. */
export const TextInput = ({ size = 'm', invalid, describedBy, start, end, className, ...rest }: TextInputProps) => {
  useSheet(css)
  return (
    <div
      part="input"
      className={classes('fe-input', `fe-input-${size}`, className)}
      data-invalid={invalid || undefined}
    >
      {start}
      <input
        type="text"
        {...rest}
        className="fe-input-text"
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
      />
      {end}
    </div>
  )
}
