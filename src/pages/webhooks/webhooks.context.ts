import { messageRecipients } from '../../contract/additions/message-recipients.ts'
import { slackApp } from '../../contract/additions/slack-app.ts'
import { webhooks } from '../../contract/additions/webhooks.ts'
import { connectivity } from '../../contract/connectivity.ts'
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
