import type { Kit } from './kit.test-kit.ts'

/** Adds recipients who have already confirmed, so that messages of Acme are sent to them at once. */
export const confirmedBefore = ({ store }: Kit, targets: readonly string[]): Promise<unknown> => {
  const at = { sentAt: 0, createdAt: 0, updatedAt: 0 }
  const rows = targets.map((target) => ({
    ...at,
    id: `recipient ${target}`,
    tenantId: 'acme',
    channel: target.startsWith('+') ? ('sms' as const) : ('email' as const),
    target,
    state: 'confirmed' as const,
  }))
  return store.messageRecipients.insertMany(rows)
}
