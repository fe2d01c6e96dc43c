import { useSheet } from '../style-root/style-root.tsx'
import css from './skeleton.css'

interface SkeletonProps {
  /** A CSS length. @default '100%' */
  width?: string
  /** @default '12px' */
  height?: string
  circle?: boolean
}

/** A placeholder in the shape of the content that is loading. Announce "loading" once, beside all placeholders. */
export const Skeleton = ({ width = '100%', height = '12px', circle }: SkeletonProps) => {
  useSheet(css)
  return <span aria-hidden="true" className="fe-skeleton" data-circle={circle || undefined} style={{ width, height }} />
}
