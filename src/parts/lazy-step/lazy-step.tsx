import { useEffect, useState } from 'react'
import { useRuntime, useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import { AuthCard } from '../auth-card/auth-card.tsx'
import { LoadFailure } from '../load-failure/load-failure.tsx'
import { lazyStepMessages } from './lazy-step.messages.ts'

/** A rarely reached step of a flow, whose chunk is loaded when it is needed. */
export const LazyStep = ({ definition }: { definition: Loadable }) => {
  const t = useTexts(lazyStepMessages)
  return (
    <FeatureHost
      definition={definition}
      fallback={<AuthCard state="busy" title={t('loading')} />}
      failure={(retry) => <LoadFailure retry={retry} />}
    />
  )
}

/** Longer loads are not waited for, because they must not block signing up or in. */
const MAX_WAIT_MS = 5_000

/** Returns `true` once the maximum wait has passed. */
export const useTimedOut = (): boolean => {
  const { clock } = useRuntime().deps
  const [isLate, setLate] = useState(false)
  useEffect(() => clock.schedule(() => setLate(true), MAX_WAIT_MS), [clock])
  return isLate
}
