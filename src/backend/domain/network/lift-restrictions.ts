import type { Ports, TransactionPorts } from '../../ports.ts'
import type { TenantRecord } from '../../store/records.ts'
import { atConsole, audit, CONSOLE_USER } from '../audit/audit.ts'
import { beforeAndAfter } from '../audit/before-and-after.ts'
import { domainConfigOf } from '../identity/restrictions/email-domains.ts'
import { touchConfig } from '../identity/restrictions/ip-changes.ts'
import { ipConfigOf } from '../identity/restrictions/ip-rules.ts'
import { emailDomainsSetting } from '../settings/email-domains.ts'
import { mfaSetting } from '../settings/mfa.ts'

/** Ports of a transaction, which may use only its own collections. */

interface Change {
  before: object
  after: object
}

interface Restriction {
  /** The name for sentences in the command's output and the audit log. */
  name: string
  /** Turns the restriction off and keeps its settings. Returns `undefined` if it is off already. */
  lift(ports: TransactionPorts, tenantId: string): Promise<Change | undefined>
}

/** Restrictions that can lock out every administrator. Limits of sessions and passwords never refuse a sign-in. */
const RESTRICTIONS: readonly Restriction[] = [
  {
    name: 'IP restrictions',
    async lift(ports, tenantId) {
      const before = await ipConfigOf(ports.store, tenantId)
      if (!before.isActive) return undefined
      await touchConfig(ports, tenantId, { isActive: false })
      return { before, after: { ...before, isActive: false } }
    },
  },
  {
    name: 'the required second factor',
    async lift(ports, tenantId) {
      const before = await mfaSetting.of(ports.store, tenantId)
      if (before.enforceMFAType === 'DontForce') return undefined
      const after = { enforceMFAType: 'DontForce' } as const
      await mfaSetting.save(ports, tenantId, after)
      return { before, after }
    },
  },
  {
    name: 'email domain restrictions',
    async lift(ports, tenantId) {
      const before = await domainConfigOf(ports.store, tenantId)
      if (!before.active) return undefined
      const after = { ...before, active: false }
      await emailDomainsSetting.save(ports, tenantId, after)
      return { before, after }
    },
  },
  {
    name: 'the required single sign-on',
    async lift({ store, clock }, tenantId) {
      const before = await store.ssoSetups.list({ tenantId, enforced: true })
      if (before.length === 0) return undefined
      await store.ssoSetups.update({ tenantId, enforced: true }, { enforced: false, updatedAt: clock.now() })
      const connectionIds = before.map(({ id }) => id)
      return { before: { connectionIds, enforced: true }, after: { connectionIds, enforced: false } }
    },
  },
]

interface Lifting {
  /** Names of the restrictions that were turned off. */
  lifted: readonly string[]
  /** Whether the vendor requires a second factor of every account, which an account can't turn off. */
  vendorForcesMfa: boolean
}

/** Turns off all restrictions that lock users out of an account in one transaction, with an audit entry for each. */
export const liftRestrictions = async (ports: Ports, { id: tenantId }: Pick<TenantRecord, 'id'>): Promise<Lifting> => {
  const lifted = await ports.store.transaction(async (store) => {
    const inner = { ...ports, store }
    const done: { name: string; change: Change }[] = []
    for (const { name, lift } of RESTRICTIONS) {
      const change = await lift(inner, tenantId)
      if (change) done.push({ name, change })
    }
    for (const { name, change } of done) {
      await audit(inner, atConsole('front-entry unlock'), {
        tenantId,
        user: CONSOLE_USER,
        action: 'Restriction lifted',
        resource: 'Policies',
        severity: 'High',
        description: `Turned off ${name} from the console`,
        detail: beforeAndAfter(change.before, change.after),
      })
    }
    return done.map(({ name }) => name)
  })
  const { enforceMFAType } = await mfaSetting.ofVendor(ports.store)
  return { lifted, vendorForcesMfa: enforceMFAType !== 'DontForce' }
}
