import type { WebhookLog } from '../../entities/connectivity.ts'
import { isAbort, messageOf } from '../../kernel/errors.ts'
import type { WebhooksContext } from './webhooks.context.ts'
import { type ListedWebhook, LOG_LIMIT, type LogState } from './webhooks.state.ts'

/** The only status of a successful retry. */
const ACCEPTED = 202

/** Creates the actions of the open log: its pages, the details of an attempt, and retries. Latest page wins. */
export const logActions = ({ api, apply, known, notify, failWith }: WebhooksContext) => {
  let running: AbortController | undefined
  const put = (patch: Partial<LogState>) => apply((state) => ({ ...state, log: { ...state.log, ...patch } }))
  const addAttempt = (id: string, attempt: LogState['attempts'][string]) =>
    apply((state) => ({ ...state, log: { ...state.log, attempts: { ...state.log.attempts, [id]: attempt } } }))
  const retry = async (webhook: ListedWebhook, log: WebhookLog): Promise<void> => {
    const { name } = webhook
    try {
      const { statusCode } = await api.connectivity.retryWebhookLog({ path: { id: log.id } })
      if (statusCode !== ACCEPTED) throw new Error(`${statusCode}`)
      notify('retried', { name })
    } catch (error) {
      failWith('resendFailed', { name, error, retry: () => retry(webhook, log) })
    }
  }
  return {
    /** Loads a page of the log; earlier rows stay visible meanwhile. */
    async loadLog({ id }: ListedWebhook, offset = 0): Promise<void> {
      running?.abort()
      const own = new AbortController()
      running = own
      apply((state) => {
        const phase = state.log.rows.length ? 'reloading' : 'first'
        return { ...state, log: { ...state.log, phase, offset, error: undefined } }
      })
      try {
        const query = { id, offset, limit: LOG_LIMIT }
        const { count, rows } = await api.connectivity.listWebhookLogs({ query }, { signal: own.signal })
        if (running === own) put({ phase: 'ready', count, rows })
      } catch (error) {
        if (running === own && !isAbort(error)) put({ phase: 'failed', error: messageOf(error) })
      }
    },
    async loadAttempt({ id }: WebhookLog): Promise<void> {
      try {
        const path = { id }
        addAttempt(
          id,
          await known(
            'webhooks',
            () => api.webhooks.getWebhookAttempt({ path }),
            async () => null,
          ),
        )
      } catch {
        // The attempt is shown with the data of the list only.
        addAttempt(id, null)
      }
    },
    retry,
    stopLog(): void {
      running?.abort()
      running = undefined
    },
  }
}
