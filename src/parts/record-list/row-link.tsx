import type { ReactNode } from 'react'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './row-link.css'

interface RowLinkProps {
  onClick(): void
  children: ReactNode
  /** Describes what the link opens, if its text doesn't. @default its text */
  label?: string | undefined
  /** @default none */
  className?: string | undefined
}

/** The name or count of a record as a button that opens it. */
export const RowLink = ({ onClick, children, label, className = '' }: RowLinkProps) => {
  useSheet(css)
  return (
    <button type="button" className={`fe-row-link ${className}`} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
