import { isRecord } from '../../../../kernel/safe-json.ts'
import type { FreshWhen } from '../../../call/ruled-request.ts'

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * Returns whether a request names a recipient, other than the caller, who hasn't confirmed messages of the account: a
 * stolen session could send the account's data there. This includes members, because inviting one requires no proof.
 */
export const sendsOutside: FreshWhen = async ({ ports, auth: { tenantId, user }, body }) => {
  const given = [body, ...listOf(body.subscriptions).filter(isRecord)]
  const targets = given.flatMap(({ recipients, to }) => [...listOf(recipients), ...listOf(to)])
  const named = new Set(targets.map((target) => String(target).trim().toLowerCase()))
  named.delete(user.email)
  const agreed = { tenantId, state: 'confirmed', target: { in: [...named] } } as const
  return (await ports.store.messageRecipients.count(agreed)) < named.size
}
