import type { AccountPath, accountPaths } from '../../contract/accounts.ts'
import { commaList } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { membershipsOf } from '../domain/identity/sessions/account-access.ts'
import { pathsBelow } from '../domain/identity/tenants/account-paths.ts'
import { allowed, type Handlers, type SignedCall, signedIn } from '../http/handler.ts'

const MAX_IDS = 200

const listPaths = async (call: SignedCall<(typeof accountPaths)['listPaths']>): Promise<AccountPath[]> => {
  const { ports, auth, query } = call
  const ids = commaList(query.ids) ?? []
  if (ids.length > MAX_IDS) throw badRequest(`ids must name at most ${MAX_IDS} accounts`)
  const links = ids.length
    ? await ports.store.accountLinks.list({ ancestorId: auth.tenantId, tenantId: { in: ids } })
    : []
  const below = links.map(({ tenantId }) => tenantId)
  const paths = await pathsBelow(ports.store, auth.tenantId, below)
  return below.map((tenantId) => ({ tenantId, path: paths.get(tenantId) ?? [] }))
}

const listOwnPaths = async (call: SignedCall<(typeof accountPaths)['listOwnPaths']>): Promise<AccountPath[]> => {
  const { ports, auth } = call
  const { store } = ports
  const own = (await membershipsOf(ports, auth.session, auth.tenantId)).map(({ tenantId }) => tenantId)
  // The caller must not read the names of ancestor accounts that they may not enter.
  const links = await store.accountLinks.list({ tenantId: { in: own }, ancestorId: { in: own } })
  const tenants = await store.tenants.list({ id: { in: own } })
  const names = new Map(tenants.map(({ id, name }) => [id, name]))
  return own.map((tenantId) => {
    const above = links.filter((link) => link.tenantId === tenantId).sort((left, right) => right.depth - left.depth)
    return { tenantId, path: above.flatMap(({ ancestorId }) => names.get(ancestorId) ?? []) }
  })
}

export const accountPathsHandlers = {
  listPaths: allowed('fe.account-hierarchy.read.subAccount', (call) => listPaths(call)),
  listOwnPaths: signedIn((call) => listOwnPaths(call)),
} satisfies Handlers<typeof accountPaths>
