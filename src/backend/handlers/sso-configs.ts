import type { ssoConfigs } from '../../contract/sso.ts'
import { textList } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { changesOf } from '../domain/sso/setup/connection-fields.ts'
import { domainsOf, groupsOf, toSsoConfig, toSsoDomain } from '../domain/sso/setup/connection-shape.ts'
import {
  connectionsOf,
  createConnection,
  deleteConnection,
  ownConnection,
  updateConnection,
} from '../domain/sso/setup/connections.ts'
import { addDomain, ownDomain, readDomain, removeDomain, validateDomain } from '../domain/sso/setup/domains.ts'
import { addGroup, changeGroup, removeGroup } from '../domain/sso/setup/groups.ts'
import { changesByMetadata, changesByUrl, keeping } from '../domain/sso/setup/metadata.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import { idsOf } from '../store/json-text.ts'
import type { SsoConnectionRecord } from '../store/records.ts'

const shown = async ({ store }: Ports, connection: SsoConnectionRecord) =>
  toSsoConfig(connection, await domainsOf(store, connection.id))

const own = <E>(call: SignedCall<E> & { path: { configId: string } }) => ownConnection(call, call.path.configId)

const createByUrl = async (call: SignedCall<(typeof ssoConfigs)['createConfigByMetadataUrl']>) => {
  const found = await changesByUrl(call.ports, call.body.url)
  const { configMetadata } = call.body
  const given = await changesOf(call.ports, configMetadata === undefined ? {} : { configMetadata })
  const connection = await createConnection(call, { ...given, ...found.changes }, keeping(call, found))
  return shown(call.ports, connection)
}

const updateByUrl = async (call: SignedCall<(typeof ssoConfigs)['updateConfigByMetadataUrl']>) => {
  const before = await own(call)
  const found = await changesByUrl(call.ports, call.body.url)
  const { url, changes } = found
  const { configMetadata } = call.body
  const given = await changesOf(call.ports, configMetadata === undefined ? {} : { configMetadata })
  const isMoved = (await call.ports.store.ssoSetups.get(before.id))?.metadataUrl !== url
  // A caller who sets another URL vouches for its content, even if that is currently the same.
  const guarantor = isMoved ? { guarantorId: call.auth.user.id } : {}
  const connection = await updateConnection(call, before, { ...given, ...changes, ...guarantor }, keeping(call, found))
  return shown(call.ports, connection)
}

const createDomain = async (call: SignedCall<(typeof ssoConfigs)['createDomain']>) => {
  const connection = await own(call)
  const added = await addDomain(call, connection, await readDomain(call, call.body.domain))
  return toSsoDomain(added)
}

const deleteDomain = async (call: SignedCall<(typeof ssoConfigs)['deleteDomain']>) => {
  const connection = await own(call)
  const removed = await ownDomain(call, connection, call.path.domainId)
  await removeDomain(call, connection, removed)
  return {}
}

const validate = async (call: SignedCall<(typeof ssoConfigs)['validateDomain']>) => {
  const connection = await own(call)
  const claim = await ownDomain(call, connection, call.path.domainId)
  await validateDomain(call, connection, claim)
  return {}
}

const setRoles = async (call: SignedCall<(typeof ssoConfigs)['setDefaultRoles']>) => {
  const roleIds = JSON.stringify([...new Set(textList(call.body.roleIds, 'roleIds'))])
  await updateConnection(call, await own(call), { roleIds })
  return {}
}

export const ssoConfigsHandlers = {
  listConfigs: signedIn(async (call) =>
    Promise.all((await connectionsOf(call)).map((connection) => shown(call.ports, connection))),
  ),
  createConfig: signedIn(async (call) => {
    const { groups } = call.body
    if (groups !== undefined && !Array.isArray(groups)) throw badRequest('groups must be a list')
    return shown(call.ports, await createConnection(call, await changesOf(call.ports, call.body)))
  }),
  updateConfig: signedIn(async (call) => {
    const before = await own(call)
    return shown(call.ports, await updateConnection(call, before, await changesOf(call.ports, call.body)))
  }),
  deleteConfig: signedIn(async (call) => {
    await deleteConnection(call, await own(call))
    return {}
  }),
  createConfigByMetadata: signedIn(async (call) => {
    const found = await changesByMetadata(call.ports, call.body.metadata)
    return shown(call.ports, await createConnection(call, found.changes, keeping(call, found)))
  }),
  updateConfigByMetadata: signedIn(async (call) => {
    const before = await own(call)
    const found = await changesByMetadata(call.ports, call.body.metadata)
    return shown(call.ports, await updateConnection(call, before, found.changes, keeping(call, found)))
  }),
  createConfigByMetadataUrl: signedIn(createByUrl),
  updateConfigByMetadataUrl: signedIn(updateByUrl),
  createDomain: signedIn(createDomain),
  deleteDomain: signedIn(deleteDomain),
  validateDomain: signedIn(validate),
  getDefaultRoles: signedIn(async (call) => ({ roleIds: idsOf((await own(call)).roleIds) })),
  setDefaultRoles: signedIn(setRoles),
  listGroups: signedIn(async (call) => groupsOf(await own(call))),
  createGroup: signedIn(async (call) => addGroup(call, await own(call), call.body)),
  updateGroup: signedIn(async (call) => changeGroup(call, await own(call), { ...call.body, id: call.path.groupId })),
  deleteGroup: signedIn(async (call) => removeGroup(call, await own(call), call.path.groupId)),
} satisfies Handlers<typeof ssoConfigs>
