import type { FoundRecord, recordSearch } from '../../contract/additions/record-search.ts'
import { holdsPermission } from '../../rules/permission.ts'
import { text } from '../call/read.ts'
import { shownIdOf } from '../domain/members/members.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'

/** Of each kind. */
const MAX_FOUND = 5
const byName = { field: 'name', order: 'ASC' } as const

/** Each kind only for those who may read its list. */
const find = async ({ ports, auth, query }: SignedCall<(typeof recordSearch)['find']>) => {
  const { store } = ports
  const { keys } = await auth.grants()
  const { tenantId } = auth
  const wanted = text(query.text, 'text', 200).trim()
  const only = { offset: 0, limit: MAX_FOUND, sort: byName }
  const inName = { text: wanted, fields: ['name'] as const }
  const ifMay = async (key: string, read: () => Promise<FoundRecord[]>): Promise<FoundRecord[]> =>
    wanted !== '' && holdsPermission(keys, key) ? read() : []
  return {
    users: await ifMay('fe.secure.read.users', async () => {
      const search = { text: wanted, fields: ['name', 'email'] as const }
      const { items } = await store.members.page({ ...only, where: { tenantId }, search })
      return items.map((member) => ({ id: shownIdOf(member), name: member.name, note: member.email }))
    }),
    groups: await ifMay('fe.secure.read.groups', async () => {
      const { items } = await store.groups.page({ ...only, where: { tenantId }, search: inName })
      return items.map(({ id, name, description }) => ({ id, name, note: description }))
    }),
    roles: await ifMay('fe.secure.read.roles', async () => {
      const { items } = await store.roles.page({
        ...only,
        where: { tenantId: { in: [tenantId, null] } },
        search: inName,
      })
      return items.map(({ id, name, description }) => ({ id, name, note: description }))
    }),
    accounts: await ifMay('fe.account-hierarchy.read.subAccount', async () => {
      const { items } = await store.accountLinks.page({ ...only, where: { ancestorId: tenantId }, search: inName })
      return items.map((link) => ({ id: link.tenantId, name: link.name }))
    }),
  }
}

export const recordSearchHandlers = {
  find: signedIn((call) => find(call)),
} satisfies Handlers<typeof recordSearch>
