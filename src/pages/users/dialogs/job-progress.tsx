import type { Translate } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Progress } from '../../../ui/progress/progress.tsx'
import type { UsersTexts } from '../users.messages.ts'
import type { Failure, Job } from '../users.state.ts'

const TEXTS = {
  invite: 'progressInvite',
  roles: 'progressRoles',
  resend: 'progressResend',
  remove: 'progressRemove',
  export: 'progressExport',
  select: 'progressSelect',
} as const satisfies Record<Job['kind'], keyof UsersTexts>

interface JobProgressProps {
  job: Job
  t: Translate<UsersTexts>
  onStop(): void
  /** Called when the user closes the final report. */
  onDone?: () => void
}

const words = ({ job, t }: JobProgressProps): string =>
  job.phase === 'finished'
    ? t('jobFinished', { ok: job.done - job.failures.length, total: job.total })
    : t(TEXTS[job.kind], { done: Math.min(job.done + 1, job.total), total: job.total })

/** Progress of a task, with a button to stop it, and its failures and their reasons at the end. */
export const JobProgress = (props: JobProgressProps) => {
  const { job, t, onStop, onDone } = props
  const isFinished = job.phase === 'finished'
  return (
    <div className="fe-users-job">
      <div className="fe-users-job-row">
        <span role="status">{words(props)}</span>
        {!isFinished && (
          <Button size="s" busy={job.phase === 'stopping'} onClick={onStop}>
            {t('stop')}
          </Button>
        )}
        {isFinished && onDone && (
          <Button size="s" onClick={onDone}>
            {t('done')}
          </Button>
        )}
      </div>
      <Progress done={job.done} total={job.total} label={words(props)} />
      <FailureList failures={job.failures} />
    </div>
  )
}

export const FailureList = ({ failures }: { failures: readonly Failure[] }) =>
  failures.length > 0 && (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard
    <ul className="fe-users-failures" tabIndex={0}>
      {failures.map(({ label, reason }) => (
        <li key={label}>
          <b>{label}</b> <span>{reason}</span>
        </li>
      ))}
    </ul>
  )
