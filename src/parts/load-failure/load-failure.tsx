import { useTexts } from '../../feature/feature-context.tsx'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { AuthCard } from '../auth-card/auth-card.tsx'
import { loadFailureMessages } from './load-failure.messages.ts'

/** Replaces a part of a form or page whose chunk failed to load; the content around it stays. */
export const ChunkFailure = ({ retry }: { retry(): void }) => {
  const t = useTexts(loadFailureMessages)
  return (
    <Alert tone="danger" title={t('loadFailedTitle')} action={<Button onClick={retry}>{t('retry')}</Button>}>
      {t('loadFailedMessage')}
    </Alert>
  )
}

/** Replaces a flow or step whose chunk failed to load. */
export const LoadFailure = ({ retry }: { retry(): void }) => {
  const t = useTexts(loadFailureMessages)
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
