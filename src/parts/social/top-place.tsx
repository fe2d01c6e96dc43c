import type { ReactNode, Ref } from 'react'
import { useRuntime } from '../../feature/feature-context.tsx'
import { SOCIAL_HEIGHT } from './social-place.ts'

/** Height of a row of providers and the line below it. */
const FIRST_HEIGHT = 92

interface TopPlaceProps {
  ref?: Ref<HTMLDivElement>
  isKnown: boolean
  children?: ReactNode
}

/** Social sign-in above the form. Its space is reserved until it is known, so that the form doesn't move. */
export const TopPlace = ({ ref, isKnown, children }: TopPlaceProps) => {
  const { local } = useRuntime().deps
  const minHeight = isKnown ? 0 : Number(local.get(SOCIAL_HEIGHT) ?? FIRST_HEIGHT) || 0
  return (
    <div ref={ref} className="fe-social-top" style={{ minHeight }}>
      {children}
    </div>
  )
}
