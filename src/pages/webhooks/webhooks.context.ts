import { connectivity, messageRecipients, slackApp, webhooks } from '../../contract/webhooks.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { createPageContext, type PageContext } from '../../parts/page-kit/page-context.ts'
import { initialWebhooks, NO_LOG, type WebhooksState } from './webhooks.state.ts'

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
