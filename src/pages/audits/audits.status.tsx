import { formatNumber } from '../../i18n/formatting.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { Progress } from '../../ui/progress/progress.tsx'
import type { AuditsViewProps } from './audits.actions.ts'

/** Progress of a task, with a button to stop it. */
export const JobBar = ({ state, actions, t }: AuditsViewProps) => {
  const { language } = useLocale()
  const { job } = state
  if (!job) return null
  const number = (value: number) => formatNumber(value, { language })
  const counted = { done: number(job.done), total: number(job.total) }
  const text = job.total === 0 ? t('starting') : t(job.kind === 'export' ? 'exporting' : 'verifying', counted)
  return (
    <div className="fe-audits-job">
      <span role="status">{text}</span>
      <Button size="s" onClick={actions.stopJob}>
        {t('stop')}
      </Button>
      <Progress done={job.done} total={job.total} label={text} />
    </div>
  )
}

/** The result of the verification. */
export const Verdict = ({ state, actions, t }: AuditsViewProps) => {
  const { verdict } = state
  if (!verdict) return null
  const { problem, firstSeq, lastSeq } = verdict
  const dismiss = (
    <Button size="s" onClick={actions.closeVerdict}>
      {t('dismiss')}
    </Button>
  )
  if (problem) {
    return (
      <Alert tone="danger" title={t('tampered')} className="fe-audits-note" action={dismiss}>
        {t(problem.kind, { seq: problem.seq, last: problem.lastSeq ?? problem.seq })}
      </Alert>
    )
  }
  return (
    <Alert tone="success" className="fe-audits-note" action={dismiss}>
      {t('verified', { count: lastSeq - firstSeq + 1 })} {firstSeq > 1 && t('verifiedSince', { seq: firstSeq })}
    </Alert>
  )
}

const PARTS = [
  ['columns', 'columnsFailed'],
  ['stats', 'statsFailed'],
  ['histogram', 'chartFailed'],
] as const

/**
 * Shows the parts around the list that couldn't be loaded in one message; loaded data stays. If the list failed too,
 * its own message is enough, because retrying it reloads these parts as well.
 */
export const PartFailures = ({ state, actions, t }: AuditsViewProps) => {
  const failed = PARTS.filter(([part]) => state[part].error !== undefined)
  if (failed.length === 0 || state.list.phase === 'failed') return null
  const retry = () => {
    for (const [part] of failed) void actions.retry(part)
  }
  return (
    <Alert
      tone="warning"
      className="fe-audits-note"
      action={
        <Button size="s" onClick={retry}>
          {t('retry')}
        </Button>
      }
    >
      {failed.map(([part, text]) => t(text, { reason: state[part].error ?? '' })).join(' ')}
    </Alert>
  )
}

/** Announces new events; they are shown when the user asks for them. */
export const FreshEvents = ({ state, actions, t }: AuditsViewProps) => (
  <div role="status" className="fe-audits-fresh">
    {state.fresh > 0 && (
      <>
        <span>{t('fresh', { count: state.fresh })}</span>
        <Button size="s" onClick={() => void actions.refresh()}>
          {t('showFresh')}
        </Button>
      </>
    )}
  </div>
)
