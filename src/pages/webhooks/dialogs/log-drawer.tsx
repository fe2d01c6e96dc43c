import { useEffect } from 'react'
import type { WebhookAttempt, WebhookLog } from '../../../entities/connectivity.ts'
import { isRecord, jsonText, parseJson } from '../../../kernel/safe-json.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Pagination } from '../../../ui/pagination/pagination.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { WebhooksViewProps } from '../webhooks.actions.ts'
import { type ListedWebhook, LOG_LIMIT, pausedText } from '../webhooks.state.ts'

interface LogProps extends WebhooksViewProps {
  webhook: ListedWebhook
}

/** The deliveries of a webhook and their responses. */
export const LogDrawer = (props: LogProps) => {
  const { state, actions, t, webhook } = props
  const { loadLog } = actions
  useEffect(() => void loadLog(webhook), [loadLog, webhook])
  const title = t('logTitle', { name: webhook.name })
  const paused = pausedText(webhook, t, state.viewer?.tenantName ?? '')
  return (
    <Drawer open side="end" label={title} onClose={actions.closeDialog}>
      <div className="fe-webhooks-drawer">
        <div className="fe-webhooks-head">
          <h2 className="fe-webhooks-title">{title}</h2>
          <IconButton icon="refresh" label={t('refresh')} onClick={() => loadLog(webhook, state.log.offset)} />
          <IconButton icon="x" label={t('close')} onClick={actions.closeDialog} />
        </div>
        {paused && <Alert tone="warning">{paused}</Alert>}
        <Body {...props} />
      </div>
    </Drawer>
  )
}

const Body = (props: LogProps) => {
  const { state, actions, t, webhook } = props
  const { phase, error, rows, count, offset } = state.log
  if (phase === 'first') return <Skeleton height="120px" />
  return (
    <>
      {phase === 'failed' && (
        <Alert tone="danger" action={<Button onClick={() => actions.loadLog(webhook, offset)}>{t('tryAgain')}</Button>}>
          {error}
        </Alert>
      )}
      {phase === 'ready' && count === 0 && <EmptyState icon="audit" title={t('logEmpty')} text={t('logEmptyText')} />}
      <ul className="fe-webhooks-log" aria-busy={phase === 'reloading'}>
        {rows.map((log) => (
          <li key={log.id}>
            <Entry {...props} log={log} />
          </li>
        ))}
      </ul>
      {count > LOG_LIMIT && (
        <Pagination
          offset={offset}
          limit={LOG_LIMIT}
          limits={[LOG_LIMIT]}
          total={count}
          disabled={phase === 'reloading'}
          onChange={(page) => actions.loadLog(webhook, page.offset)}
        />
      )}
    </>
  )
}

const eventOf = ({ body }: WebhookLog): string => {
  const parsed = parseJson(body)
  return isRecord(parsed) && typeof parsed.eventKey === 'string' ? parsed.eventKey : '–'
}

const isDelivered = ({ statusCode }: WebhookLog): boolean => /^2\d\d$/.test(statusCode)

const Entry = ({ state, actions, t, webhook, log }: LogProps & { log: WebhookLog }) => {
  const attempt = state.log.attempts[log.id]
  const hasResponse = log.statusCode !== '0'
  const onToggle = (isOpen: boolean) => {
    if (isOpen && attempt === undefined) void actions.loadAttempt(log)
  }
  return (
    <details className="fe-webhooks-entry" onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <Badge tone={isDelivered(log) ? 'success' : 'danger'}>{hasResponse ? log.statusCode : t('noResponse')}</Badge>
        <span className="fe-webhooks-key">{eventOf(log)}</span>
        <span className="fe-webhooks-muted">
          <RelativeTime at={log.createdAt} none="–" />
        </span>
      </summary>
      <div className="fe-webhooks-stack">
        {attempt && <Response attempt={attempt} t={t} />}
        <Code title={t('request')} text={pretty(log.body)} />
        {attempt && <Code title={t('requestHeaders')} text={headersText(attempt.requestHeaders)} />}
        {state.viewer?.may.edit && (
          <div>
            <Button icon="refresh" onClick={() => actions.retry(webhook, log)}>
              {t('retry')}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}

const Response = ({ attempt, t }: { attempt: WebhookAttempt; t: WebhooksViewProps['t'] }) => (
  <>
    <span className="fe-webhooks-muted">{t('attempt', { count: attempt.attempt, duration: attempt.durationMs })}</span>
    {attempt.error !== null && <Alert tone="danger">{attempt.error}</Alert>}
    {attempt.error === null && (
      <>
        <Code title={t('response')} text={pretty(attempt.responseBody)} />
        <Code title={t('responseHeaders')} text={headersText(attempt.responseHeaders)} />
      </>
    )}
  </>
)

const Code = ({ title, text }: { title: string; text: string }) => (
  <div>
    <b>{title}</b>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
    <pre className="fe-webhooks-code" tabIndex={0}>
      {text}
    </pre>
  </div>
)

const pretty = (text: string): string => {
  const parsed = parseJson(text)
  return parsed === undefined ? text : jsonText(parsed, 2)
}

const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
