import type { Slice } from '../../feature/slice.ts'
import { messageOf } from '../../kernel/errors.ts'
import { createRemoval } from '../../parts/page-kit/removal.ts'
import { channelActions } from './channels/channels.slice.ts'
import { createWebhooksContext, type WebhooksContext, type WebhooksTables } from './webhooks.context.ts'
import { listActions } from './webhooks.list.slice.ts'
import { logActions } from './webhooks.log.slice.ts'
import {
  fieldsOf,
  type ListedWebhook,
  newSecret,
  testResult,
  type WebhookDraft,
  type WebhooksState,
} from './webhooks.state.ts'

const editing = (context: WebhooksContext, reload: () => Promise<void>) => {
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

const delivering = (context: WebhooksContext, reload: () => Promise<void>) => {
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

const build = (context: WebhooksContext) => {
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
    ...editing(context, list.reload),
    ...delivering(context, list.reload),
    ...removal,
    close(): void {
      stop()
      stopLog()
      commitAll()
      context.leave()
    },
  }
}

export type WebhooksActions = ReturnType<typeof build>

export const webhooksSlice: Slice<WebhooksState, WebhooksActions> = (context) => build(createWebhooksContext(context))
