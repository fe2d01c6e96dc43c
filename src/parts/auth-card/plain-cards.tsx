import type { ReactNode } from 'react'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './plain-cards.css'

/** Login cards inside a dialog, which has a frame of its own: no frame, no logo. */
export const PlainCards = ({ children }: { children: ReactNode }) => {
  useSheet(css)
  return <div className="fe-plain-cards">{children}</div>
}
