import { normalizeDomain } from '../../../../rules/email-domain.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { text } from '../../../call/read.ts'
import { badRequest, conflict, notFound, refuseDuplicate } from '../../../call/refusal.ts'
import type { Ports, TransactionPorts } from '../../../ports.ts'
import type { SsoConnectionRecord, SsoDomainRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { succeedingGuarantorId } from '../../identity/access/connection-guarantor.ts'
import { saveSafely } from '../../identity/lockout-guard/guard.ts'
import { recordSsoConnection } from '../../identity/members/record-changes.ts'
import { readable } from './connection-fields.ts'
import { domainsOf, validatedDomains } from './connection-shape.ts'
import { assertMayRelease, keepingWayBack } from './enforcement.ts'
import { assertMayTrust } from './trust.ts'
import { announceDomainRemoval, announceTrust, takeTrustChange } from './trust-changes.ts'

const ROWS = {
  added: { action: 'SSO domain added', severity: 'Medium', start: 'Added', end: 'to' },
  removed: { action: 'SSO domain removed', severity: 'Medium', start: 'Removed', end: 'from' },
  verified: { action: 'SSO domain verified', severity: 'High', start: 'Verified', end: 'for' },
} as const

const changeOf = (domain: string, change: keyof typeof ROWS) => {
  if (change === 'added') return beforeAndAfter(null, { domain })
  if (change === 'removed') return beforeAndAfter({ domain }, null)
  return beforeAndAfter({ domain, isVerified: false }, { domain, isVerified: true })
}

/** Writes the audit entry about a domain, which is the same in both areas. */
export const auditDomain = (
  { audit }: Pick<SignedRequest, 'audit'>,
  inside: Collections,
  { id: connectionId }: Pick<SsoConnectionRecord, 'id'>,
  { domain, change }: { domain: string; change: keyof typeof ROWS },
): Promise<void> => {
  const { action, severity, start, end } = ROWS[change]
  return audit({
    inside,
    action,
    resource: 'SSO',
    severity,
    description: `${start} ${domain} ${end} an SSO connection`,
    detail: { connectionId, ...changeOf(domain, change) },
  })
}

const MAX_DOMAINS = 100

export const readDomain = async ({ ports }: SignedRequest, value: unknown): Promise<string> => {
  const domain = normalizeDomain(text(value, 'domain', 300))
  if (!domain) throw badRequest('domain must be a domain like company.com')
  if (await ports.isPublicEmailDomain(domain)) {
    throw badRequest(`Anyone can get an email at ${domain}. Enter a domain that belongs to your company.`)
  }
  return domain
}

const newDomain = (
  { clock, random }: Pick<Ports, 'clock' | 'random'>,
  { id: connectionId, tenantId }: Pick<SsoConnectionRecord, 'id' | 'tenantId'>,
  domain: string,
): SsoDomainRecord => ({
  id: random.uuid(),
  connectionId,
  tenantId,
  domain,
  validated: false,
  createdAt: clock.now(),
})

/** Refuses a domain that a concurrent request has added first. */
const refuseTwice = refuseDuplicate(() => conflict('This connection already has this domain.').as('taken'))

export interface DomainMove {
  from: Pick<SsoDomainRecord, 'id' | 'domain'> | undefined
  to: string
}

/**
 * Replaces a domain in the transaction that saves the connection. The proof of the old domain doesn't count for the new
 * one. Returns whether the new domain was added, which it isn't if the connection had it already.
 */
export const moveDomain = async (
  ports: TransactionPorts,
  connection: Pick<SsoConnectionRecord, 'id' | 'tenantId'>,
  { from, to }: DomainMove,
): Promise<boolean> => {
  const { ssoDomains } = ports.store
  if (from) await ssoDomains.delete({ id: from.id })
  if (await ssoDomains.find({ connectionId: connection.id, domain: to })) return false
  await ssoDomains.insert(newDomain(ports, connection, to)).catch(refuseTwice)
  return true
}

export const addDomain = async (
  call: SignedRequest,
  connection: SsoConnectionRecord,
  domain: string,
): Promise<SsoDomainRecord> => {
  const { ports } = call
  if ((await ports.store.ssoDomains.count({ connectionId: connection.id })) >= MAX_DOMAINS) {
    throw badRequest(`A connection can have up to ${MAX_DOMAINS} domains.`).as('limit-reached')
  }
  const insert = ports.store.transaction(async (store) => {
    const added = await store.ssoDomains.insert(newDomain(ports, connection, domain))
    await recordSsoConnection(call, store, connection, 'updated')
    await auditDomain(call, store, connection, { domain, change: 'added' })
    return added
  })
  return insert.catch(refuseTwice)
}

/**
 * Removes a domain. Users of a verified domain can then no longer sign in through the connection, so administrators are
 * notified.
 */
export const removeDomain = async (
  call: SignedRequest,
  connection: SsoConnectionRecord,
  { id, domain, validated }: SsoDomainRecord,
): Promise<void> => {
  const { ports } = call
  const isInUse = validated && connection.enabled
  if (isInUse) await assertMayRelease(call, connection)
  if (isInUse) await takeTrustChange(call)
  const isRemoved = await ports.store.transaction((store) =>
    keepingWayBack({ ...ports, store }, connection, async () => {
      const count = await store.ssoDomains.delete({ id })
      if (count > 0) await recordSsoConnection(call, store, connection, 'updated')
      await auditDomain(call, store, connection, { domain, change: 'removed' })
      return count > 0
    }),
  )
  if (isInUse && isRemoved) await announceDomainRemoval(call, connection, domain)
}

export const ownDomain = async (
  { ports }: SignedRequest,
  connection: Pick<SsoConnectionRecord, 'id'>,
  domainId: string,
): Promise<SsoDomainRecord> => {
  const found = await ports.store.ssoDomains.find({ id: domainId, connectionId: connection.id })
  if (!found) throw notFound('This domain was not found')
  return found
}

const NOT_FOUND_YET =
  'We didn’t find the TXT record yet. DNS changes can take up to 48 hours. Check the record, and try again.'

const TAKEN = 'Another account has verified this domain. Contact support if your company owns it.'

/** Locks the rows of a domain, so that concurrent validations of it wait for each other. */
const holdDomain = (store: Collections, domain: string) => store.ssoDomains.update({ domain }, { domain })

const take = async (store: Collections, claim: SsoDomainRecord): Promise<void> => {
  const { id, domain, tenantId } = claim
  await holdDomain(store, domain)
  const others = { domain, tenantId: { not: tenantId } }
  if ((await store.ssoDomains.count({ ...others, validated: true })) > 0) throw conflict(TAKEN).as('taken')
  if ((await store.ssoDomains.update({ id }, { validated: true })) === 0) throw notFound('This domain was not found')
  await store.ssoDomains.delete({ ...others, validated: false })
}

/**
 * Validates a domain by its DNS record. Other connections of the account that claim the domain need their own record.
 *
 * @throws Refusal 409 when the connection is required, and its new users include the last administrator or,
 * unconfirmed, the caller, who could not sign in through it
 */
export const validateDomain = async (
  call: SignedRequest,
  connection: SsoConnectionRecord,
  claim: SsoDomainRecord,
): Promise<void> => {
  const { ports } = call
  const domains = validatedDomains(await domainsOf(ports.store, connection.id))
  await assertMayTrust(call, connection, [...domains, claim.domain])
  const guarantorId = await succeedingGuarantorId(ports, call.auth, connection)
  const records = await readable(() => ports.ssoSetup.resolveTxt(claim.domain))
  const isProven = records.some((record) => record.trim() === connection.generatedVerification)
  if (!isProven) throw badRequest(NOT_FOUND_YET)
  if (connection.enabled) await takeTrustChange(call)
  const save = async (store: Collections) => {
    await take(store, claim)
    // The user who verifies a domain allows the identity provider to sign in as its users, so they become the
    // guarantor.
    await store.ssoConnections.update({ id: connection.id }, { guarantorId })
    await recordSsoConnection(call, store, connection, 'updated')
    await auditDomain(call, store, connection, { domain: claim.domain, change: 'verified' })
  }
  const value = { connectionId: connection.id, domainId: claim.id }
  // A connection that is off is required for no user.
  if (connection.enabled) await saveSafely(call, { kind: 'ssoDomain', value }, save)
  else await ports.store.transaction(save)
  if (connection.enabled) await announceTrust(call, connection)
}
