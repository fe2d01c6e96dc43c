import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import { Spinner } from '../spinner/spinner.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import css from './button.css'

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 's' | 'm' | 'l'
  /** Work is in progress: a spinner covers the label, clicks are ignored, and the button keeps the focus. */
  busy?: boolean
  icon?: IconName
  /** Makes the button as wide as its container. */
  block?: boolean
}

export const Button = (props: ButtonProps) => {
  useSheet(css)
  const { variant = 'secondary', size = 'm', busy, icon, block, className, children, onClick, ...rest } = props
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      part={`button button-${variant}`}
      aria-disabled={busy || rest['aria-disabled']}
      data-busy={busy || undefined}
      className={classes(
        'fe-button',
        `fe-button-${variant}`,
        `fe-button-${size}`,
        block && 'fe-button-block',
        className,
      )}
      onClick={press}
    >
      {busy && (
        <span className="fe-button-wait">
          <Spinner />
        </span>
      )}
      {icon && <Icon name={icon} />}
      {children !== undefined && <span className="fe-button-label">{children}</span>}
    </button>
  )
}
