import type { DomainConfigUpdate } from '../../../../contract/restrictions.ts'
import { domainConfigChangesOf } from '../restrictions/domain-fields.ts'
import type { Judge } from './judge.ts'

/** Domains are only checked when a user becomes a member, so sessions and sign-ins of members don't depend on them. */
export const domainsJudge: Judge<DomainConfigUpdate> = {
  read: domainConfigChangesOf,
  judge: async () => ({ ends: () => false, refuses: () => false }),
}
