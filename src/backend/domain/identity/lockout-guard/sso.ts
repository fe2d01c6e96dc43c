import type { SsoDomainChange, SsoEnforcementChange } from '../../../../contract/security.ts'
import { fieldsOf, flagOf, text, textList } from '../../../call/read.ts'
import { badRequest, notFound } from '../../../call/refusal.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import { succeedingGuarantorId } from '../access/connection-guarantor.ts'
import { requirementOf, type SsoRows, ssoRowsOf } from '../access/required-sso.ts'
import type { ChangeEvaluator, GuardCall } from './guarded-change.ts'
import { ssoOutcomes } from './sso-outcomes.ts'

const readDomainChange = (value: unknown): SsoDomainChange => {
  const fields = fieldsOf(value, 'value')
  return { connectionId: text(fields.connectionId, 'connectionId'), domainId: text(fields.domainId, 'domainId') }
}

/** Checks the verification of a domain for a required connection, through which its users must sign in from then on. */
export const ssoDomainEvaluator: ChangeEvaluator<SsoDomainChange> = {
  read: readDomainChange,
  evaluate: async (call, { connectionId, domainId }, subjects) => {
    const { tenantId } = call.auth
    const { store } = call.ports
    const claim = await store.ssoDomains.find({ id: domainId, connectionId, tenantId })
    if (!claim) throw notFound('This domain was not found')
    const before = await ssoRowsOf(store, tenantId)
    const connections: SsoConnectionRecord[] = []
    for (const each of before.connections) {
      // The verification makes the caller the guarantor, whom their session may limit.
      const isOwn = each.id === connectionId
      const guarantorId = isOwn ? await succeedingGuarantorId(call.ports, call.auth, each) : each.guarantorId
      connections.push({ ...each, guarantorId })
    }
    const after = { ...before, connections, domains: [...before.domains, claim] }
    return ssoOutcomes(call, { before, after }, subjects)
  },
}

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
  const own = rows.setups.find(({ id }) => id === connectionId) ?? {
    id: connectionId,
    enabledAt: null,
    test: '',
    lastSignInAt: null,
  }
  const setup = { ...own, enforced, exemptUserIds: JSON.stringify(exemptUserIds) }
  return { ...rows, setups: [...rows.setups.filter(({ id }) => id !== connectionId), setup] }
}

/** Returns what the account requires of its users before and after a change. */
export const requirementsOf = async ({ ports, auth }: GuardCall, change: SsoEnforcementChange) => {
  const rows = await ssoRowsOf(ports.store, auth.tenantId)
  return {
    before: rows,
    after: withChange(rows, change),
    required: requirementOf(withChange(rows, change)),
    /** The requirement without exemptions, to find all users it would apply to. */
    atDomain: requirementOf(withChange(rows, { ...change, enforced: true, exemptUserIds: [] })),
  }
}

export const ssoEvaluator: ChangeEvaluator<SsoEnforcementChange> = {
  read: readSsoChange,
  evaluate: async (call, change, subjects) => ssoOutcomes(call, await requirementsOf(call, change), subjects),
}
