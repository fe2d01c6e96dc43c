import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import css from './alert.css'

export type Tone = 'danger' | 'warning' | 'success' | 'info' | 'neutral'

const ICONS: Readonly<Record<Tone, IconName>> = {
  danger: 'alert',
  warning: 'alert',
  success: 'circle-check',
  info: 'info',
  neutral: 'info',
}

export interface AlertProps {
  tone?: Tone
  title?: string
  children?: ReactNode
  action?: ReactNode
  className?: string
}

/** Shows a message where it is relevant. Errors are announced immediately. */
export const Alert = ({ tone = 'info', title, children, action, className }: AlertProps) => {
  useSheet(css)
  return (
    <div
      part="alert"
      className={classes('fe-alert', `fe-alert-${tone}`, className)}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon name={ICONS[tone]} />
      <div className="fe-alert-text">
        {title && <p className="fe-alert-title">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}
