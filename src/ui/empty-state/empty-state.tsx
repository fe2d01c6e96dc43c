import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import css from './empty-state.css'

export interface EmptyStateProps {
  icon: IconName
  title: string
  /** Explains the purpose of this list, or why it is empty. */
  text?: ReactNode
  action?: ReactNode
}

export const EmptyState = ({ icon, title, text, action }: EmptyStateProps) => {
  useSheet(css)
  return (
    <div className="fe-empty">
      <span className="fe-empty-icon">
        <Icon name={icon} size="l" />
      </span>
      <p className="fe-empty-title">{title}</p>
      {text && <p className="fe-empty-text">{text}</p>}
      {action && <div className="fe-empty-action">{action}</div>}
    </div>
  )
}
