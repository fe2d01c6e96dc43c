import type { ReactNode } from 'react'
import type { Tone } from '../alert/alert.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import css from './badge.css'

export interface BadgeProps {
  tone?: Tone | 'accent'
  /** Shows a dot before the text. Used for states. */
  dot?: boolean
  children: ReactNode
}

export const Badge = ({ tone = 'neutral', dot, children }: BadgeProps) => {
  useSheet(css)
  return (
    <span part="badge" className={`fe-badge fe-badge-${tone}`} data-dot={dot || undefined}>
      {children}
    </span>
  )
}
