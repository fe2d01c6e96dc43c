import { useTexts } from '../../feature/feature-context.tsx'
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
