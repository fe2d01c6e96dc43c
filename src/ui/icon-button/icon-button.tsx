import type { ComponentPropsWithRef } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import css from './icon-button.css'

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  icon: IconName
  /** Accessible name, also shown as the tooltip. */
  label: string
  size?: 's' | 'm' | 'l'
}

export const IconButton = ({ icon, label, size = 'm', className, ...rest }: IconButtonProps) => {
  useSheet(css)
  return (
    <button
      type="button"
      title={label}
      {...rest}
      part="icon-button"
      aria-label={label}
      className={classes('fe-icon-button', `fe-icon-button-${size}`, className)}
    >
      <Icon name={icon} />
    </button>
  )
}
