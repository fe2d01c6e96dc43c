import { appLink } from '../../../call/app-links.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, TenantRecord, UserRecord } from '../../../store/records.ts'
import { type Collections, unlessDuplicate } from '../../../store/store.ts'
import { atConsole, audit, CONSOLE_USER } from '../../audit/audit.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { emptyHead } from '../../audit/chain.ts'
import { issueTicket, TICKET_LIFE_MS } from '../../base/tickets.ts'
import { vendorSetting } from '../../settings/vendor.ts'
import { invitedRecord } from '../members/members.ts'
import { newUser } from '../team/invitations.ts'
import { OPERATOR_ID } from '../tenants/account-tree.ts'
import { founderRoleIds } from './reset-account.ts'
import { newTenant } from './sign-up.ts'

/** Thrown when the operator account can't be opened for this administrator; the message is shown in the terminal. */
export class OperatorAccountError extends Error {
  override readonly name = 'OperatorAccountError'
}

export interface Operator {
  /** Name of the application, which customers see; required to create the account. */
  name: string | undefined
  /** Email of the first administrator, normalized. */
  email: string
}

export interface OperatorLink {
  /** Whether this call created the operator account. */
  isNew: boolean
  /** One-use link where the administrator chooses a password. */
  url: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

interface Place {
  user: UserRecord
  member: MemberRecord
}

/** Links accounts of older releases, which have no link to the operator account. */
const linkExisting = async (store: Collections): Promise<void> => {
  const linked = new Set((await store.accountLinks.list({ ancestorId: OPERATOR_ID })).map(({ tenantId }) => tenantId))
  const depths = new Map<string, number>()
  for (const { tenantId, depth } of await store.accountLinks.listFields({}, ['tenantId', 'depth']))
    depths.set(tenantId, Math.max(depth, depths.get(tenantId) ?? 0))
  const missing = (await store.tenants.list({ id: { not: OPERATOR_ID } })).filter(({ id }) => !linked.has(id))
  await store.accountLinks.insertMany(
    missing.map(({ id, name, createdAt }) => ({
      id: `${OPERATOR_ID}/${id}`,
      ancestorId: OPERATOR_ID,
      tenantId: id,
      depth: (depths.get(id) ?? 0) + 1,
      name,
      createdAt,
    })),
  )
}

/** Stores the name of the product, which emails and the login box show. */
const nameProduct = async (ports: Ports, store: Collections, name: string): Promise<void> => {
  if (await vendorSetting.own(store, null)) return
  await vendorSetting.save({ ...ports, store }, null, { ...vendorSetting.default, name })
}

/** Creates the operator account. Its administrators may also work in the accounts below it, with the same roles. */
const insertOperator = async (ports: Ports, store: Collections, { name, email }: Operator): Promise<Place> => {
  if (!name) throw new OperatorAccountError('The name of the application is missing: --name "Acme".')
  const tenant: TenantRecord = {
    ...newTenant(ports, `${name} operator`),
    id: OPERATOR_ID,
    isReseller: true,
    settings: JSON.stringify({ tenantType: 'headquarter' }),
  }
  await store.tenants.insert(tenant)
  await store.auditHeads.insert(emptyHead(OPERATOR_ID))
  await linkExisting(store)
  await nameProduct(ports, store, name)
  const given = { email, name: '', phone: null, roleIds: await founderRoleIds(store), temporaryUntil: null }
  const known = await store.users.find({ email })
  const user = known ?? (await store.users.insert(newUser(ports, OPERATOR_ID, given)))
  const record = { ...invitedRecord(ports, user.id, { tenantId: OPERATOR_ID, ...given }), subAccountAccess: true }
  const member = await store.members.insert(known ? record : { ...record, id: user.id })
  await audit({ ...ports, store }, atConsole('front-entry init'), {
    tenantId: OPERATOR_ID,
    user: CONSOLE_USER,
    action: 'Account created',
    resource: 'Account',
    severity: 'High',
    description: `Created the operator account with the administrator ${email}`,
    detail: beforeAndAfter(null, { name, email }),
  })
  return { user, member }
}

const existingPlace = async ({ store }: Ports, email: string): Promise<Place> => {
  const member = await store.members.find({ tenantId: OPERATOR_ID, email })
  const user = member && (await store.users.get(member.userId))
  if (!member || !user)
    throw new OperatorAccountError(
      `There is an operator account, and ${email} isn't a user of it. Its administrators invite others in the portal.`,
    )
  return { user, member }
}

const linkFor = async (ports: Ports, { user, member }: Place): Promise<Omit<OperatorLink, 'isNew'>> => {
  const hasPassword = user.passwordHash !== null && user.verified
  const invited = hasPassword
    ? (['invitation', 'acceptInvitationUrl'] as const)
    : (['activation', 'activateUrl'] as const)
  const [purpose, page] = member.activated && hasPassword ? (['password-reset', 'resetPasswordUrl'] as const) : invited
  const tenantId = purpose === 'password-reset' ? null : OPERATOR_ID
  const token = await issueTicket(ports, { purpose, userId: user.id, tenantId })
  const url = appLink(ports.config, page, { userId: user.id, token })
  return { url, expiresAt: ports.clock.now() + TICKET_LIFE_MS[purpose] }
}

/**
 * Creates the operator account above all others unless it exists, and a link for its administrator. Later calls only
 * create another link; earlier links stop working.
 *
 * @throws OperatorAccountError when the account exists and the email is of none of its users
 */
export const openOperatorAccount = async (ports: Ports, operator: Operator): Promise<OperatorLink> => {
  const { store } = ports
  const make = () => unlessDuplicate(store.transaction((inside) => insertOperator(ports, inside, operator)))
  const made = (await store.tenants.get(OPERATOR_ID)) ? undefined : await make()
  const place = made ?? (await existingPlace(ports, operator.email))
  return { isNew: made !== undefined, ...(await linkFor(ports, place)) }
}
