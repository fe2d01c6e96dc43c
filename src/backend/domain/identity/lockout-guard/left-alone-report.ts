import type { Caller } from '../../../call/caller.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { audit } from '../../audit/audit.ts'
import { type Limit, takeSlot } from '../../base/limits/limits.ts'
import { leftAloneMail } from '../../mail/administrator-mails.ts'
import { post } from '../../mail/mails.ts'
import { responsibleAdministrators } from '../roles/administrators.ts'
import { type AloneAccount, accountsLeftAlone } from './accounts-left-alone.ts'

/** Limits emails, so that a directory that sends the same change again and again doesn't fill mailboxes. */
const ALERTS: Limit = { name: 'left-alone', tries: 5, windowMs: 24 * 3_600_000 }

const NAMES_SHOWN = 5

interface Loss {
  tenantId: string
  /** The members, also of other accounts that lose them with the same change, with their roles after it. */
  losing: readonly { member: MemberRecord; roleIds: readonly string[] }[]
  /** The connection or the user in the audit entry. */
  actor: { id: string; email: string }
  /** Time when the members still had their access. @default now */
  judgedAt?: number
}

const firstNames = (names: readonly string[]): string[] =>
  [...names].sort((left, right) => left.localeCompare(right)).slice(0, NAMES_SHOWN)

/**
 * Reports the sub-accounts that lose their last administrator by a change that no dialog asks about, such as one of a
 * directory. It isn't refused, because users who leave a company must lose access at once.
 */
export const reportingLeftAlone = (ports: Ports, caller: Caller, { tenantId, losing, actor, judgedAt }: Loss) => {
  const able = losing.filter(({ member }) => member.subAccountAccess)
  const own = able.filter(({ member }) => member.tenantId === tenantId)
  const who = firstNames(own.map(({ member }) => member.email)).join(', ')
  let left: readonly AloneAccount[] = []
  const names = () => firstNames(left.map(({ name }) => name))
  return {
    /** Writes an audit entry. Runs in the transaction of the change, before it. */
    async before(store: Collections): Promise<void> {
      const changes = able.map(({ member, roleIds }) => ({ tenantId: member.tenantId, userId: member.userId, roleIds }))
      const clock = { now: () => judgedAt ?? ports.clock.now() }
      left = own.length > 0 ? await accountsLeftAlone({ ...ports, store, clock }, tenantId, changes) : []
      if (left.length === 0) return
      await audit(ports, caller, {
        inside: store,
        tenantId,
        user: actor,
        action: 'Sub-accounts left without administrator',
        resource: 'Sub-accounts',
        severity: 'High',
        description: `${left.length === 1 ? '1 sub-account lost its' : `${left.length} sub-accounts lost their`} last administrator (${who}): ${names().join(', ')}`,
        detail: { count: left.length, tenantIds: left.map(({ tenantId: id }) => id) },
      })
    },
    /** Emails the administrators of the account. Runs after the commit, and never fails the change. */
    async after(): Promise<void> {
      if (left.length === 0 || (await takeSlot(ports, ALERTS, tenantId)) !== 'within') return
      const { name: tenantName = '' } = (await ports.store.tenants.get(tenantId)) ?? {}
      const facts = { tenantName, who, names: names(), count: left.length }
      const administrators = await responsibleAdministrators(ports.store, tenantId)
      await Promise.all(administrators.map((to) => post(ports, leftAloneMail(ports, to, facts))))
    },
  }
}
