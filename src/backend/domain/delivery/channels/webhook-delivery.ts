import type { WebhookExchange } from '../../../ports/webhooks.ts'
import type { Ports } from '../../../ports.ts'
import type { DeliveryRecord, EventRecord } from '../../../store/records.ts'
import { isVouchedFor } from '../../identity/guarantor/event-areas.ts'
import { disableFailing } from '../webhooks/disable-failing.ts'
import { signingSecrets } from '../webhooks/webhook-secrets.ts'
import type { OpenDelivery } from './attempted.ts'

const isSuccess = ({ statusCode }: WebhookExchange): boolean => statusCode >= 200 && statusCode < 300

const writeLog = (ports: Ports, delivery: DeliveryRecord, event: EventRecord, exchange: WebhookExchange) =>
  ports.store.webhookLogs.insert({
    id: ports.random.uuid(),
    tenantId: delivery.tenantId,
    webhookId: delivery.webhookId,
    deliveryId: delivery.id,
    eventKey: event.key,
    attempt: delivery.attempts,
    body: event.body,
    requestHeaders: JSON.stringify(exchange.requestHeaders),
    statusCode: String(exchange.statusCode),
    responseHeaders: JSON.stringify(exchange.responseHeaders),
    responseBody: exchange.responseBody,
    error: exchange.error,
    durationMs: exchange.durationMs,
    createdAt: ports.clock.now(),
  })

export const openWebhook = async (
  ports: Ports,
  { webhookId }: DeliveryRecord,
  { key }: EventRecord,
): Promise<OpenDelivery | undefined> => {
  const { webhooks } = ports.store
  const webhook = await webhooks.get(webhookId)
  if (!webhook?.isActive || !(await isVouchedFor(ports, webhook, key))) return undefined
  return {
    async send(delivery, event) {
      const secrets = await signingSecrets(ports, webhook)
      const exchange = await ports.webhooks.send({ url: webhook.url, secrets, id: event.id, body: event.body })
      await writeLog(ports, delivery, event, exchange)
      return isSuccess(exchange)
    },
    async succeeded() {
      await webhooks.update({ id: webhookId, failingSince: { not: null } }, { failingSince: null })
    },
    async failed(since) {
      await webhooks.update({ id: webhookId, failingSince: null }, { failingSince: since })
    },
    gaveUp: (since) => disableFailing(ports, webhookId, since),
  }
}
