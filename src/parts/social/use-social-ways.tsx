import { type ReactNode, useEffect, useState } from 'react'
import { useAppState } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import { useTimedOut } from '../lazy-step/use-timed-out.ts'
import type { SocialState } from './social.state.ts'
import { socialWays } from './social-ways.ts'

const Gone = ({ onGone }: { onGone(): void }) => {
  useEffect(onGone, [onGone])
  return null
}

/** Returns the social logins, and whether their list has loaded or failed; content below them waits for that. */
export const useSocialWays = (): { isSettled: boolean; ways: ReactNode } => {
  const [isGone, setGone] = useState(false)
  const isLate = useTimedOut()
  // Only the feature of this id writes the branch.
  const state = useAppState(({ features }) => features[socialWays.id]) as SocialState | undefined
  const failure = () => <Gone onGone={() => setGone(true)} />
  return {
    isSettled: isGone || isLate || state?.isSettled === true,
    ways: <FeatureHost definition={socialWays} fallback={null} failure={failure} />,
  }
}
