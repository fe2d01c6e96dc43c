import { authorization } from '../../../../contract/authorization.ts'
import { isRecord } from '../../../../kernel/safe-json.ts'
import {
  FOR_EVERY_ORGANIZATION,
  isForEveryOrganization,
  isSameIssuer,
  withoutSlash,
} from '../../../../rules/oidc-issuer.ts'
import type { AuthRequest, SignedRequest } from '../../../call/auth.ts'
import { badRequest, notFound } from '../../../call/refusal.ts'
import type { Ports, TransactionPorts } from '../../../ports.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { assertMayCreateByOwnProof, succeedingGuarantorId } from '../../identity/access/connection-guarantor.ts'
import { isOidc, isReady } from '../../identity/access/required-sso.ts'
import { recordSsoConnectionChange } from '../../identity/members/record-changes.ts'
import { lockTenant } from '../../identity/roles/administrators.ts'
import { acsUrlOf, spEntityIdOf, ssoSecretUse } from '../sso.ts'
import { type ConnectionChanges, readable } from './connection-fields.ts'
import { auditedOf, domainsOf, validatedDomains } from './connection-shape.ts'
import { assertMayRelease, assertOtherWayIn, isEnforced, keepingWayBack } from './enforcement.ts'
import { saveSetup } from './setups.ts'
import { assertMayMap, assertMayTrust } from './trust.ts'
import { announceTrust, changesGuarantor, changesTrust, takeTrustChange } from './trust-changes.ts'

/** The path is the same for every provider (OpenID Connect Discovery 4). */
const WELL_KNOWN = authorization.getProviderMetadata.path

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the issuer exactly as the provider names itself (OpenID Connect Discovery 4.3). Tokens contain that text, so
 * a URL that differs in more than case and a final slash is refused. The URL of the discovery document itself is
 * accepted too.
 */
const discoverIssuer = async ({ ssoSetup }: Pick<Ports, 'ssoSetup'>, endpoint: string): Promise<string> => {
  const base = withoutSlash(endpoint.endsWith(WELL_KNOWN) ? endpoint.slice(0, -WELL_KNOWN.length) : endpoint)
  const found = parsed(await readable(() => ssoSetup.fetchText(base + WELL_KNOWN)))
  if (!isRecord(found) || typeof found.issuer !== 'string') {
    throw badRequest('There is no OpenID Connect discovery document at this issuer URL.')
  }
  if (isForEveryOrganization(found.issuer)) {
    throw badRequest(`${FOR_EVERY_ORGANIZATION} Enter the one of your own tenant.`)
  }
  if (!isSameIssuer(found.issuer, base)) {
    throw badRequest(`The provider at this URL names itself ${found.issuer.slice(0, 200)}. Enter that as the issuer.`)
  }
  const hasEndpoints = [found.authorization_endpoint, found.token_endpoint, found.jwks_uri].every(
    (url) => typeof url === 'string' && URL.canParse(url),
  )
  if (!hasEndpoints) throw badRequest('The discovery document of this provider is incomplete.')
  return found.issuer
}

const MAX_CONNECTIONS = 100

/** Fields that a test proves; after a change of one of them, earlier tests no longer count. */
const TESTED = [
  'type',
  'ssoEndpoint',
  'idpEntityId',
  'publicCertificate',
  'signRequest',
  'oidcClientId',
  'oidcSecret',
] as const satisfies readonly (keyof SsoConnectionRecord)[]

export const ownConnection = async ({ ports, auth }: AuthRequest, id: string): Promise<SsoConnectionRecord> => {
  const found = await ports.store.ssoConnections.find({ id, tenantId: auth.tenantId })
  if (!found) throw notFound('This SSO connection was not found')
  return found
}

/** Returns the connections, oldest first. The older area supports one connection per account and uses the first. */
export const connectionsOf = async ({ ports, auth }: AuthRequest) =>
  (await ports.store.ssoConnections.list({ tenantId: auth.tenantId })).sort(
    (one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
  )

const blank = ({ ports: { config, clock, random }, auth: { tenantId, user } }: SignedRequest): SsoConnectionRecord => ({
  id: random.uuid(),
  tenantId,
  enabled: false,
  type: 'saml',
  ssoEndpoint: '',
  idpEntityId: '',
  publicCertificate: '',
  signRequest: false,
  acsUrl: acsUrlOf(config.apiUrl),
  spEntityId: spEntityIdOf(config.apiUrl),
  oidcClientId: '',
  oidcSecret: '',
  generatedVerification: `front-entry-verification=${random.token(24)}`,
  roleIds: '[]',
  groups: '[]',
  skipEmailDomainValidation: false,
  allowIdpInitiated: false,
  configMetadata: '{}',
  guarantorId: user.id,
  createdAt: clock.now(),
  updatedAt: clock.now(),
})

/** Seals the secret for its connection, and replaces the issuer with the provider's own name. */
const prepared = async (ports: Ports, before: SsoConnectionRecord, changes: ConnectionChanges) => {
  const { oidcSecret, ssoEndpoint } = changes
  const isNewIssuer = ssoEndpoint !== undefined && ssoEndpoint !== '' && ssoEndpoint !== before.ssoEndpoint
  return {
    ...changes,
    ...(oidcSecret && { oidcSecret: await ports.secretBox.seal(oidcSecret, ssoSecretUse(before.id)) }),
    ...(isNewIssuer && isOidc({ ...before, ...changes }) && { ssoEndpoint: await discoverIssuer(ports, ssoEndpoint) }),
  }
}

const assertComplete = (connection: SsoConnectionRecord): void => {
  if (isReady({ ...connection, enabled: true })) return
  throw badRequest(
    isOidc(connection)
      ? 'Add the issuer and the client ID before you turn on this connection.'
      : 'Add the sign-in URL and the certificate before you turn on this connection.',
  )
}

interface Creation {
  mayBeIncomplete?: boolean
  /** Saves further records in the same transaction. */
  alongside?(store: Collections, connection: SsoConnectionRecord): Promise<void>
}

export const createConnection = async (
  call: SignedRequest,
  changes: ConnectionChanges,
  { mayBeIncomplete = false, alongside }: Creation = {},
): Promise<SsoConnectionRecord> => {
  const { ports, auth } = call
  const { tenantId } = auth
  if ((await ports.store.ssoConnections.count({ tenantId })) >= MAX_CONNECTIONS) {
    throw badRequest(`An account can have up to ${MAX_CONNECTIONS} SSO connections.`).as('limit-reached')
  }
  const empty = blank(call)
  const connection = { ...empty, ...changes }
  await assertMayMap(call, undefined, connection)
  await assertMayTrust(call, connection, [])
  await assertMayCreateByOwnProof(call, connection)
  const ready = { ...connection, ...(await prepared(ports, empty, changes)) }
  if (ready.enabled && !mayBeIncomplete) assertComplete(ready)
  if (changesTrust(undefined, ready)) await takeTrustChange(call)
  await ports.store.transaction(async (store) => {
    await store.ssoConnections.insert(ready)
    await saveSetup({ ...ports, store }, ready, {
      enabledAt: ready.enabled ? ports.clock.now() : null,
      updatesRoles: true,
    })
    await alongside?.(store, ready)
    await recordSsoConnectionChange(call, store, ready, {
      change: 'created',
      action: 'SSO connection created',
      description: `Created an SSO connection of type ${ready.type}`,
      detail: beforeAndAfter(null, auditedOf(ready)),
    })
  })
  if (changesTrust(undefined, ready)) await announceTrust(call, ready)
  return ready
}

const peerOf = (connection: SsoConnectionRecord): string =>
  isOidc(connection) ? connection.ssoEndpoint : connection.idpEntityId

/**
 * Removes the linked identities if the provider changes, because another provider may use the same id for another user.
 */
const forgetLinks = async (
  ports: TransactionPorts,
  before: SsoConnectionRecord,
  after: SsoConnectionRecord,
): Promise<void> => {
  if (peerOf(before) === peerOf(after) && isOidc(before) === isOidc(after)) return
  await ports.store.identities.delete({ provider: `sso:${before.id}` })
}

const isOtherTrust = (before: SsoConnectionRecord, after: SsoConnectionRecord): boolean =>
  TESTED.some((field) => before[field] !== after[field])

const setupAfter = (ports: TransactionPorts, before: SsoConnectionRecord, after: SsoConnectionRecord) => ({
  ...(isOtherTrust(before, after) && { test: '' }),
  ...(after.enabled && !before.enabled && { enabledAt: ports.clock.now() }),
  // If it is turned on again, it becomes required only after another check that no administrator is locked out.
  ...(before.enabled && !after.enabled && { enforced: false }),
})

/** Checks a change and returns the connection after it, without saving it. */
export const checkedChange = async (
  call: SignedRequest,
  before: SsoConnectionRecord,
  changes: ConnectionChanges,
): Promise<SsoConnectionRecord> => {
  const after = { ...before, ...changes }
  await assertMayMap(call, before, after)
  await assertMayTrust(call, after, validatedDomains(await domainsOf(call.ports.store, before.id)))
  const patch = await prepared(call.ports, before, changes)
  const changed = { ...after, ...patch, updatedAt: call.ports.clock.now() }
  if (!changesGuarantor(before, changed)) return changed
  return { ...changed, guarantorId: await succeedingGuarantorId(call.ports, call.auth, before) }
}

/** Returns only the changed fields, so that concurrent saves of other fields are kept. */
const differences = (before: SsoConnectionRecord, { id, ...after }: SsoConnectionRecord): ConnectionChanges =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== Reflect.get(before, field)))

const write = async (
  ports: TransactionPorts,
  before: SsoConnectionRecord,
  after: SsoConnectionRecord,
): Promise<void> => {
  const { id, tenantId } = after
  const patch = differences(before, after)
  if ((await ports.store.ssoConnections.update({ id, tenantId }, patch)) === 0) {
    throw notFound('This SSO connection was not found')
  }
  await forgetLinks(ports, before, after)
  const setup = setupAfter(ports, before, after)
  if (Object.keys(setup).length > 0) await saveSetup(ports, after, setup)
}

export interface ConnectionSave {
  before: SsoConnectionRecord
  after: SsoConnectionRecord
  /** Saves further records in the same transaction. */
  alongside?(store: Collections, connection: SsoConnectionRecord): Promise<void>
}

export const saveConnection = async (
  call: SignedRequest,
  { before, after, alongside }: ConnectionSave,
): Promise<SsoConnectionRecord> => {
  const { ports } = call
  const { tenantId } = after
  if (changesTrust(before, after)) await takeTrustChange(call)
  const isUntested = isOtherTrust(before, after)
  // The setup is created before the transaction, because the whole transaction would fail if another request inserted
  // it first.
  if (!(await ports.store.ssoSetups.get(after.id))) await saveSetup(ports, after, {})
  await ports.store.transaction(async (store) => {
    const inside = { ...ports, store }
    if (isUntested) await lockTenant(store, tenantId, ports.clock.now())
    const writeAll = async () => {
      await write(inside, before, after)
      await alongside?.(store, after)
    }
    if (before.enabled && !after.enabled) await keepingWayBack(inside, after, writeAll)
    else await writeAll()
    if (isUntested && (await isEnforced(store, after))) await assertOtherWayIn(inside, tenantId)
    await recordSsoConnectionChange(call, store, after, {
      action: 'SSO connection changed',
      description: `Changed an SSO connection of type ${after.type}`,
      detail: beforeAndAfter(auditedOf(before), auditedOf(after)),
    })
  })
  if (changesTrust(before, after)) await announceTrust(call, after)
  return after
}

/**
 * Updates a connection. Our area for several connections turns on only complete ones, while the older area stores what
 * its clients send.
 */
export const updateConnection = async (
  call: SignedRequest,
  before: SsoConnectionRecord,
  changes: ConnectionChanges,
  { alongside }: Pick<ConnectionSave, 'alongside'> = {},
): Promise<SsoConnectionRecord> => {
  const after = await checkedChange(call, before, changes)
  if (after.enabled && !before.enabled) assertComplete(after)
  return saveConnection(call, { before, after, alongside })
}

const erase = async (store: Collections, { id, tenantId }: SsoConnectionRecord): Promise<void> => {
  if ((await store.ssoConnections.delete({ id, tenantId })) === 0) {
    throw notFound('This SSO connection was not found')
  }
  await store.ssoDomains.delete({ connectionId: id })
  await store.ssoSetups.delete({ id })
  await store.samlSettings.delete({ id })
  await store.samlSessions.delete({ connectionId: id })
  await store.ssoFailures.delete({ connectionId: id })
  await store.identities.delete({ provider: `sso:${id}` })
}

export const deleteConnection = async (call: SignedRequest, connection: SsoConnectionRecord): Promise<void> => {
  const { ports } = call
  await assertMayRelease(call, connection)
  await ports.store.transaction(async (store) => {
    await keepingWayBack({ ...ports, store }, connection, () => erase(store, connection))
    await recordSsoConnectionChange(call, store, connection, {
      change: 'deleted',
      action: 'SSO connection deleted',
      description: `Deleted an SSO connection of type ${connection.type}`,
      detail: beforeAndAfter(auditedOf(connection), null),
    })
  })
}
