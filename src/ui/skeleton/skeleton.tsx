import { useSheet } from '../style-root/style-root.tsx'
import css from './skeleton.css'

interface SkeletonProps {
  /** A CSS length. @default '100%' */
  width?: string
  /** @default '12px' */
  height?: string
  circle?: boolean
}

/** A taller placeholder is that of a part with lines of text. */
const TALLEST_LINE_PX = 90

/** A placeholder in the shape of the content that is loading. Announce "loading" once, beside all placeholders. */
export const Skeleton = ({ width = '100%', height = '12px', circle }: SkeletonProps) => {
  useSheet(css)
  const isTall = Number.parseFloat(height) > TALLEST_LINE_PX || undefined
  return (
    <span
      aria-hidden="true"
      className="fe-skeleton"
      data-circle={circle || undefined}
      data-tall={isTall}
      style={{ width, height }}
    />
  )
}
