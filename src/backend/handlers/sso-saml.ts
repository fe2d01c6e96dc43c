import type { ssoSaml } from '../../contract/sso.ts'
import type { SamlConfig } from '../../entities/sso.ts'
import { appCallback } from '../call/app-links.ts'
import type { SignedRequest } from '../call/auth.ts'
import { textList } from '../call/read.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { isOidc } from '../domain/identity/access/required-sso.ts'
import { type ConnectionChanges, changesOf } from '../domain/sso/setup/connection-fields.ts'
import { groupsOf, toSamlConfig } from '../domain/sso/setup/connection-shape.ts'
import {
  type ConnectionSave,
  checkedChange,
  connectionsOf,
  createConnection,
  saveConnection,
  updateConnection,
} from '../domain/sso/setup/connections.ts'
import { auditDomain, type DomainMove, moveDomain, readDomain, validateDomain } from '../domain/sso/setup/domains.ts'
import { addGroup, changeGroup, removeGroup } from '../domain/sso/setup/groups.ts'
import { changesByMetadata, keeping } from '../domain/sso/setup/metadata.ts'
import { firstOf } from '../domain/sso/setup/weakening.ts'
import { acsUrlOf, spEntityIdOf } from '../domain/sso/sso.ts'
import { type Handlers, open, type SignedCall, signedIn } from '../http/handler.ts'
import { idsOf } from '../store/json-text.ts'
import type { SsoConnectionRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

const shownFirst = async (call: SignedRequest): Promise<SamlConfig> => {
  const { connection, domain } = await firstOf(call)
  return toSamlConfig(call.ports, connection, domain)
}

const existing = async (call: SignedRequest): Promise<SsoConnectionRecord> => {
  const { connection } = await firstOf(call)
  if (!connection) throw notFound('Single sign-on isn’t set up for this account')
  return connection
}

/** The settings for one company's provider must not sign in the users of another domain. */
const FORGOTTEN = { ssoEndpoint: '', idpEntityId: '', publicCertificate: '', signRequest: false } as const

const create = async (call: SignedRequest, changes: ConnectionChanges, domain: string) => {
  await createConnection(call, changes, {
    // In the older area, a connection is turned on first and completed later; until then sign-ins don't use it.
    mayBeIncomplete: true,
    alongside: async (store, connection) => {
      await moveDomain({ ...call.ports, store }, connection, { from: undefined, to: domain })
      await auditDomain(call, store, connection, { domain, change: 'added' })
    },
  })
}

const saveAtDomain = async (
  call: SignedRequest,
  { before, after }: Pick<ConnectionSave, 'before' | 'after'>,
  move: DomainMove,
) => {
  const alongside = async (store: Collections) => {
    const isAdded = await moveDomain({ ...call.ports, store }, after, move)
    if (move.from) await auditDomain(call, store, after, { domain: move.from.domain, change: 'removed' })
    if (isAdded) await auditDomain(call, store, after, { domain: move.to, change: 'added' })
  }
  await saveConnection(call, { before, after, alongside })
}

const updateConfig = async (call: SignedCall<(typeof ssoSaml)['updateConfig']>): Promise<SamlConfig> => {
  const { ports, body } = call
  const first = await firstOf(call)
  const { domain: given, isSamlActive, acsUrl, spEntityId, ...fields } = body
  const wanted = given ? await readDomain(call, given) : first.domain?.domain
  if (!wanted) throw badRequest('domain must be a domain like company.com')
  const changes = await changesOf(ports, fields)
  const { connection, domain } = first
  if (!connection) {
    await create(call, changes, wanted)
    return shownFirst(call)
  }
  const isMoved = domain !== undefined && domain.domain !== wanted
  const after = await checkedChange(call, connection, { ...changes, ...(isMoved && FORGOTTEN) })
  const save = { before: connection, after }
  if (domain?.domain === wanted) await saveConnection(call, save)
  else await saveAtDomain(call, save, { from: domain, to: wanted })
  return shownFirst(call)
}

const updateByMetadata = async (call: SignedCall<(typeof ssoSaml)['updateByMetadata']>): Promise<SamlConfig> => {
  const found = await changesByMetadata(call.ports, call.body.metadata)
  const { changes } = found
  const { connection } = await firstOf(call)
  if (connection) await updateConnection(call, connection, changes, keeping(call, found))
  else await createConnection(call, changes, keeping(call, found))
  return shownFirst(call)
}

const validate = async (call: SignedRequest): Promise<SamlConfig> => {
  const { connection, domain } = await firstOf(call)
  if (!connection || !domain) throw notFound('Single sign-on isn’t set up for this account')
  await validateDomain(call, connection, domain)
  return shownFirst(call)
}

const setRoles = async (call: SignedCall<(typeof ssoSaml)['setDefaultRoles']>) => {
  const roleIds = JSON.stringify([...new Set(textList(call.body.roleIds, 'roleIds'))])
  await updateConnection(call, await existing(call), { roleIds })
  return {}
}

const oidcConfig = async (call: SignedRequest) => {
  const active = (await connectionsOf(call)).some((connection) => isOidc(connection) && connection.enabled)
  return { active, redirectUri: appCallback(call.ports.config, 'oidcRedirectUrl') }
}

export const ssoSamlHandlers = {
  getConfig: signedIn(shownFirst),
  updateConfig: signedIn(updateConfig),
  getVendorConfig: signedIn(async ({ ports: { config } }) => ({
    acsUrl: acsUrlOf(config.apiUrl),
    spEntityId: spEntityIdOf(config.apiUrl),
  })),
  updateByMetadata: signedIn(updateByMetadata),
  validateDomain: signedIn(validate),
  getDefaultRoles: signedIn(async (call) => {
    const { connection } = await firstOf(call)
    return { roleIds: idsOf(connection?.roleIds ?? null) }
  }),
  setDefaultRoles: signedIn(setRoles),
  listGroups: signedIn(async (call) => {
    const { connection } = await firstOf(call)
    return connection ? groupsOf(connection) : []
  }),
  createGroup: signedIn(async (call) => addGroup(call, await existing(call), call.body)),
  updateGroup: signedIn(async (call) => changeGroup(call, await existing(call), { ...call.body, id: call.path.id })),
  deleteGroup: signedIn(async (call) => removeGroup(call, await existing(call), call.path.id)),
  getOidcConfig: signedIn(oidcConfig),
  getSsoPublicConfig: open(async ({ ports }) => ({
    isActive: (await ports.store.ssoConnections.count({ enabled: true })) > 0,
  })),
} satisfies Handlers<typeof ssoSaml>
