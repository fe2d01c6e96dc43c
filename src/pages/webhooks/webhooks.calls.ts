import { itemsOf } from '../../contract/items-of.ts'
import { connectivity, messageRecipients, slackApp, webhooks } from '../../contract/webhooks.ts'
import type { WebhookStatus } from '../../entities/connectivity.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { createPageContext, type PageContext } from '../../parts/page-kit/page-context.ts'
import { pageOfAll } from '../../parts/record-list/list-actions.ts'
import type { ListPage, ListQuery } from '../../parts/record-list/list-state.ts'
import { initialWebhooks, type ListedWebhook, NO_LOG, type WebhooksState } from './webhooks.state.ts'

const tables = { connectivity, webhooks, slackApp, messageRecipients }

export type WebhooksTables = typeof tables
export type WebhooksContext = PageContext<WebhooksState, WebhooksTables>

/** Creates the context that all actions of the page share. */
export const createWebhooksContext = (context: SliceContext<WebhooksState>): WebhooksContext =>
  createPageContext(context, {
    tables,
    initial: initialWebhooks,
    dialogStart: { log: NO_LOG, test: undefined, secret: undefined },
  })

export const fetchWebhooks =
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
