import type { AccessChange, guarantees } from '../../contract/guarantees.ts'
import type { Guaranteed, Interruption } from '../../entities/guarantee.ts'
import { holdsPermission } from '../../rules/permission.ts'
import type { Auth } from '../call/auth.ts'
import { text, textList } from '../call/read.ts'
import { badRequest, forbidden, Refusal } from '../call/refusal.ts'
import { changedStore } from '../domain/identity/guarantor/changed-store.ts'
import type { Guarantees } from '../domain/identity/guarantor/guarantee.ts'
import { assertOwnToken } from '../domain/identity/guarantor/guarantor.ts'
import { shownAccountsAlone } from '../domain/identity/lockout-guard/still-alone.ts'
import { GUARANTEES } from '../domain/reports/guarantees.ts'
import { interruptionsBy, interruptionsOf } from '../domain/reports/interruptions.ts'
import { maySeeNames } from '../domain/sso/setup/affected-administrators.ts'
import type { SignedCall } from '../http/handler.ts'

const FORBIDDEN = 403
const MAX_MEMBERS = 100
const MAX_IDS_LENGTH = 8_000

const isAllowed = async (auth: Auth, { permission }: Guarantees): Promise<boolean> =>
  holdsPermission((await auth.grants()).keys, permission)

const list = async ({ ports, auth, query }: SignedCall<(typeof guarantees)['listGuaranteed']>) => {
  const userIds = text(query.userId, 'userId', MAX_IDS_LENGTH).split(',')
  if (userIds.length > MAX_MEMBERS) throw badRequest(`userId can have at most ${MAX_MEMBERS} ids`)
  const members = { tenantId: auth.tenantId, userIds: [...new Set(userIds)] }
  const found = GUARANTEES.map(async (each) => {
    const items = await each.list(ports, members)
    // A caller who may not change these items sees only their kind.
    return (await isAllowed(auth, each)) ? items : items.map((item) => ({ ...item, name: '' }))
  })
  return (await Promise.all(found)).flat()
}

const interruptions = async ({ ports, auth }: SignedCall<(typeof guarantees)['listInterruptions']>) => {
  const kinds: Guarantees[] = []
  for (const each of GUARANTEES) if (await isAllowed(auth, each)) kinds.push(each)
  const all = await interruptionsOf(ports, auth.tenantId, kinds)
  const found = (await maySeeNames(auth)) ? all : all.map(({ administrators: _hidden, ...shown }) => shown)
  const isWithheld = await auth.isLimited?.()
  const leftAlone = await shownAccountsAlone({ ports, auth })
  return { interruptions: found, leftAlone, ...(isWithheld && !auth.machine && { isWithheld }) }
}

const MAX_CHANGES = 100

/** Permissions of the calls that save changes. They repeat the rules of these calls, which load later in preview mode. */
export const SAVE_PERMISSIONS = {
  attachPermissions: 'fe.secure.write.updateRole',
  deleteRole: 'fe.secure.delete.role',
  removeRoles: 'fe.secure.delete.groups',
  removeUsers: 'fe.secure.delete.groupsUsers',
  deleteGroup: 'fe.secure.delete.groups',
  updateConfiguration: 'fe.secure.write.groups',
} as const

type Save = keyof typeof SAVE_PERMISSIONS

/** Returns the calls that save a change. */
const savesOf = (change: AccessChange): Save[] => {
  switch (change?.kind) {
    case 'role':
      return [change.permissionIds || change.isDefault !== undefined ? 'attachPermissions' : 'deleteRole']
    case 'group': {
      const parts: Save[] = [
        ...(change.roleIds ? ['removeRoles' as const] : []),
        ...(change.leavingUserIds ? ['removeUsers' as const] : []),
      ]
      return parts.length > 0 ? parts : ['deleteGroup']
    }
    case 'group-roles-off':
      return ['updateConfiguration']
    default:
      throw badRequest('kind must be one of role, group, group-roles-off')
  }
}

const check = async (call: SignedCall<(typeof guarantees)['checkAccessChanges']>) => {
  const { ports, auth, body } = call
  if (!Array.isArray(body.changes) || body.changes.length > MAX_CHANGES)
    throw badRequest(`changes must be a list of at most ${MAX_CHANGES}`)
  // No change needs no permission, so it must not cost any reads either.
  if (body.changes.length === 0) return []
  const { keys } = await auth.grants()
  // Others could otherwise find out which members vouch for what. Rank and a fresh proof are needed only to save.
  if (!body.changes.flatMap(savesOf).every((save) => holdsPermission(keys, SAVE_PERMISSIONS[save]))) throw forbidden()
  const store = await changedStore(ports.store, auth.tenantId, body.changes)
  const found = await interruptionsBy(ports, { ...ports, store }, auth.tenantId, GUARANTEES)
  const isNamed = await maySeeNames(auth)
  const shown = found.map(async ({ administrators: _hidden, ...each }): Promise<Interruption> => {
    const own = GUARANTEES.find((one) => one.kind === each.kind)
    const items = own && (await isAllowed(auth, own)) ? each.items : each.items.map(({ id }) => ({ id, name: '' }))
    return { ...each, items, guarantor: isNamed ? each.guarantor : null }
  })
  return Promise.all(shown)
}

const confirm = async (call: SignedCall<(typeof guarantees)['confirmGuaranteed']>): Promise<void> => {
  assertOwnToken(call.auth)
  const kind = text(call.body.kind, 'kind')
  const found = GUARANTEES.find((each) => each.kind === kind)
  if (!found) throw badRequest(`kind must be one of ${GUARANTEES.map((each) => each.kind).join(', ')}`)
  if (!(await isAllowed(call.auth, found))) throw forbidden()
  await found.confirm(call, text(call.body.id, 'id'))
}

/**
 * Takes over the items of a guarantor. Those that the caller can't vouch for stay with the guarantor until another user
 * confirms them.
 */
const succeed = async (call: SignedCall<(typeof guarantees)['succeedGuarantor']>): Promise<Guaranteed[]> => {
  const { ports, auth, body } = call
  assertOwnToken(auth)
  const members = { tenantId: auth.tenantId, userIds: [text(body.userId, 'userId')] }
  const kinds = body.kinds === undefined ? undefined : textList(body.kinds, 'kinds')
  const remaining: Guaranteed[] = []
  for (const kind of GUARANTEES) {
    if (kinds && !kinds.includes(kind.kind)) continue
    const isMine = await isAllowed(auth, kind)
    for (const each of await kind.list(ports, members)) {
      const isConfirmed = isMine && (await tryConfirm(() => kind.confirm(call, each.id)))
      if (!isConfirmed) remaining.push(each)
    }
  }
  return remaining
}

const tryConfirm = (work: () => Promise<void>): Promise<boolean> =>
  work().then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.status === FORBIDDEN) return false
      throw error
    },
  )

export const guaranteeWork = { list, interruptions, check, confirm, succeed }
