import type { SsoDomainChange } from '../../../../contract/security.ts'
import { fieldsOf, text } from '../../../call/read.ts'
import { notFound } from '../../../call/refusal.ts'
import { ssoRowsOf } from '../access/required-sso.ts'
import type { Judge } from './judge.ts'
import { ssoOutcomes } from './sso-outcomes.ts'

const readDomainChange = (value: unknown): SsoDomainChange => {
  const fields = fieldsOf(value, 'value')
  return { connectionId: text(fields.connectionId, 'connectionId'), domainId: text(fields.domainId, 'domainId') }
}

/** Judges the verification of a domain for a required connection, through which its users must sign in from then on. */
export const ssoDomainJudge: Judge<SsoDomainChange> = {
  read: readDomainChange,
  judge: async (call, { connectionId, domainId }, subjects) => {
    const { tenantId } = call.auth
    const { store } = call.ports
    const claim = await store.ssoDomains.find({ id: domainId, connectionId, tenantId })
    if (!claim) throw notFound('This domain was not found')
    const before = await ssoRowsOf(store, tenantId)
    const connections = before.connections.map((each) =>
      each.id === connectionId ? { ...each, guarantorId: call.auth.user.id } : each,
    )
    const after = { ...before, connections, domains: [...before.domains, claim] }
    return ssoOutcomes(call, { before, after }, subjects)
  },
}
