import type { TargetCondition, TargetFlag, TargetGroup, TargetRule } from '../entities/entitlements.ts'
import type { AttributeSources } from './attribute-sources.ts'

export type Direct = 'granted' | 'expired' | 'none'

/** What an evaluation looked at, in order; what belongs to a step comes before it, of a group inside a rule after `open`. */
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

/** One question to the engine: what it may look at, and how much work it may still do. */
export interface Query {
  sources: AttributeSources
  /** Milliseconds since the epoch. */
  now: number
  /** Steps left; patterns and claims share them, so that no query takes longer than 50 ms. */
  steps: number
  /** Features by the permission key they name, when the caller has looked them up for many checks. */
  linked?: ReadonlyMap<string, readonly string[]>
  /** A pattern of the rule that is being evaluated was given up. */
  isExhausted?: boolean
  /** Called with each rule that was given up because a pattern takes too many steps. */
  gaveUp?(rule: TargetRule): void
  /** Called with every step; only explanations set it. */
  note?(step: Step): void
}

/** Measured: about 6 ms of a pattern machine that is never done, so that a slow machine keeps the promise too. */
export const MAX_STEPS = 300_000
