import { type ReactNode, useEffect, useState } from 'react'
import { useAppState } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import { useTimedOut } from '../lazy-step/lazy-step.tsx'
import type { SocialState } from './social.state.ts'

/** Social logins as a separate chunk. They are rendered once it is known that no user is signed in. */
export const socialMethods: Loadable = { id: 'social-ways', load: () => import('./social.view.tsx') }

const Gone = ({ onGone }: { onGone(): void }) => {
  useEffect(onGone, [onGone])
  return null
}

/** Returns the social logins, and whether their list has loaded or failed; content below them waits for that. */
export const useSocialMethods = (): { isSettled: boolean; ways: ReactNode } => {
  const [isGone, setGone] = useState(false)
  const isLate = useTimedOut()
  // Only the feature of this id writes the branch.
  const state = useAppState(({ features }) => features[socialMethods.id]) as SocialState | undefined
  const failure = () => <Gone onGone={() => setGone(true)} />
  return {
    isSettled: isGone || isLate || state?.isSettled === true,
    ways: <FeatureHost definition={socialMethods} fallback={null} failure={failure} />,
  }
}
