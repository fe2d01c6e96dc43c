import type { Group } from './groups.ts'

/**
 * Kinds of differences from the contract. The first four keep the front end from using the call at all.
 *
 * - `missing`: the server doesn't know the call.
 * - `status`: a success was refused, or the server failed.
 * - `unreadable`: no response, or none that can be parsed.
 * - `cors`: the browser blocks the page from reading the response.
 */
type ProblemKind =
  | 'missing'
  | 'status'
  | 'unreadable'
  | 'cors'
  | 'shape'
  | 'errors'
  | 'accepted'
  | 'cookie'
  | 'token-in-url'

export interface Problem {
  kind: ProblemKind
  expected: string
  got: string
}

/**
 * - `conforms`, `differs`: tried.
 * - `missing`: the front end needs the call, and the server doesn't know it.
 * - `absent`: the server doesn't know the call, which is allowed: the front end hides the parts that need it, or never
 *   calls it.
 * - `untried`: this run had no way to try it; `reason` explains why.
 */
export type CallState = 'conforms' | 'differs' | 'missing' | 'absent' | 'untried'

export interface CallResult {
  /** For example, `users.listUsersV3`; the `operationId` in `openapi.json`. */
  call: string
  method: string
  path: string
  group: Group
  state: CallState
  reason?: string
  /** Whether a successful response was compared; for other calls, only refusals were. */
  isSeenToSucceed: boolean
  problems: readonly Problem[]
}

const BREAKING: readonly ProblemKind[] = ['missing', 'status', 'unreadable', 'cors']

/** Returns whether the front end can't use the call at all. */
export const isBroken = ({ state, problems }: CallResult): boolean =>
  state === 'missing' || problems.some(({ kind }) => BREAKING.includes(kind))
