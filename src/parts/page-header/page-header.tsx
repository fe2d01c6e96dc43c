import type { ReactNode } from 'react'
import { PageHeading } from '../../feature/heading-level.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './page-header.css'

interface PageHeaderProps {
  title: string
  /** Status of what the page shows, after its title. */
  badge?: ReactNode
  /** One sentence: what this page is for. */
  description?: string
  /** Buttons: the main one last, and after it only the menu of rarer actions. */
  children?: ReactNode
}

/** Title, purpose and main action of a portal page in one row. */
export const PageHeader = ({ title, badge, description, children }: PageHeaderProps) => {
  useSheet(css)
  return (
    <div className="fe-page-head">
      <div className="fe-page-head-text">
        <div className="fe-page-title-line">
          <PageHeading className="fe-page-title">{title}</PageHeading>
          {badge}
        </div>
        {description && <p className="fe-page-purpose">{description}</p>}
      </div>
      {children && <div className="fe-page-actions">{children}</div>}
    </div>
  )
}
