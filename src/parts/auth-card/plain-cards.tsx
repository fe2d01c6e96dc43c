import type { ReactNode } from 'react'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './plain-cards.css'

/** Renders login cards inside a dialog without frame and logo, because the dialog has its own frame. */
export const PlainCards = ({ children }: { children: ReactNode }) => {
  useSheet(css)
  return <div className="fe-plain-cards">{children}</div>
}
