import type { FoundRecord, recordSearch } from '../../contract/search.ts'
import { withoutInvisibleEnds } from '../../rules/pasted-text.ts'
import { holdsPermission } from '../../rules/permission.ts'
import { text } from '../call/read.ts'
import { shownIdOf } from '../domain/identity/members/members.ts'
import { pathsBelow } from '../domain/identity/tenants/account-paths.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'

type FindCall = SignedCall<(typeof recordSearch)['find']>

/** Maximum number of results of each kind. */
const MAX_FOUND = 5
const ONLY = { offset: 0, limit: MAX_FOUND, sort: { field: 'name', order: 'ASC' } } as const
const inName = (wanted: string) => ({ text: wanted, fields: ['name'] as const })

const findUsers = async ({ ports: { store }, auth }: FindCall, wanted: string): Promise<FoundRecord[]> => {
  const search = { text: wanted, fields: ['name', 'email'] as const }
  const { items } = await store.members.page({ ...ONLY, where: { tenantId: auth.tenantId }, search })
  // Until the invitation is accepted, the account sees no data of the user.
  const ids = items.filter(({ activated }) => activated).map(({ userId }) => userId)
  const users = ids.length > 0 ? await store.users.list({ id: { in: ids } }) : []
  const pictures = new Map(users.map(({ id, profilePictureUrl }) => [id, profilePictureUrl]))
  return items.map((member) => {
    const pictureUrl = pictures.get(member.userId)
    return { id: shownIdOf(member), name: member.name, note: member.email, ...(pictureUrl && { pictureUrl }) }
  })
}

const findGroups = async ({ ports: { store }, auth }: FindCall, wanted: string): Promise<FoundRecord[]> => {
  const { items } = await store.groups.page({ ...ONLY, where: { tenantId: auth.tenantId }, search: inName(wanted) })
  return items.map(({ id, name, description }) => ({ id, name, note: description }))
}

const findRoles = async ({ ports: { store }, auth }: FindCall, wanted: string): Promise<FoundRecord[]> => {
  const where = { tenantId: { in: [auth.tenantId, null] } }
  const { items } = await store.roles.page({ ...ONLY, where, search: inName(wanted) })
  return items.map(({ id, name, description }) => ({ id, name, note: description }))
}

const findAccounts = async ({ ports: { store }, auth }: FindCall, wanted: string): Promise<FoundRecord[]> => {
  const where = { ancestorId: auth.tenantId }
  const { items } = await store.accountLinks.page({ ...ONLY, where, search: inName(wanted) })
  const ids = items.map(({ tenantId }) => tenantId)
  const paths = await pathsBelow(store, auth.tenantId, ids)
  return items.map(({ tenantId, name }) => ({ id: tenantId, name, path: paths.get(tenantId) ?? [] }))
}

/** Searches only the kinds whose list the caller may read. */
const find = async (call: FindCall) => {
  const { keys } = await call.auth.grants()
  const wanted = withoutInvisibleEnds(text(call.query.text, 'text', 200))
  const ifMay = async (key: string, read: typeof findUsers): Promise<FoundRecord[]> =>
    wanted !== '' && holdsPermission(keys, key) ? read(call, wanted) : []
  return {
    users: await ifMay('fe.secure.read.users', findUsers),
    groups: await ifMay('fe.secure.read.groups', findGroups),
    roles: await ifMay('fe.secure.read.roles', findRoles),
    accounts: await ifMay('fe.account-hierarchy.read.subAccount', findAccounts),
  }
}

export const recordSearchHandlers = {
  find: signedIn((call) => find(call)),
} satisfies Handlers<typeof recordSearch>
