import type { DomainConfigUpdate } from '../../../../contract/domain-restrictions.ts'
import { domainConfigChangesOf } from '../restrictions/domain-fields.ts'
import type { Judge } from './judge.ts'

/** Domains are compared when a user becomes a member; sessions and sign-ins of members never depend on them. */
export const domainsJudge: Judge<DomainConfigUpdate> = {
  read: domainConfigChangesOf,
  judge: async () => ({ ends: () => false, refuses: () => false }),
}
