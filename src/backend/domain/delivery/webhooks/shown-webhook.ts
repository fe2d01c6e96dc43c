import type { Webhook, WebhookAttempt, WebhookLog } from '../../../../entities/connectivity.ts'
import { parseJson } from '../../../../kernel/safe-json.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { WebhookLogRecord, WebhookRecord } from '../../../store/records.ts'
import { iso } from '../../base/wire/wire.ts'

/** Converts a webhook for lists, without its secret, which is shown only once. */
export const toWebhook = (webhook: WebhookRecord, invocations: number): Webhook => ({
  _id: webhook.id,
  displayName: webhook.displayName,
  description: webhook.description,
  url: webhook.url,
  secret: null,
  eventKeys: idsOf(webhook.eventKeys),
  isActive: webhook.isActive,
  invocations,
  createdAt: iso(webhook.createdAt),
  updatedAt: iso(webhook.updatedAt),
})

/** Returns the fields of a webhook for the audit log. */
export const auditedWebhook = ({ displayName, description, url, eventKeys, isActive }: WebhookRecord) => ({
  displayName,
  description,
  url,
  eventKeys: idsOf(eventKeys),
  isActive,
})

/** Removes the data of an attempt, for readers who may not see that of its event. */
export const withoutData = (log: WebhookLogRecord): WebhookLogRecord => ({
  ...log,
  body: JSON.stringify({ eventKey: log.eventKey }),
  responseBody: '',
})

export const toLog = (log: WebhookLogRecord, vendorId: string): WebhookLog => ({
  id: log.id,
  webhookId: log.webhookId,
  body: log.body,
  statusCode: log.statusCode,
  tenantId: log.tenantId,
  vendorId,
  createdAt: iso(log.createdAt),
})

const headersOf = (json: string): Record<string, string> => {
  const parsed = parseJson(json)
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

export const toAttempt = (log: WebhookLogRecord, vendorId: string): WebhookAttempt => ({
  ...toLog(log, vendorId),
  eventKey: log.eventKey,
  attempt: log.attempt,
  requestHeaders: headersOf(log.requestHeaders),
  responseHeaders: headersOf(log.responseHeaders),
  responseBody: log.responseBody,
  error: log.error,
  durationMs: log.durationMs,
})
