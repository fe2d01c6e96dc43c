import { itemsOf } from '../../contract/items-of.ts'
import type { WebhookStatus } from '../../entities/connectivity.ts'
import { followUrl } from '../../parts/page-kit/follow-url.ts'
import { recordList } from '../../parts/page-kit/record-list.ts'
import type { LinkedDialog } from '../../parts/record-list/linked-dialog.ts'
import { pageOfAll } from '../../parts/record-list/list-actions.ts'
import type { ListPage, ListQuery } from '../../parts/record-list/list-state.ts'
import type { channelActions } from './channels/channels.slice.ts'
import type { WebhooksContext } from './webhooks.context.ts'
import { type ListedWebhook, type WebhooksDialog, webhooksUrl } from './webhooks.state.ts'

const fetchWebhooks =
  ({ api, known }: WebhooksContext) =>
  async (query: ListQuery, signal: AbortSignal): Promise<ListPage<ListedWebhook>> => {
    const statusesOf = () =>
      known(
        'webhooks',
        async () => itemsOf((await api.webhooks.listWebhookStatuses({}, { signal })).statuses),
        async (): Promise<WebhookStatus[]> => [],
      ).catch((): WebhookStatus[] => [])
    const [all, statuses] = await Promise.all([api.connectivity.listWebhooks({}, { signal }), statusesOf()])
    const statusById = new Map(statuses.map((status) => [status.webhookId, status]))
    const rows = itemsOf(all).map((webhook) => ({
      ...webhook,
      id: webhook._id,
      name: webhook.displayName,
      status: statusById.get(webhook._id),
    }))
    return pageOfAll<ListedWebhook>(rows, query)
  }

/** Returns the dialog of a link, if the page offers it to this user. */
const linkedDialog =
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
export const listActions = (
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
    dialogOf: linkedDialog(context, finishSlack),
  })
  return { ...following, ...list, loadEvents }
}
