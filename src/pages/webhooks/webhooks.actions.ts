import { itemsOf } from '../../contract/items-of.ts'
import type { WebhookLog } from '../../entities/connectivity.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { Slice } from '../../feature/slice.ts'
import { isAbort, messageOf } from '../../kernel/errors.ts'
import { recordList } from '../../parts/page-kit/page-context.ts'
import { followUrl } from '../../parts/page-kit/page-url.ts'
import { createRemoval } from '../../parts/page-kit/removal.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import { channelActions } from './channels/channels.actions.ts'
import { createWebhooksContext, fetchWebhooks, type WebhooksContext, type WebhooksTables } from './webhooks.calls.ts'
import type { WebhooksTexts } from './webhooks.messages.ts'
import {
  fieldsOf,
  type ListedWebhook,
  LOG_LIMIT,
  type LogState,
  newSecret,
  testResult,
  type WebhookDraft,
  type WebhooksDialog,
  type WebhooksState,
  webhooksUrl,
} from './webhooks.state.ts'

/** Returns the dialog of a link, if the page offers it to this user. */
const dialogInUrl =
  ({ get }: WebhooksContext, finishSlack: (appended: string) => Promise<void>) =>
  async ({ name, id }: LinkedDialog<string>): Promise<WebhooksDialog | undefined> => {
    if (name === 'slack' && id) await finishSlack(id)
    const { viewer, list, missing, channels } = get()
    const may = viewer?.may
    if (name === 'email' || name === 'sms' || name === 'slack') {
      return channels[name].phase === 'ready' ? { kind: name } : undefined
    }
    if (name === 'new') return may?.edit ? { kind: 'edit' } : undefined
    const webhook = list.rows.find((row) => row.id === id)
    if (!webhook) return undefined
    const offered: Readonly<Record<string, boolean | undefined>> = {
      edit: may?.edit,
      test: may?.edit,
      secret: may?.edit,
      resend: may?.edit && webhook.isActive && !missing.includes('webhooks'),
      log: may?.seeLog,
      delete: may?.remove,
    }
    // Every name in `offered` is a kind of dialog for one webhook.
    return offered[name] ? ({ kind: name, webhook } as WebhooksDialog) : undefined
  }

/** Creates the actions that load the list and the events, and follow the page's URL. */
const listActions = (
  context: WebhooksContext,
  { loadChannels, finishSlack }: Pick<ReturnType<typeof channelActions>, 'loadChannels' | 'finishSlack'>,
) => {
  const { api, apply, deps } = context
  const list = recordList(context, { fetchPage: fetchWebhooks(context) })
  const loadEvents = async () => {
    try {
      const categories = itemsOf(await api.connectivity.listCategories())
      apply((state) => ({ ...state, categories }))
    } catch (error) {
      deps.log.warn('The events could not be loaded', error)
    }
  }
  const following = followUrl(context, {
    url: webhooksUrl,
    show: (query, isFirst) => Promise.all([list.show(query), ...(isFirst ? [loadEvents(), loadChannels()] : [])]),
    dialogOf: dialogInUrl(context, finishSlack),
  })
  return { ...following, ...list, loadEvents }
}

/** The only status of a successful retry. */
const ACCEPTED = 202

/** Creates the actions of the open log: its pages, the details of an attempt, and retries. Latest page wins. */
const logActions = ({ api, apply, known, notify, failWith }: WebhooksContext) => {
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

const editActions = (context: WebhooksContext, reload: () => Promise<void>) => {
  const { api, get, notify, fail, submit, before, after } = context
  const create = async (draft: WebhookDraft) => {
    await api.connectivity.createWebhook({ body: { ...fieldsOf(draft), secret: draft.secret } })
    after('create-webhook', { name: draft.displayName })
  }
  const update = async ({ id }: ListedWebhook, draft: Omit<WebhookDraft, 'secret'>) => {
    await api.connectivity.updateWebhook({ path: { _id: id }, body: { _id: id, ...fieldsOf(draft), secret: null } })
    after('update-webhook', { webhookId: id })
  }
  const setActive = async (webhook: ListedWebhook, isActive: boolean): Promise<void> => {
    if (!before('update-webhook', { webhookId: webhook.id, isActive })) return
    try {
      await update(webhook, { ...webhook, isActive })
      notify(isActive ? 'turnedOn' : 'turnedOff', { name: webhook.name })
    } catch (error) {
      // The call writes every field, so a retry must use the current row and not revert later edits.
      const now = () => get().list.rows.find(({ id }) => id === webhook.id) ?? webhook
      fail(webhook.name, error, () => setActive(now(), isActive))
    }
    await reload()
  }
  return {
    async save(webhook: ListedWebhook | undefined, draft: WebhookDraft): Promise<void> {
      const name = draft.displayName
      if (!before(webhook ? 'update-webhook' : 'create-webhook', { webhookId: webhook?.id, name })) return
      if (!(await submit(() => (webhook ? update(webhook, draft) : create(draft))))) return
      notify(webhook ? 'saved' : 'created', { name })
      await reload()
    },
    setActive,
  }
}

const deliveryActions = (context: WebhooksContext, reload: () => Promise<void>) => {
  const { api, apply, known, notify, submit } = context
  const isRunning = (saving: boolean) => apply((state) => ({ ...state, saving, formError: undefined }))
  return {
    async test({ url }: ListedWebhook): Promise<void> {
      isRunning(true)
      const test = await api.connectivity
        .testWebhook({ body: { url, secret: null } })
        .then(testResult, (error: unknown) => ({ isSuccess: false, reason: messageOf(error) }))
      apply((state) => ({ ...state, saving: false, ...(state.dialog?.kind === 'test' && { test }) }))
    },
    /** Rotates the secret. The dialog stays open to show the new one. */
    async rotate(webhook: ListedWebhook): Promise<void> {
      const path = { id: webhook.id }
      isRunning(true)
      try {
        const { secret } = await known(
          'webhooks',
          () => api.webhooks.rotateWebhookSecret({ path, body: { secret: null } }),
          async () => {
            const made = newSecret()
            const body = { _id: webhook.id, ...fieldsOf(webhook), secret: made }
            await api.connectivity.updateWebhook({ path: { _id: webhook.id }, body })
            return { secret: made }
          },
        )
        apply((state) => ({ ...state, saving: false, secret }))
        await reload()
      } catch (error) {
        apply((state) => ({ ...state, saving: false, formError: messageOf(error) }))
      }
    },
    async resend({ id, name }: ListedWebhook, since: Date): Promise<void> {
      let count = 0
      const isSent = await submit(async () => {
        const body = { since: since.toISOString() }
        count = (await api.webhooks.resendWebhookEvents({ path: { id }, body })).count
      })
      if (!isSent) return
      notify('resent', { count, name })
      await reload()
    },
  }
}

const createWebhooksActions = (context: WebhooksContext) => {
  const { finishSlack, ...channels } = channelActions(context)
  const { stop, ...list } = listActions(context, { ...channels, finishSlack })
  const { stopLog, ...log } = logActions(context)
  const { commitAll, ...removal } = createRemoval<ListedWebhook, WebhooksState, WebhooksTables>(context, {
    event: 'delete-webhook',
    detailOf: ({ id }) => ({ webhookId: id }),
    nameOf: ({ name }) => name,
    remove: ({ id }, options) => context.api.connectivity.deleteWebhook({ path: { id } }, options),
    notice: 'deleted',
    failed: 'deletionFailed',
  })
  const { openDialog, closeDialog, dialogsMissing } = context
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...channels,
    ...list,
    ...log,
    ...editActions(context, list.reload),
    ...deliveryActions(context, list.reload),
    ...removal,
    close(): void {
      stop()
      stopLog()
      commitAll()
      context.leave()
    },
  }
}

type WebhooksActions = ReturnType<typeof createWebhooksActions>

export const webhooksSlice: Slice<WebhooksState, WebhooksActions> = (context) =>
  createWebhooksActions(createWebhooksContext(context))

export type WebhooksViewProps = FeatureProps<WebhooksState, WebhooksActions, WebhooksTexts>
