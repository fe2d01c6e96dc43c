import { passwordProblems } from '../../rules/password-rules.ts'
import { text } from '../http/read.ts'
import { badRequest } from '../http/refusal.ts'
import type { Ports } from '../ports.ts'
import { policyOf } from './policies.ts'

/** Checks a new password against the rules of the tenant and hashes it. Slow: never inside a transaction. */
export const hashNewPassword = async (ports: Ports, value: unknown, tenantId: string): Promise<string> => {
  const password = text(value, 'password', 10_000)
  const problems = passwordProblems(password, await policyOf(ports.store, 'password', tenantId))
  if (problems.length) throw badRequest(...problems)
  return ports.hasher.hash(password)
}
