import { SYSTEM_CALLER } from '../../../call/caller.ts'
import type { Ports } from '../../../ports.ts'
import type { WebhookRecord } from '../../../store/records.ts'
import { audit } from '../../audit/audit.ts'
import { responsibleAdministrators } from '../../identity/roles/administrators.ts'
import { post, webhookDisabledMail } from '../../mail/mails.ts'

const notify = async (ports: Ports, { tenantId, displayName }: WebhookRecord): Promise<void> => {
  for (const member of await responsibleAdministrators(ports.store, tenantId)) {
    await post(ports, webhookDisabledMail(ports, member, displayName))
  }
}

export const cancelPending = (store: Pick<Ports['store'], 'deliveries'>, webhookId: string) =>
  store.deliveries.update({ webhookId, state: 'pending' }, { state: 'canceled' })

/** Turns off a webhook that has only failed since `since`; its events can be sent again later. */
export const disableFailing = async (ports: Ports, webhookId: string, since: number): Promise<void> => {
  const webhook = await ports.store.webhooks.get(webhookId)
  if (!webhook || (webhook.failingSince ?? Number.POSITIVE_INFINITY) > since) return
  const isOurs = await ports.store.transaction(async (store) => {
    const patch = { isActive: false, updatedAt: ports.clock.now() }
    if (!(await store.webhooks.update({ id: webhookId, isActive: true }, patch))) return false
    await cancelPending(store, webhookId)
    await audit({ ...ports, store }, SYSTEM_CALLER, {
      tenantId: webhook.tenantId,
      action: 'Webhook disabled',
      resource: 'Webhooks',
      severity: 'High',
      description: `Turned off the webhook ${webhook.displayName}, which failed for 24 hours`,
      detail: { webhookId },
    })
    return true
  })
  if (isOurs) await notify(ports, webhook)
}
