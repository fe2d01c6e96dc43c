import type { permissions, roleList, roles } from '../../contract/roles.ts'
import type { AuditEntry, Auth, SignedRequest } from '../call/auth.ts'
import { number, readDescription, readName, text, textList } from '../call/read.ts'
import { badRequest, conflict, refuseDuplicate } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { iso, readRecordsPage, toPermission, toRole } from '../domain/base/wire/wire.ts'
import { keepingAdministrator } from '../domain/identity/lockout-guard/administrator-stays.ts'
import { recordRole } from '../domain/identity/members/record-changes.ts'
import { namesAnyOf } from '../domain/identity/roles/administrators.ts'
import { assertHolds, assertMayGrant } from '../domain/identity/roles/granting.ts'
import { rolesOfTenant } from '../domain/identity/roles/grants.ts'
import { assertOutranksRoles, rankForRole } from '../domain/identity/roles/rank.ts'
import { impactOf, ownRoleOf, permissionsByIds, roleOf } from '../domain/identity/roles/roles.ts'
import { pageFields } from '../domain/identity/team/user-list.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import { idsOf } from '../store/json-text.ts'
import type { PermissionRecord, RoleRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

const MAX_LEVEL = 32_767
const MAX_PERMISSIONS = 2_000

/** Returns the level of a new role, which never ranks higher than its creator, who may have no rank. */
const newLevel = async (auth: Auth, requested: unknown, permissionIds: string): Promise<number> => {
  const level = requested === undefined ? 0 : levelOf(requested)
  return Math.min(MAX_LEVEL, Math.max(level, await rankForRole(auth, { level, permissionIds })))
}

/** Reads a key; keys are used in tokens and in the host's code. */
const keyOf = (value: unknown): string => {
  const key = text(value, 'key', 100)
  if (!/^[\w.:-]+$/.test(key)) throw badRequest('key may contain only letters, digits and . _ : -')
  return key
}

const keyTaken = () => conflict('A role with this key already exists.').as('taken')

const assertKeyIsFree = async (ports: Ports, tenantId: string, key: string, except?: string) => {
  const taken = await ports.store.roles.list({ key, tenantId: { in: [tenantId, null] } })
  if (taken.some(({ id }) => id !== except)) throw keyTaken()
}

const levelOf = (value: unknown): number => Math.trunc(number(value, 'level', { min: 0, max: MAX_LEVEL }))

const idList = (value: unknown, field: string): string[] => {
  const ids = [...new Set(textList(value, field))]
  if (ids.length > MAX_PERMISSIONS) throw badRequest(`${field} is too long`)
  return ids
}

interface RoleChange extends Pick<AuditEntry, 'action' | 'description'> {
  change: 'created' | 'updated' | 'deleted'
  before: RoleRecord | null
  after: RoleRecord | null
}

/** Records the event of a changed role, and its row in the audit log. */
const recordRoleChange = async (
  call: SignedRequest,
  store: Collections,
  role: RoleRecord,
  { change, before, after, ...entry }: RoleChange,
): Promise<void> => {
  await recordRole(call, store, role, change)
  const detail = { roleId: role.id, ...beforeAndAfter(before && factsOf(before), after && factsOf(after)) }
  await call.audit({ ...entry, inside: store, resource: 'Roles', severity: 'Medium', detail })
}

/** Returns the fields of a role that the audit log shows. */
const factsOf = ({ key, name, description, isDefault, level, permissionIds }: RoleRecord) => ({
  key,
  name,
  description,
  isDefault,
  level,
  permissionIds: idsOf(permissionIds),
})

const addRole = async (call: SignedCall<(typeof roles)['addRole']>) => {
  const { ports, auth, body } = call
  const key = keyOf(body.key)
  const name = readName(body.name, 'name', 100)
  const held = await permissionsByIds(ports.store, idList(body.permissions ?? [], 'permissions'))
  await assertHolds(auth, held)
  await assertKeyIsFree(ports, auth.tenantId, key)
  const now = ports.clock.now()
  const permissionIds = JSON.stringify(held.map(({ id }) => id))
  const role: RoleRecord = {
    id: ports.random.uuid(),
    tenantId: auth.tenantId,
    key,
    name,
    description: readDescription(body.description, 'description'),
    isDefault: body.isDefault === true,
    level: await newLevel(auth, body.level, permissionIds),
    permissionIds,
    createdAt: now,
    updatedAt: now,
  }
  const insert = ports.store.transaction(async (store) => {
    await store.roles.insert(role)
    await recordRoleChange(call, store, role, {
      change: 'created',
      action: 'Role created',
      description: `Created the role ${name}`,
      before: null,
      after: role,
    })
  })
  await insert.catch(refuseDuplicate(keyTaken))
  return toRole(role, ports.config.vendorId)
}

const updateRole = async (call: SignedCall<(typeof roles)['updateRole']>) => {
  const { ports, auth, body, path } = call
  const role = await ownRoleOf(ports, auth.tenantId, path.roleId)
  await assertOutranksRoles(auth, [role])
  const patch = {
    ...(body.key !== undefined && { key: keyOf(body.key) }),
    ...(body.name !== undefined && { name: readName(body.name, 'name', 100) }),
    ...(body.description !== undefined && { description: readDescription(body.description, 'description') }),
    ...(body.isDefault !== undefined && { isDefault: body.isDefault === true }),
    ...(body.level !== undefined && { level: levelOf(body.level) }),
    updatedAt: ports.clock.now(),
  }
  if (patch.key !== undefined) await assertKeyIsFree(ports, auth.tenantId, patch.key, role.id)
  if (patch.level !== undefined) await assertOutranksRoles(auth, [{ ...role, level: patch.level }])
  // A default role is granted to every new member, so the caller must hold its permissions.
  if (patch.isDefault && !role.isDefault) await assertMayGrant(ports, auth, [role])
  const changed = { ...role, ...patch }
  await ports.store.transaction(async (store) => {
    await store.roles.update({ id: role.id, tenantId: auth.tenantId }, patch)
    await recordRoleChange(call, store, changed, {
      change: 'updated',
      action: 'Role updated',
      description: `Changed the role ${role.name}`,
      before: role,
      after: changed,
    })
  })
  return toRole(changed, ports.config.vendorId)
}

const deleteRole = async (call: SignedCall<(typeof roles)['deleteRole']>) => {
  const { ports, auth, path } = call
  const role = await ownRoleOf(ports, auth.tenantId, path.roleId)
  await assertOutranksRoles(auth, [role])
  // One write suffices, regardless of the number of users with the role: the id of a deleted role is ignored
  // (`rolesByIds`).
  await keepingAdministrator(call, async (store) => {
    await store.roles.delete({ id: role.id })
    await recordRoleChange(call, store, role, {
      change: 'deleted',
      action: 'Role deleted',
      description: `Deleted the role ${role.name}`,
      before: role,
      after: null,
    })
  })
  return {}
}

const setPermissions = async (call: SignedRequest, role: RoleRecord, wanted: PermissionRecord[]) => {
  const { ports, auth } = call
  const patch = { permissionIds: JSON.stringify(wanted.map(({ id }) => id)), updatedAt: ports.clock.now() }
  const changed = { ...role, ...patch }
  // A role of the product may become administrative, which only a higher rank may do while a provider vouches.
  await assertOutranksRoles(auth, [role, changed])
  const before = idsOf(role.permissionIds)
  await assertHolds(
    auth,
    wanted.filter(({ id }) => !before.includes(id)),
  )
  await keepingAdministrator(call, async (store) => {
    await store.roles.update({ id: role.id, tenantId: auth.tenantId }, patch)
    await recordRoleChange(call, store, changed, {
      change: 'updated',
      action: 'Role permissions changed',
      description: `Changed what the role ${role.name} allows`,
      before: role,
      after: changed,
    })
  })
  return changed
}

export const rolesHandlers = {
  listRoles: signedIn(async ({ ports, auth }) => {
    const found = await rolesOfTenant(ports.store, auth.tenantId)
    return found.map((role) => toRole(role, ports.config.vendorId))
  }),
  addRole: signedIn((call) => addRole(call)),
  updateRole: signedIn((call) => updateRole(call)),
  deleteRole: signedIn((call) => deleteRole(call)),
  attachPermissions: signedIn(async (call) => {
    const { ports, auth, path, body } = call
    const role = await ownRoleOf(ports, auth.tenantId, path.roleId)
    const wanted = await permissionsByIds(ports.store, idList(body.permissionIds, 'permissionIds'))
    return toRole(await setPermissions(call, role, wanted), ports.config.vendorId)
  }),
} satisfies Handlers<typeof roles>

/** Returns the ids of the roles that hold each permission. */
const holdersByPermission = (roles: readonly RoleRecord[]): Map<string, string[]> => {
  const holders = new Map<string, string[]>()
  for (const role of roles) {
    for (const id of idsOf(role.permissionIds)) {
      const known = holders.get(id)
      if (known) known.push(role.id)
      else holders.set(id, [role.id])
    }
  }
  return holders
}

export const permissionsHandlers = {
  listPermissions: signedIn(async ({ ports, auth }) => {
    const holders = holdersByPermission(await rolesOfTenant(ports.store, auth.tenantId))
    const all = await ports.store.permissions.list({})
    return all.map((permission) => toPermission(permission, holders.get(permission.id) ?? []))
  }),
  listCategories: signedIn(async ({ ports }) => {
    const all = await ports.store.permissions.list({})
    const categories = await ports.store.permissionCategories.list({})
    return categories.map(({ id, name, description, createdAt, updatedAt }) => {
      const own = all.filter(({ categoryId }) => categoryId === id)
      return {
        id,
        name,
        description,
        feCategory: own.some(({ key }) => key.startsWith('fe.')),
        permissionIds: own.map((permission) => permission.id),
        createdAt: iso(createdAt),
        updatedAt: iso(updatedAt),
      }
    })
  }),
} satisfies Handlers<typeof permissions>

export const roleListHandlers = {
  listRoles: signedIn(async ({ ports, auth, query }) => {
    const requested = readRecordsPage(query)
    const where = { tenantId: { in: [auth.tenantId, null] } }
    const page = await ports.store.roles.page({ where, ...requested.page })
    const count = (id: string) => ports.store.members.count({ tenantId: auth.tenantId, roleIds: namesAnyOf([id]) })
    return {
      items: await Promise.all(
        page.items.map(async (role) => ({
          ...toRole(role, ports.config.vendorId),
          userCount: await count(role.id),
        })),
      ),
      ...pageFields(query, { ...requested, total: page.total }),
    }
  }),
  roleImpact: signedIn(async ({ ports, auth, path, body }) => {
    const role = await roleOf(ports, auth.tenantId, path.roleId)
    const requested = await permissionsByIds(ports.store, idList(body.permissionIds, 'permissionIds'))
    return impactOf(ports.store, auth.tenantId, role, requested)
  }),
} satisfies Handlers<typeof roleList>
