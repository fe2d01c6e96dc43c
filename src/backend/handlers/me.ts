import type { session } from '../../contract/session.ts'
import type { users } from '../../contract/users.ts'
import type { Me, MyTenants, Tenant } from '../../entities/auth.ts'
import { normalizeName } from '../../rules/names.ts'
import { sortByName } from '../../rules/sort-by-name.ts'
import type { AuthRequest } from '../call/auth.ts'
import { inOneTransaction } from '../call/one-transaction.ts'
import { optionalText, readOptionalName, text } from '../call/read.ts'
import { badRequest, forbidden } from '../call/refusal.ts'
import { beforeAndAfter, changedKeys } from '../domain/audit/before-and-after.ts'
import { deletePictures, isOwnPicture } from '../domain/base/pictures.ts'
import { toMe, toPermission, toRole, toTenant, toUserV3 } from '../domain/base/wire/wire.ts'
import { mintAccessToken } from '../domain/identity/access/sessions.ts'
import { admit, enterTenant, moveTo } from '../domain/identity/access/tenant-entry.ts'
import { removeLoginPhone } from '../domain/identity/credentials/login-phone.ts'
import { phoneNumber } from '../domain/identity/credentials/phones.ts'
import { assertManagedHere, renameUser } from '../domain/identity/members/members.ts'
import { grantsOf } from '../domain/identity/roles/grants.ts'
import { membershipsOf } from '../domain/identity/sessions/live-session.ts'
import { groupsSetting } from '../domain/settings/groups.ts'
import { readOf } from '../domain/settings/setting.ts'
import { authenticated, type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import { idsOf, jsonOf } from '../store/json-text.ts'

/** Returns the caller's profile in the tenant of the call; only the user sees all their tenants. */
const meOf = async ({ ports, auth }: AuthRequest): Promise<Me> => {
  const { vendorId } = ports.config
  const user = (await ports.store.users.get(auth.user.id)) ?? auth.user
  const stored = (await ports.store.members.get(auth.member.id)) ?? auth.member
  const member = { ...stored, tenantId: auth.tenantId }
  const memberships = await membershipsOf(ports, auth.session, auth.tenantId)
  const { roles, permissions } = await auth.grants()
  const grouped = memberships.filter(
    ({ tenantId, groupIds }) => tenantId !== auth.tenantId && idsOf(groupIds).length > 0,
  )
  if (grouped.length > 0)
    await ports.store.readTogether?.([
      readOf(
        grouped.map(({ tenantId }) => tenantId),
        [groupsSetting],
      ),
    ])
  const tenants = await Promise.all(
    memberships.map(async (membership) => ({
      tenantId: membership.tenantId,
      roles: (membership.tenantId === auth.tenantId
        ? roles
        : (await grantsOf(ports.store, membership, user)).roles
      ).map((role) => toRole(role, vendorId)),
    })),
  )
  const wireRoles = roles.map((role) => toRole(role, vendorId))
  return {
    ...toMe(
      toUserV3(member, user, wireRoles),
      wireRoles,
      permissions.map((permission) => toPermission(permission)),
    ),
    tenantIds: memberships.map(({ tenantId }) => tenantId),
    tenants,
  }
}

const tenantsOf = async ({ ports, auth }: AuthRequest): Promise<Tenant[]> => {
  const ids = (await membershipsOf(ports, auth.session, auth.tenantId)).map(({ tenantId }) => tenantId)
  const tenants = await ports.store.tenants.list({ id: { in: ids } })
  return sortByName(tenants).map((tenant) => toTenant(tenant, ports.config.vendorId))
}

const myTenants = async (call: AuthRequest): Promise<MyTenants> => {
  const tenants = await tenantsOf(call)
  const activeTenant = tenants.find(({ id }) => id === call.auth.tenantId)
  if (!activeTenant) throw forbidden("You don't belong to this account").as('not-a-member')
  return { tenants, activeTenant }
}

const MAX_METADATA_LENGTH = 20_000

type Updating = SignedCall<(typeof session)['updateProfile']>

/** Reads a contact number. A number can sign in only after a code sent to it was entered (`login-phone.ts`). */
const phoneOf = ({ ports, auth }: Updating, value: unknown): string | null | undefined => {
  if (value === null || value === '') return null
  return value === undefined ? undefined : phoneNumber(ports, value, { stored: [auth.user.phone] })
}

/**
 * Accepts the user's own upload or the stored URL, such as the identity provider's picture. With any other URL, every
 * viewer's browser would send a request to a server of the user's choice.
 */
const pictureOf = async ({ ports, auth: { user } }: Updating, value: unknown): Promise<string | null | undefined> => {
  if (value === user.profilePictureUrl) return undefined
  if (value === null || value === '') return null
  const url = optionalText(value, 'profilePictureUrl', 2_000_000)
  if (url !== undefined && !(await isOwnPicture(ports, ['user', user.id], url))) {
    throw badRequest('profilePictureUrl must be a picture that you uploaded')
  }
  return url
}

const metadataOf = (value: unknown): string | undefined => {
  const metadata = optionalText(value, 'metadata', MAX_METADATA_LENGTH)
  return metadata === undefined ? undefined : JSON.stringify(jsonOf(metadata))
}

/** A directory decides the names of its members; the client sends them back unchanged. */
const nameOf = ({ auth: { member } }: Updating, value: unknown): string | undefined => {
  const name = readOptionalName(value, 'name', 200)
  if (name === undefined || member.directoryId === null) return name
  if (name !== normalizeName(member.name)) assertManagedHere(member)
  return undefined
}

const MAX_LOGGED_URL_LENGTH = 500

interface Profile {
  name: string
  phone: string | null
  profilePictureUrl: string | null
  metadata: string
}

const profileOf = ({ auth: { user, member } }: Updating): Profile => ({
  name: member.name,
  phone: user.phone,
  profilePictureUrl: user.profilePictureUrl,
  metadata: user.metadata,
})

/**
 * Returns the fields of a profile that the audit log shows. Metadata belongs to the host and can be long, and rows are
 * never changed.
 */
const loggedOf = ({ name, phone, profilePictureUrl }: Profile) => ({
  name,
  phone,
  profilePictureUrl: profilePictureUrl?.slice(0, MAX_LOGGED_URL_LENGTH) ?? null,
})

/**
 * Updates the caller's profile. The client sends the whole profile back; only the fields that belong to its owner are
 * used.
 */
const updateMe = async (call: Updating): Promise<Me> => {
  const { ports, auth, body, audit } = call
  const name = nameOf(call, body.name)
  const patch = {
    name,
    phone: auth.user.mfaEnrolled ? undefined : phoneOf(call, body.phoneNumber),
    profilePictureUrl: await pictureOf(call, body.profilePictureUrl),
    metadata: metadataOf(body.metadata),
  }
  const before = profileOf(call)
  // Fields that were not sent stay unchanged.
  const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const after: Profile = { ...before, ...sent }
  const notify = await ports.store.transaction(async (store) => {
    await store.users.update({ id: auth.user.id }, patch)
    if (name !== undefined) await renameUser(store, auth.user.id, name)
    if (patch.profilePictureUrl === null) await deletePictures(store, ['user', auth.user.id])
    await audit({
      inside: store,
      action: 'Profile updated',
      resource: 'Users',
      description: 'Changed the own profile',
      detail: {
        ...beforeAndAfter(loggedOf(before), loggedOf(after)),
        changedMetadata: changedKeys(jsonOf(before.metadata), jsonOf(after.metadata)),
      },
    })
    return patch.phone === null && auth.user.phone !== null ? removeLoginPhone(ports, store, auth.user.id) : undefined
  })
  await notify?.()
  return meOf(call)
}

export const meHandlers = {
  getMe: { ...signedIn((call) => meOf(call)), withMemberships: true },
  getProfile: { ...signedIn((call) => meOf(call)), withMemberships: true },
  updateProfile: signedIn((call) => updateMe(call)),
  getMyAuthorization: authenticated(async ({ auth, ports }) => {
    const { roles, permissions } = await auth.grants()
    return {
      roles: roles.map((role) => toRole(role, ports.config.vendorId)),
      permissions: permissions.map((permission) => toPermission(permission)),
    }
  }),
  getMyTenantsV1: signedIn((call) => myTenants(call)),
  getMyTenantsV2: signedIn((call) => tenantsOf(call)),
  getMyTenantsV3: signedIn((call) => myTenants(call)),
  switchTenant: signedIn(async (call) => {
    const { ports, auth, caller } = call
    const tenantId = text(call.body.tenantId, 'tenantId')
    const entry = await admit({ ports, caller }, { ...auth, tenantId })
    await inOneTransaction(call, async (inner) => {
      await moveTo(inner.ports, entry)
      await inner.ports.store.users.update({ id: auth.user.id }, { tenantId })
      await inner.audit({
        tenantId,
        action: 'Tenant switched',
        resource: 'Authentication',
        description: 'Switched to this account',
      })
    })
    return {}
  }),
} satisfies Pick<
  Handlers<typeof session>,
  | 'getMe'
  | 'getProfile'
  | 'updateProfile'
  | 'getMyAuthorization'
  | 'getMyTenantsV1'
  | 'getMyTenantsV2'
  | 'getMyTenantsV3'
  | 'switchTenant'
>

export const tenantTokenHandlers = {
  getUserJwtForTenant: signedIn(async ({ ports, auth, body, caller }) => {
    const tenantId = text(body.tenantId, 'tenantId')
    const token = await mintAccessToken(ports, await enterTenant({ ports, caller }, { ...auth, tenantId }))
    return { accessToken: token.accessToken, expires: token.expires, expiresIn: token.expiresIn }
  }),
} satisfies Pick<Handlers<typeof users>, 'getUserJwtForTenant'>
