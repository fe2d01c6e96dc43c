import { useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import { Button } from '../../ui/button/button.tsx'
import { AuthCard } from '../auth-card/auth-card.tsx'
import { lateStepMessages } from './late-step.messages.ts'

const LoadFailure = ({ retry }: { retry(): void }) => {
  const t = useTexts(lateStepMessages)
  return (
    <AuthCard
      state={{ tone: 'danger', icon: 'alert' }}
      title={t('loadFailedTitle')}
      text={t('loadFailedMessage')}
      focusTitle
    >
      <Button variant="primary" size="l" block onClick={retry}>
        {t('retry')}
      </Button>
    </AuthCard>
  )
}

/** A step of a flow that few people reach: its chunk comes when it is needed. */
export const LateStep = ({ definition }: { definition: Loadable }) => {
  const t = useTexts(lateStepMessages)
  return (
    <FeatureHost
      definition={definition}
      fallback={<AuthCard state="busy" title={t('loading')} />}
      failure={(retry) => <LoadFailure retry={retry} />}
    />
  )
}
