import { normalizeDomain } from '../../../rules/email-domain.ts'
import type { SignedRequest } from '../../call/auth.ts'
import { text } from '../../call/read.ts'
import { badRequest, conflict, notFound } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord, SsoDomainRecord } from '../../store/records.ts'
import { type Collections, DuplicateError } from '../../store/store.ts'
import { recordSsoConnection } from '../events/record-policies.ts'
import type { GuardPorts } from '../lockout-guard/judge.ts'
import { readable } from './connection-fields.ts'
import { assertWayBack, isEnforced } from './enforcement.ts'
import { assertMayTrust } from './trust.ts'
import { announceTrust, assertMayChangeTrust } from './trust-changes.ts'
import { domainsOf, validatedDomains } from './verified-domains.ts'

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

/** Another request, at the same moment, has added the domain first. */
const refuseTwice = (error: unknown): never => {
  throw error instanceof DuplicateError ? conflict('This connection already has this domain.') : error
}

export interface DomainMove {
  from: Pick<SsoDomainRecord, 'id' | 'domain'> | undefined
  to: string
}

/**
 * Replaces a domain in the transaction that saves the connection. What was proven of the old one proves nothing of the new
 * one. Returns whether the connection didn't have the new one before.
 */
export const moveDomain = async (
  ports: GuardPorts,
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
    throw badRequest(`A connection can have up to ${MAX_DOMAINS} domains.`)
  }
  try {
    return await ports.store.transaction(async (store) => {
      const added = await store.ssoDomains.insert(newDomain(ports, connection, domain))
      await recordSsoConnection(call, store, connection, 'updated')
      return added
    })
  } catch (error) {
    return refuseTwice(error)
  }
}

export const removeDomain = (call: SignedRequest, connection: SsoConnectionRecord, id: string): Promise<void> =>
  call.ports.store.transaction(async (store) => {
    if ((await store.ssoDomains.delete({ id })) > 0) await recordSsoConnection(call, store, connection, 'updated')
  })

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

/** Callers that validate the same domain at the same moment wait for each other here. */
const holdDomain = (store: Collections, domain: string) => store.ssoDomains.update({ domain }, { domain })

const take = async (store: Collections, claim: SsoDomainRecord): Promise<void> => {
  const { id, domain, tenantId } = claim
  await holdDomain(store, domain)
  const others = { domain, tenantId: { not: tenantId } }
  if ((await store.ssoDomains.count({ ...others, validated: true })) > 0) throw conflict(TAKEN)
  if ((await store.ssoDomains.update({ id }, { validated: true })) === 0) throw notFound('This domain was not found')
  await store.ssoDomains.delete({ ...others, validated: false })
}

/** A record at the domain proves it; other connections of the account that claim it have their own record. */
export const validateDomain = async (
  call: SignedRequest,
  connection: SsoConnectionRecord,
  claim: SsoDomainRecord,
): Promise<void> => {
  const { ports } = call
  const domains = validatedDomains(await domainsOf(ports.store, connection.id))
  await assertMayTrust(call, connection, [...domains, claim.domain])
  const records = await readable(() => ports.ssoSetup.resolveTxt(claim.domain))
  const isProven = records.some((record) => record.trim() === connection.generatedVerification)
  if (!isProven) throw badRequest(NOT_FOUND_YET)
  if (connection.enabled) await assertMayChangeTrust(call)
  await ports.store.transaction(async (store) => {
    await take(store, claim)
    await recordSsoConnection(call, store, connection, 'updated')
    if (await isEnforced(store, connection)) await assertWayBack({ ...ports, store }, connection.tenantId)
  })
  if (connection.enabled) await announceTrust(call, connection)
}
