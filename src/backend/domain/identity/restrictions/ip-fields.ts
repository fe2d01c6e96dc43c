import type { IpRestrictionConfig, ListType, NewIpRestriction } from '../../../../entities/policies.ts'
import { flagOf, oneOf, readDescription, text } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import type { NewRule } from './add-rules.ts'

const STRATEGIES = ['ALLOW', 'BLOCK'] as const
const MAX_IP_LENGTH = 100
const MAX_DESCRIPTION_LENGTH = 200
const MAX_LINES = 1_000
/** Characters that are copied with a text and that no user sees. */
const INVISIBLE = /\p{Cf}/gu

const strategyOf = (value: unknown, field: string): ListType | undefined => {
  if (value !== undefined && value !== null && typeof value !== 'string') {
    throw badRequest(`${field} must be one of ${STRATEGIES.join(', ')}`)
  }
  return oneOf(value ?? undefined, field, STRATEGIES)
}

export const optionalFlag = (value: unknown, field: string): boolean | undefined => {
  return value === undefined || value === null ? undefined : flagOf(value, field)
}

export const descriptionOf = (value: unknown): string => readDescription(value, 'description', MAX_DESCRIPTION_LENGTH)

/** Reads a new rule, which goes to the allow list unless a list is given. */
export const newRuleOf = (value: NewIpRestriction): NewRule => ({
  ip: text(value.ip, 'ip', MAX_IP_LENGTH).replace(INVISIBLE, ''),
  strategy: strategyOf(value.strategy, 'strategy') ?? 'ALLOW',
  isActive: optionalFlag(value.isActive, 'isActive') ?? true,
  description: descriptionOf(value.description),
})

export const newRulesOf = (value: unknown): NewRule[] => {
  if (!Array.isArray(value)) throw badRequest('ips must be a list')
  if (value.length > MAX_LINES) throw badRequest(`ips may have at most ${MAX_LINES} entries`)
  return value.map((line: unknown) => {
    if (typeof line !== 'object' || line === null) throw badRequest('ips must be a list of objects')
    // `newRuleOf` checks each field.
    return newRuleOf(line as NewIpRestriction)
  })
}

/**
 * Reads the change of the configuration. Activation without a strategy means the allow list, because clients that add
 * the caller's own IP address send only that. Deactivation keeps the strategy.
 */
export const configChangeOf = (body: { isActive?: unknown; strategy?: unknown }): IpRestrictionConfig => {
  const isActive = flagOf(body.isActive, 'isActive')
  const strategy = strategyOf(body.strategy, 'strategy') ?? (isActive ? 'ALLOW' : undefined)
  return { isActive, ...(strategy && { strategy }) }
}
