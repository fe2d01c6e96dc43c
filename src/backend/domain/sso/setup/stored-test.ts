import type { SsoTest } from '../../../../entities/sso.ts'
import type { Ports } from '../../../ports.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { SsoSetupRecord } from '../../../store/records.ts'

/** Milliseconds after which the sign-in of a test can no longer return. */
const TEST_LIFE_MS = 10 * 60_000

export const storedTest = (setup: SsoSetupRecord | undefined): SsoTest | null =>
  // Only this file writes the value; tests of an earlier version didn't look for members.
  setup?.test ? ({ isMember: false, ...jsonOf(setup.test) } as unknown as SsoTest) : null

/** Returns the test; one whose sign-in never returned has failed. */
export const currentTest = (setup: SsoSetupRecord | undefined, now: number): SsoTest | null => {
  const test = storedTest(setup)
  const isLate = test?.status === 'pending' && Date.parse(String(test.startedAt)) + TEST_LIFE_MS < now
  return test && isLate ? { ...test, status: 'failed', problem: { code: 'noResponse', detail: '' } } : test
}

export const newTest = ({ clock, random }: Ports, startedBy: string): SsoTest => ({
  id: random.uuid(),
  status: 'pending',
  startedAt: new Date(clock.now()).toISOString(),
  startedBy,
  attributes: [],
  email: null,
  groups: [],
  roleIds: [],
  isMember: false,
  problem: null,
})
