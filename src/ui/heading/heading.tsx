import type { ReactNode } from 'react'

const TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

interface HeadingProps {
  /** Level 1 is the screen's title, level 2 the title of a section. @default 1 */
  depth?: number
  id?: string
  className?: string
  children: ReactNode
}

export const Heading = ({ depth = 1, ...rest }: HeadingProps) => {
  const Tag = TAGS[Math.min(Math.max(depth, 1), TAGS.length) - 1] ?? 'h1'
  return <Tag {...rest} />
}
