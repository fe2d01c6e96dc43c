import assert from 'node:assert/strict'
import { ERROR_CODES } from '../../contract/error-codes.ts'

/** Statuses by code, for codes of any source. */
const STATUSES = new Map<unknown, readonly number[]>(
  Object.entries(ERROR_CODES).map(([code, { status }]): [string, readonly number[]] => [code, status]),
)

/** Fails when the list has no such code, or has it for other statuses. */
export const assertDocumented = (status: number, code: unknown): void =>
  assert.ok(STATUSES.get(code)?.includes(status), `the code ${String(code)} is documented for status ${status}`)
