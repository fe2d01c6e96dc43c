import type { TargetCondition, TargetFlag, TargetGroup, TargetRule } from '../entities/entitlements.ts'
import type { AttributeSources } from './attribute-sources.ts'

export type Direct = 'granted' | 'expired' | 'none'

/**
 * A step of an evaluation, recorded in order. The parts of a step come before it, those of a group inside a rule after
 * `open`.
 */
export type Step =
  | { kind: 'condition'; condition: TargetCondition; given: unknown; holds: boolean }
  | { kind: 'open' }
  | { kind: 'group'; group: TargetGroup; holds: boolean }
  | { kind: 'rule'; rule: TargetRule; matches: boolean }
  | { kind: 'direct'; direct: Direct }
  | { kind: 'flag'; flag: TargetFlag; treatment: unknown }
  | { kind: 'plan'; id: string; treatment: unknown }
  | { kind: 'feature'; key: string }
  | { kind: 'held'; by: string | undefined }

/** One query of the engine: the data it may read and the work it may still do. */
export interface Query {
  sources: AttributeSources
  /** Milliseconds since the epoch. */
  now: number
  /** Steps left, shared by patterns and claims, so that no query takes longer than 50 ms. */
  steps: number
  /** Features by the permission key they name, if the caller has looked them up for many checks. */
  linked?: ReadonlyMap<string, readonly string[]>
  /** Whether a pattern of the current rule was abandoned. */
  isExhausted?: boolean
  /** Called with each rule that was abandoned because a pattern takes too many steps. */
  gaveUp?(rule: TargetRule): void
  /** Called with every step; only explanations set it. */
  note?(step: Step): void
}

/**
 * Measured as about 6 ms of a pattern that never finishes, which leaves a slow machine enough margin for the limit of
 * 50 ms.
 */
export const MAX_STEPS = 300_000
