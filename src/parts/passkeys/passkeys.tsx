import { useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { failureMessages } from '../failure/failure.messages.ts'
import { loadFailureMessages } from '../load-failure/load-failure.messages.ts'
import type { PasskeysGiven } from './passkeys.state.ts'

const passkeysPart: Loadable<PasskeysGiven> = { id: 'passkeys', load: () => import('./passkeys.feature.tsx') }

/** A card with the signed-in user's passkeys: list, add and remove. It loads its own chunk, state and texts. */
export const Passkeys = (given: PasskeysGiven) => {
  const t = useTexts(loadFailureMessages)
  const failures = useTexts(failureMessages)
  return (
    <FeatureHost
      definition={passkeysPart}
      given={given}
      fallback={<Skeleton height="160px" />}
      failure={(retry) => (
        <Alert tone="danger" action={<Button onClick={retry}>{t('retry')}</Button>}>
          {failures('offline')}
        </Alert>
      )}
    />
  )
}
