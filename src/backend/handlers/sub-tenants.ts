import type { subTenantStatus, subTenants, subTenantTree } from '../../contract/accounts.ts'
import type { SubTenant } from '../../entities/tenants.ts'
import { lazy } from '../../kernel/lazy.ts'
import { readName, text } from '../call/read.ts'
import { badRequest, conflict, forbidden, refuseDuplicate } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { stopCharging } from '../domain/billing/stop-charging.ts'
import {
  type AccountCall,
  assertInScope,
  auditHere,
  deleteAccount,
  idTaken,
  subAccountOf,
} from '../domain/identity/accounts/sub-accounts.ts'
import { reportingMove } from '../domain/identity/lockout-guard/report-left-alone.ts'
import { recordSubTenant } from '../domain/identity/members/record-changes.ts'
import { assertMayGrantIds } from '../domain/identity/roles/granting.ts'
import { revokeSessions } from '../domain/identity/sessions/end-session.ts'
import { readAccountSettings } from '../domain/identity/tenants/account-settings.ts'
import {
  ancestorsOf,
  descendantsOf,
  isBelow,
  isSameTree,
  linkTenant,
  lockTree,
  MAX_DEPTH,
  moveSubtree,
  OPERATOR_ID,
} from '../domain/identity/tenants/account-tree.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import { idsOf, jsonOf } from '../store/json-text.ts'
import type { TenantRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

// Loaded on demand, because only the operator calls it.
const work = lazy(() => import('./sub-tenant-work.ts'))

export const subTenantStatusHandlers = {
  updateStatus: signedIn(async (call) => (await work()).updateStatus(call)),
} satisfies Handlers<typeof subTenantStatus>

const MAX_NAME_LENGTH = 200
const SETTINGS = ['website', 'applicationUrl', 'logo', 'logoUrl', 'address', 'timezone', 'currency'] as const

/** Reads the id, which the caller chooses in this API. */
const idOf = (value: unknown): string => {
  const id = text(value, 'tenantId', 64)
  if (!/^[\w-]+$/.test(id)) throw badRequest('tenantId may contain only letters, digits, - and _')
  return id
}

const toSubTenant = (tenant: TenantRecord): SubTenant => ({
  // Settings hold only keys of the account form.
  ...(jsonOf(tenant.settings) as Partial<SubTenant>),
  tenantId: tenant.id,
  name: tenant.name,
  updatedAt: iso(tenant.updatedAt),
})

/** Customers see their account as the top of its tree: its row doesn't name the operator account. */
const shownParent = (parentId: string): string | null => (parentId === OPERATOR_ID ? null : parentId)

type Creation = SignedCall<(typeof subTenants)['createSubTenant']>

const newAccount = async (call: Creation): Promise<TenantRecord> => {
  const { ports, auth, body } = call
  const isReseller = body.isReseller === true
  const own = await ports.store.tenants.get(auth.tenantId)
  if (isReseller && !own?.isReseller) throw forbidden('Only a reseller can create resellers')
  const settings = await readAccountSettings(
    Object.fromEntries(SETTINGS.map((field) => [field, body[field] || undefined])),
  )
  const now = ports.clock.now()
  return {
    id: idOf(body.tenantId),
    name: readName(body.name, 'name', MAX_NAME_LENGTH),
    parentId: shownParent(text(body.parentTenantId, 'parentTenantId')),
    founderId: null,
    isReseller,
    alias: null,
    hasCustomLogin: false,
    metadata: '{}',
    settings: JSON.stringify(settings),
    suspendedAt: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** Checks the depth of the tree; `height` is the number of levels below the account that is placed. */
const assertDepth = async (store: Collections, parentId: string, height: number): Promise<void> => {
  if ((await ancestorsOf(store, parentId)).length + 1 + height > MAX_DEPTH)
    throw badRequest(`Accounts can be nested at most ${MAX_DEPTH} levels deep`)
}

const treeChanged = () =>
  conflict('These accounts were moved or deleted at the same moment. Reload the page and try again.').as('outdated')

/** Checks again within the transaction, when no other change of the tree can interfere. */
const assertFits = async (
  store: Collections,
  { auth }: AccountCall,
  { parentId, height }: { parentId: string; height: number },
): Promise<void> => {
  const isThere = parentId === auth.tenantId || (await isBelow(store, parentId, auth.tenantId))
  if (!isThere || !(await store.tenants.get(parentId))) throw treeChanged()
  await assertDepth(store, parentId, height)
}

const heightOf = async (store: Collections, tenantId: string): Promise<number> =>
  Math.max(0, ...(await descendantsOf(store, tenantId)).map(({ depth }) => depth))

const createSubTenant = async (call: Creation): Promise<SubTenant> => {
  const { ports } = call
  const given = await newAccount(call)
  const parentId = given.parentId ?? OPERATOR_ID
  await assertInScope(call, parentId)
  const account = { ...given, id: await (await work()).newAccountId(call, given.id) }
  await assertDepth(ports.store, parentId, 0)
  const description = `Created the account ${account.name}`
  const detail = beforeAndAfter(null, { name: account.name, parentId: account.parentId })
  const insert = ports.store.transaction(async (store) => {
    await lockTree(store, parentId)
    await assertFits(store, call, { parentId, height: 0 })
    await store.tenants.insert(account)
    await linkTenant(store, account, account.parentId)
    await recordSubTenant(call, store, account, 'created')
    await auditHere(call, store, account.id, { action: 'Account created', description, detail })
  })
  await insert.catch(refuseDuplicate(idTaken))
  return toSubTenant(account)
}

const rename = async (call: SignedCall<(typeof subTenants)['updateSubTenant']>) => {
  const { ports, path, body } = call
  const name = readName(body.name, 'name', MAX_NAME_LENGTH)
  const account = await subAccountOf(call, path.tenantId)
  await ports.store.transaction(async (store) => {
    await store.tenants.update({ id: account.id }, { name, updatedAt: ports.clock.now() })
    await store.accountLinks.update({ tenantId: account.id }, { name })
    await recordSubTenant(call, store, { ...account, name }, 'updated')
    const description = `Renamed the account ${account.name} to ${name}`
    const detail = beforeAndAfter({ name: account.name }, { name })
    await auditHere(call, store, account.id, { action: 'Account updated', description, detail })
  })
  return {}
}

const assertNoSubAccounts = async (store: Collections, ancestorId: string): Promise<void> => {
  if (await store.accountLinks.find({ ancestorId, depth: 1 })) {
    throw conflict('This account has sub-accounts. Delete or move them first')
  }
}

const remove = async (call: SignedCall<(typeof subTenants)['deleteSubTenant']>) => {
  const { ports, path, auth } = call
  const account = await subAccountOf(call, path.tenantId)
  await assertNoSubAccounts(ports.store, account.id)
  await stopCharging(ports, account.id)
  await ports.store.transaction(async (store) => {
    await lockTree(store, account.id)
    await assertNoSubAccounts(store, account.id)
    if (!(await isBelow(store, account.id, auth.tenantId))) throw treeChanged()
    for (const userId of await deleteAccount(store, account.id)) await revokeSessions({ ...ports, store }, { userId })
    await recordSubTenant(call, store, account, 'deleted')
    const facts = beforeAndAfter({ name: account.name, parentId: account.parentId }, null)
    await auditHere(call, store, auth.tenantId, {
      action: 'Account deleted',
      description: `Deleted the account ${account.name}`,
      detail: { deletedId: account.id, ...facts },
    })
  })
  return {}
}

const OTHER_CUSTOMER = 'An account can only be moved within the accounts of its customer'

const assertMovable = async (call: SignedCall<(typeof subTenantTree)['moveSubTenant']>, parentId: string) => {
  const { ports, path } = call
  await assertInScope(call, parentId)
  if (parentId === path.tenantId || (await isBelow(ports.store, parentId, path.tenantId))) {
    throw badRequest("An account can't be placed below itself")
  }
  // Otherwise users of one customer could get into the accounts of another, and roots of trees would move.
  if (!(await isSameTree(ports.store, path.tenantId, parentId))) throw badRequest(OTHER_CUSTOMER)
  await assertDepth(ports.store, parentId, await heightOf(ports.store, path.tenantId))
}

/**
 * Members with access to sub-accounts above the new place get their roles in the moved account, so the caller must be
 * allowed to grant them.
 */
const assertMayLetIn = async ({ ports, auth }: AccountCall, tenantId: string, parentId: string): Promise<void> => {
  const before = await ancestorsOf(ports.store, tenantId)
  const added = [parentId, ...(await ancestorsOf(ports.store, parentId))].filter((id) => !before.includes(id))
  const members = added.length
    ? await ports.store.members.list({ tenantId: { in: added }, subAccountAccess: true })
    : []
  const roleIds = members.flatMap((member) => idsOf(member.roleIds))
  await assertMayGrantIds(ports, { ...auth, tenantId }, roleIds)
}

/** Checks that the account hasn't moved, and that its new place is not below it. */
const assertStillMovable = async (store: Collections, call: AccountCall, account: TenantRecord, parentId: string) => {
  const current = await store.tenants.get(account.id)
  const isInScope = await isBelow(store, account.id, call.auth.tenantId)
  const isMoved = current?.parentId !== account.parentId || !isInScope
  if (isMoved || (await isBelow(store, parentId, account.id))) throw treeChanged()
  await assertFits(store, call, { parentId, height: await heightOf(store, account.id) })
}

const move = async (call: SignedCall<(typeof subTenantTree)['moveSubTenant']>) => {
  const { ports, body, auth } = call
  const account = await subAccountOf(call, call.path.tenantId)
  const parentId = text(body.parentTenantId, 'parentTenantId')
  await assertMovable(call, parentId)
  if (account.parentId === parentId) return {}
  await assertMayLetIn(call, account.id, parentId)
  const report = await reportingMove(ports, call.caller, {
    tenantId: auth.tenantId,
    account: { tenantId: account.id, name: account.name },
    parentId,
    actor: auth.user,
    askedId: auth.machine ? undefined : auth.user.id,
  })
  await ports.store.transaction(async (store) => {
    await lockTree(store, account.id)
    await assertStillMovable(store, call, account, parentId)
    await report.before(store)
    await store.tenants.update({ id: account.id }, { parentId, updatedAt: ports.clock.now() })
    await moveSubtree(store, account, parentId)
    await recordSubTenant(call, store, { ...account, parentId }, 'updated')
    const parent = await store.tenants.get(parentId)
    const description = `Moved the account ${account.name} below ${parent?.name ?? parentId}`
    const detail = beforeAndAfter({ parentId: account.parentId }, { parentId })
    await auditHere(call, store, account.id, { action: 'Account moved', description, detail })
  })
  await report.after()
  return {}
}

export const subTenantHandlers = {
  createSubTenant: signedIn((call) => createSubTenant(call)),
  updateSubTenant: signedIn((call) => rename(call)),
  deleteSubTenant: signedIn((call) => remove(call)),
} satisfies Pick<Handlers<typeof subTenants>, 'createSubTenant' | 'updateSubTenant' | 'deleteSubTenant'>

export const subTenantMoveHandlers = {
  moveSubTenant: signedIn((call) => move(call)),
} satisfies Handlers<typeof subTenantTree>
