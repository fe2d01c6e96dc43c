import type { AccountPath, accountPaths, subTenants } from '../../contract/accounts.ts'
import type { HierarchyNode, SubTenantRow } from '../../entities/tenants.ts'
import { commaList, oneOf, readPage, textList } from '../call/read.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { type AccountCall, assertInScope, countsOf } from '../domain/identity/accounts/sub-accounts.ts'
import { memberOfSession, membershipsOf } from '../domain/identity/sessions/live-session.ts'
import { pageFields } from '../domain/identity/team/user-list.ts'
import { pathsBelow } from '../domain/identity/tenants/account-paths.ts'
import {
  ancestorsOf,
  descendantsOf,
  isBelow,
  OPERATOR_ID,
  tenantTypeOf,
} from '../domain/identity/tenants/account-tree.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import { jsonOf } from '../store/json-text.ts'
import type { TenantRecord } from '../store/records.ts'

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
  listPaths: signedIn((call) => listPaths(call)),
  listOwnPaths: signedIn((call) => listOwnPaths(call)),
} satisfies Handlers<typeof accountPaths>

const PAGE = 50
const SORTS = ['createdAt', 'name', 'tenantId'] as const

const tenantsById = async (ports: Ports, ids: readonly string[]): Promise<Map<string, TenantRecord>> => {
  const tenants = ids.length ? await ports.store.tenants.list({ id: { in: [...ids] } }) : []
  return new Map(tenants.map((tenant) => [tenant.id, tenant]))
}

/** Status of the account; only the operator changes it. */
const statusOf = ({ suspendedAt, settings }: TenantRecord) => {
  const { trialEndsAt } = jsonOf(settings)
  return {
    isSuspended: suspendedAt !== null,
    ...(typeof trialEndsAt === 'number' && { trialEndsAt: iso(trialEndsAt) }),
  }
}

const isParent = async (ports: Ports, tenantId: string): Promise<boolean> =>
  (await ports.store.accountLinks.find({ ancestorId: tenantId, depth: 1 })) !== undefined

/** Returns the children of one account; with a search text, all accounts below it whose name contains it. */
const search = async (call: SignedCall<(typeof subTenants)['searchSubTenants']>) => {
  const { ports, auth, query } = call
  const root = query._subTenantId || auth.tenantId
  await assertInScope(call, root)
  const { index, limit, offset } = readPage(query, { max: MAX_IDS, fallback: PAGE })
  const wanted = query._filter?.trim()
  const isTree = query._subTenantId !== undefined && query._subTenantId !== '' && !wanted
  const page = await ports.store.accountLinks.page({
    where: { ancestorId: root, ...(isTree && { depth: 1 }) },
    search: wanted ? { text: wanted, fields: ['name'] } : undefined,
    sort: {
      field: oneOf(query._sortBy, '_sortBy', SORTS) ?? 'name',
      order: oneOf(query._order, '_order', ['ASC', 'DESC'] as const) ?? 'ASC',
    },
    offset,
    limit,
  })
  const tenants = await tenantsById(
    ports,
    page.items.map(({ tenantId }) => tenantId),
  )
  const toRow = async ({ tenantId, name, createdAt }: (typeof page.items)[number]): Promise<SubTenantRow> => {
    const tenant = tenants.get(tenantId)
    const metadata = {
      isParent: await isParent(ports, tenantId),
      ...(tenant && { type: tenantTypeOf(tenant), parentId: tenant.parentId ?? auth.tenantId }),
      ...(tenant && auth.tenantId === OPERATOR_ID && statusOf(tenant)),
    }
    return { tenantId, name, createdAt: iso(createdAt), metadata }
  }
  return {
    items: await Promise.all(page.items.map(toRow)),
    ...pageFields(query, { index, limit, total: page.total }),
  }
}

const tree = async ({ ports, auth }: AccountCall): Promise<HierarchyNode> => {
  const links = await descendantsOf(ports.store, auth.tenantId)
  const tenants = await tenantsById(ports, [auth.tenantId, ...links.map(({ tenantId }) => tenantId)])
  const root = tenants.get(auth.tenantId)
  if (!root) throw notFound()
  const nodes = new Map(
    [...tenants.values()].map((tenant): [string, HierarchyNode] => [
      tenant.id,
      { tenantId: tenant.id, tenantName: tenant.name, createdAt: iso(tenant.createdAt), children: [] },
    ]),
  )
  const byName = [...tenants.values()].sort((left, right) => left.name.localeCompare(right.name, 'en'))
  for (const { id, parentId } of byName) {
    const node = nodes.get(id)
    if (node && id !== auth.tenantId) nodes.get(parentId ?? auth.tenantId)?.children.push(node)
  }
  return nodes.get(root.id) ?? { tenantId: root.id, children: [] }
}

const list = async ({ ports, auth }: AccountCall) => {
  const links = await descendantsOf(ports.store, auth.tenantId)
  return links
    .sort((left, right) => left.depth - right.depth || left.name.localeCompare(right.name, 'en'))
    .map(({ tenantId, name, createdAt, depth }) => ({
      tenantId,
      tenantName: name,
      createdAt: iso(createdAt),
      level: depth,
    }))
}

/** Returns only those ancestor accounts that the caller may enter. */
const parents = async ({ ports, auth }: AccountCall) => {
  const above = await ancestorsOf(ports.store, auth.tenantId)
  const open = await Promise.all(above.map((id) => memberOfSession(ports, auth.session, id)))
  const tenants = await tenantsById(ports, above)
  return above.flatMap((id, at) => {
    const tenant = open[at] && tenants.get(id)
    if (!tenant) return []
    return [
      {
        tenantId: id,
        tenantName: tenant.name,
        level: above.length - 1 - at,
        status: tenantTypeOf(tenant),
        createdAt: iso(tenant.createdAt),
      },
    ]
  })
}

const idsInScope = async (call: AccountCall, ids: readonly string[], field: string): Promise<string[]> => {
  if (ids.length === 0) throw badRequest(`${field} must name at least one account`)
  if (ids.length > MAX_IDS) throw badRequest(`${field} must name at most ${MAX_IDS} accounts`)
  const { ports, auth } = call
  const isOpen = await Promise.all(
    ids.map((id) => (id === auth.tenantId ? true : isBelow(ports.store, id, auth.tenantId))),
  )
  return ids.filter((_, at) => isOpen[at])
}

export const subTenantTreeHandlers = {
  searchSubTenants: signedIn((call) => search(call)),
  getSubTenants: signedIn((call) => list(call)),
  getSubTenantTree: signedIn((call) => tree(call)),
  getParentTenants: signedIn((call) => parents(call)),
  getHierarchyMetadata: signedIn(async (call) => {
    const ids = await idsInScope(call, commaList(call.query._tenantIds) ?? [], '_tenantIds')
    const { accountLinks } = call.ports.store
    return Promise.all(
      ids.map(async (tenantId) => ({
        tenantId,
        totalSubTenants: await accountLinks.count({ ancestorId: tenantId }),
        isParent: await isParent(call.ports, tenantId),
      })),
    )
  }),
  countUsers: signedIn(async (call) => {
    const ids = await idsInScope(call, textList(call.body.tenantIds, 'tenantIds'), 'tenantIds')
    return Promise.all(ids.map((id) => countsOf(call.ports, id)))
  }),
} satisfies Pick<
  Handlers<typeof subTenants>,
  'searchSubTenants' | 'getSubTenants' | 'getSubTenantTree' | 'getParentTenants' | 'getHierarchyMetadata' | 'countUsers'
>
