import type { ReactNode } from 'react'
import { PageHeading } from '../../feature/heading-level.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './page-header.css'

interface PageHeaderProps {
  title: string
  /** Status of the page's subject, shown after the title. */
  badge?: ReactNode
  /** One sentence about the purpose of this page. */
  description?: string
  /** Buttons: the primary one last, followed only by the menu of less common actions. */
  children?: ReactNode
}

/** Title, purpose and primary action of a portal page in one row. */
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
