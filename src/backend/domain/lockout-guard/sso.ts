import type { SsoEnforcementChange } from '../../../contract/additions/lockout-guard.ts'
import { text, textList } from '../../call/read.ts'
import { badRequest } from '../../call/refusal.ts'
import { connectionOf } from '../access/sso-session.ts'
import { fieldsOf, flagOf } from '../policies/policy-fields.ts'
import { idsOf } from '../roles/grants.ts'
import { type Required, requirementOf, type SsoRows, ssoRowsOf, workingConnections } from '../sso/required-sso.ts'
import type { GuardCall, Judge, Subject } from './judge.ts'

const MAX_EXEMPT = 100

export const enforcementOf = (value: unknown): Omit<SsoEnforcementChange, 'connectionId'> => {
  const fields = fieldsOf(value, 'value')
  const enforced = flagOf(fields.enforced, 'enforced')
  const exemptUserIds = [...new Set(textList(fields.exemptUserIds, 'exemptUserIds'))]
  if (exemptUserIds.length > MAX_EXEMPT) throw badRequest(`Up to ${MAX_EXEMPT} users can be exempt`)
  return { enforced, exemptUserIds }
}

const readSsoChange = (value: unknown): SsoEnforcementChange => ({
  connectionId: text(fieldsOf(value, 'value').connectionId, 'connectionId'),
  ...enforcementOf(value),
})

const withChange = (rows: SsoRows, { connectionId, enforced, exemptUserIds }: SsoEnforcementChange): SsoRows => {
  const own = rows.setups.find(({ id }) => id === connectionId) ?? { id: connectionId, test: '', lastSignInAt: null }
  const setup = { ...own, enforced, exemptUserIds: JSON.stringify(exemptUserIds) }
  return { ...rows, setups: [...rows.setups.filter(({ id }) => id !== connectionId), setup] }
}

/** What the account requires before and after a change, and of whom. */
export const requirementsOf = async ({ ports, auth }: GuardCall, change: SsoEnforcementChange) => {
  const rows = await ssoRowsOf(ports.store, auth.tenantId)
  const working = workingConnections(rows)
  return {
    before: requirementOf(rows),
    after: requirementOf(withChange(rows, change)),
    /** Who would have to sign in through the connection if no one were exempt. */
    atDomain: requirementOf(withChange(rows, { ...change, enforced: true, exemptUserIds: [] })),
    works: (ids: readonly string[]) => ids.some((id) => working.has(id)),
  }
}

/**
 * Sessions that began in another way end. A connection counts as a way back only once a sign-in through it has worked:
 * a wrong certificate would keep out everyone whom it is required of.
 */
export const ssoJudge: Judge<SsoEnforcementChange> = {
  read: readSsoChange,
  judge: async (call, change, subjects) => {
    const { before, after, works } = await requirementsOf(call, change)
    const users = new Map(subjects.map(({ user }) => [user.id, user]))
    const isRefusedBy =
      (required: Required) =>
      ({ userId, actorId, amr }: Subject['sessions'][number]) => {
        const user = users.get(userId)
        const ids = user && actorId === null ? required(user) : []
        return ids.length > 0 && !ids.includes(connectionOf(amr === null ? [] : idsOf(amr)) ?? '')
      }
    const isClosed = isRefusedBy(before)
    const isRefused = isRefusedBy(after)
    return {
      ends: (session) => isRefused(session) && !isClosed(session),
      isClosed,
      refuses: ({ user }) => {
        const ids = after(user)
        return ids.length > 0 && !works(ids)
      },
    }
  },
}
