import type { DomainConfigUpdate } from '../../../../contract/restrictions.ts'
import type { ListType } from '../../../../entities/policies.ts'
import { fieldsOf, flagOf, oneOf, text } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'

const LISTS = ['ALLOW', 'BLOCK'] as const

export const listTypeOf = (value: unknown): ListType => {
  const type = oneOf(text(value, 'type'), 'type', LISTS)
  if (!type) throw badRequest(`type must be one of ${LISTS.join(', ')}`)
  return type
}

/** Reads a change of the domain settings; fields that aren't sent stay unchanged. */
export const domainConfigChangesOf = (value: unknown): DomainConfigUpdate => {
  const { active, blockPublicDomains, type } = fieldsOf(value, 'policy')
  return {
    active: flagOf(active, 'active'),
    ...(blockPublicDomains != null && { blockPublicDomains: flagOf(blockPublicDomains, 'blockPublicDomains') }),
    ...(type != null && { type: listTypeOf(type) }),
  }
}
