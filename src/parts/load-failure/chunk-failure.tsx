import { useTexts } from '../../feature/feature-context.tsx'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
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
