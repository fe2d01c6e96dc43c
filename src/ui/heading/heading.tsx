import { createContext, type ReactNode, useContext } from 'react'

const LevelContext = createContext(1)

export interface HeadingLevelProps {
  /** Level of the first heading inside; the host sets it so that the outline of its page stays right. */
  level: number
  children: ReactNode
}

export const HeadingLevel = ({ level, children }: HeadingLevelProps) => (
  <LevelContext value={Math.trunc(level) || 1}>{children}</LevelContext>
)

const TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

export interface HeadingProps {
  /** 1 names the screen, 2 a part of it. @default 1 */
  depth?: number
  id?: string
  className?: string
  children: ReactNode
}

/** A heading at the level that fits the page around the element. */
export const Heading = ({ depth = 1, ...rest }: HeadingProps) => {
  const level = useContext(LevelContext) + depth - 1
  const Tag = TAGS[Math.min(Math.max(level, 1), TAGS.length) - 1] ?? 'h1'
  return <Tag {...rest} />
}
