import type { SsoTest } from '../../../../entities/sso.ts'
import type { ForeignIdentity } from '../../../ports/sso.ts'
import type { Ports } from '../../../ports.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { SsoConnectionRecord, SsoSetupRecord } from '../../../store/records.ts'
import { rolesByIds } from '../../identity/roles/grants.ts'
import { judgeIdentity } from './test-identity.ts'

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

/** The data that a provider sent in a test. */
export interface TestArrival {
  identity?: ForeignIdentity | undefined
  attributes: SsoTest['attributes']
  /** The only attribute from which the connection reads the email. */
  emailAttribute?: string | undefined
  problem?: SsoTest['problem']
}

const MAX_ATTRIBUTES = 100
const MAX_TEXT = 500

/** Limits the attributes, so that a test stays readable for administrators regardless of what the provider sent. */
const shown = (attributes: SsoTest['attributes']): SsoTest['attributes'] =>
  attributes.slice(0, MAX_ATTRIBUTES).map(({ name, values }) => ({
    name: name.slice(0, MAX_TEXT),
    values: values.slice(0, MAX_ATTRIBUTES).map((value) => value.slice(0, MAX_TEXT)),
  }))

export const finishedTest = async (
  ports: Ports,
  connection: SsoConnectionRecord,
  { test, arrival }: { test: SsoTest; arrival: TestArrival },
): Promise<SsoTest> => {
  const { identity, attributes, emailAttribute } = arrival
  const judged = identity && (await judgeIdentity(ports, connection, { identity, emailAttribute }))
  const roleIds = judged?.roleIds ?? []
  const roles = await rolesByIds(ports.store, connection.tenantId, roleIds)
  const problem = arrival.problem ?? judged?.problem ?? null
  return {
    ...test,
    status: problem ? 'failed' : 'passed',
    attributes: shown(attributes),
    email: judged?.email?.slice(0, MAX_TEXT) ?? null,
    groups: [...(identity?.groups ?? [])].slice(0, MAX_ATTRIBUTES),
    roleIds,
    roleNames: roles.map(({ name }) => name),
    isMember: judged?.isMember ?? false,
    problem: problem && { ...problem, detail: problem.detail.slice(0, MAX_TEXT) },
  }
}
