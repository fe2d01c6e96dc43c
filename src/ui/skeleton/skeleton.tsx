import { useSheet } from '../style-root/style-root.tsx'
import css from './skeleton.css'

interface SkeletonProps {
  /** Css lengths. @default '100%' */
  width?: string
  /** @default '12px' */
  height?: string
  circle?: boolean
}

/** The shape of what is on its way; say "loading" once, beside all of them. */
export const Skeleton = ({ width = '100%', height = '12px', circle }: SkeletonProps) => {
  useSheet(css)
  return <span aria-hidden="true" className="fe-skeleton" data-circle={circle || undefined} style={{ width, height }} />
}
