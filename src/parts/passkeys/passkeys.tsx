import { useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { failureMessages } from '../failure/failure.messages.ts'
import { loadFailureMessages } from '../load-failure/load-failure.messages.ts'

export const passkeysPart: Loadable = { id: 'passkeys', load: () => import('./passkeys.feature.tsx') }

/**
 * The signed-in person's passkeys as a card: list, add, remove. It brings its own chunk, state and words, so a page only
 * places it: `<Passkeys />`. Toasts go to the nearest `ToastProvider`; icons are the portal's.
 */
export const Passkeys = () => {
  const t = useTexts(loadFailureMessages)
  const words = useTexts(failureMessages)
  return (
    <FeatureHost
      definition={passkeysPart}
      fallback={<Skeleton height="160px" />}
      failure={(retry) => (
        <Alert tone="danger" action={<Button onClick={retry}>{t('retry')}</Button>}>
          {words('offline')}
        </Alert>
      )}
    />
  )
}
