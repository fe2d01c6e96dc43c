import type { ReactNode } from 'react'
import { Heading } from '../heading/heading.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import css from './card.css'

interface CardProps {
  title?: string
  text?: ReactNode
  /** An action shown beside the title. */
  action?: ReactNode
  children?: ReactNode
}

/** A group of settings with its own heading. */
export const Card = ({ title, text, action, children }: CardProps) => {
  useSheet(css)
  return (
    <section part="card" className="fe-card">
      {(title || action) && (
        <header className="fe-card-head">
          <div className="fe-card-words">
            {title && (
              <Heading depth={2} className="fe-card-title">
                {title}
              </Heading>
            )}
            {text && <p className="fe-card-text">{text}</p>}
          </div>
          {action}
        </header>
      )}
      {children && <div className="fe-card-body">{children}</div>}
    </section>
  )
}
