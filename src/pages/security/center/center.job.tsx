import type { Translate } from '../../../i18n/messages.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import type { CenterTexts } from './center.messages.ts'
import type { BulkJob } from './center.state.ts'

interface JobProps {
  job: BulkJob
  t: Translate<CenterTexts>
  onStop(): void
  onDone(): void
}

/** Progress of a bulk action, and its failures. */
export const Job = ({ job: { done, total, failed, isOver }, t, onStop, onDone }: JobProps) => {
  if (!isOver) {
    return (
      <Alert
        tone="neutral"
        action={
          <Button size="s" onClick={onStop}>
            {t('stop')}
          </Button>
        }
      >
        {t('working', { done, total })}
      </Alert>
    )
  }
  return (
    <Alert
      tone="danger"
      title={t('jobFailedTitle', { count: failed.length })}
      action={
        <Button size="s" onClick={onDone}>
          {t('dismiss')}
        </Button>
      }
    >
      <ul className="fe-center-failures">
        {failed.map(({ id, name, reason }) => (
          <li key={id}>{`${name}: ${reason}`}</li>
        ))}
      </ul>
    </Alert>
  )
}
