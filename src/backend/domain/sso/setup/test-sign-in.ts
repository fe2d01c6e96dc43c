import type { SsoTest } from '../../../../entities/sso.ts'
import type { Ports } from '../../../ports.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import { spendTicket } from '../../base/tickets.ts'
import type { Exchange } from '../../identity/access/sessions.ts'
import { samlIdentity } from '../saml.ts'
import { judgeResponse } from '../saml-judge.ts'
import { samlSettingsOf } from '../saml-settings.ts'
import { oidcProviderOf } from '../sso.ts'
import { findRequest, type SsoRequest, takeRequest } from '../sso-requests.ts'
import { finishedTest, type TestArrival } from './judged-test.ts'
import { saveSetup } from './setups.ts'
import { storedTest } from './stored-test.ts'

type TestRequest = Extract<SsoRequest, { testId: string }>

interface OpenTest {
  connection: SsoConnectionRecord
  test: SsoTest
}

/** Returns the test that a request belongs to, unless another one was started or the settings have changed since. */
const openTest = async (ports: Ports, { connectionId, testId }: TestRequest): Promise<OpenTest | undefined> => {
  const connection = await ports.store.ssoConnections.get(connectionId)
  const test = storedTest(await ports.store.ssoSetups.get(connectionId))
  return connection && test?.id === testId && test.status === 'pending' ? { connection, test } : undefined
}

const finish = async (ports: Ports, { connection, test }: OpenTest, arrival: TestArrival): Promise<void> => {
  const finished = await finishedTest(ports, connection, { test, arrival })
  await saveSetup(ports, connection, { test: JSON.stringify(finished) })
}

const failed = (code: string, detail = ''): TestArrival => ({ attributes: [], problem: { code, detail } })

const samlArrival = async (
  ports: Ports,
  connection: SsoConnectionRecord,
  { requestId, response }: { requestId: string; response: string },
): Promise<TestArrival> => {
  const claims = ports.saml.peek(response)
  if (!claims) return failed('unreadable')
  if ('problem' in claims) return failed(claims.problem)
  const settings = await samlSettingsOf(ports, connection)
  const candidate = { connection, requestId, stepUp: undefined }
  const { facts, problem } = await judgeResponse(ports, candidate, { response, claims, settings })
  if (!facts) return failed(problem ?? 'signature')
  const attributes = [
    { name: 'NameID', values: [facts.nameId] },
    ...Object.entries(facts.attributes).map(([name, values]) => ({ name, values: [...values] })),
  ]
  const { email: emailAttribute } = settings.attributes
  if (!problem) return { identity: samlIdentity(facts, settings.attributes), attributes, emailAttribute }
  const found: Readonly<Record<string, string>> = {
    audience: facts.audiences.flat().join(', '),
    issuer: facts.issuer,
    destination: facts.response.destination ?? '',
    status: facts.response.status,
  }
  return { attributes, problem: { code: problem, detail: found[problem] ?? '' } }
}

/** Returns whether the response belongs to a test. If so, the response is recorded and signs no user in. */
export const finishSamlTest = async (
  ports: Ports,
  { response, relayState }: { response: string; relayState: string },
): Promise<boolean> => {
  const found = relayState ? await findRequest(ports, relayState) : undefined
  if (found?.request.kind !== 'saml-test') return false
  const { request, ticket } = found
  await spendTicket(ports.store, ticket, ports.clock.now())
  const open = await openTest(ports, request)
  if (!open) return true
  await finish(ports, open, await samlArrival(ports, open.connection, { requestId: request.requestId, response }))
  return true
}

interface OidcTestResponse {
  redirectUri: string
  state: string
  code: string | undefined
  iss: string | undefined
  error: string | undefined
}

const oidcArrival = async (
  ports: Ports,
  connection: SsoConnectionRecord,
  { request, given }: { request: Extract<TestRequest, { kind: 'oidc-test' }>; given: OidcTestResponse },
): Promise<TestArrival> => {
  const { code, error, iss, redirectUri, state } = given
  if (error !== undefined || code === undefined) return failed('denied', error ?? '')
  const { codeVerifier, nonce } = request
  const callback = { code, state, redirectUri, codeVerifier, nonce, ...(iss && { iss }) }
  try {
    const result = await ports.oidc.explain(await oidcProviderOf(ports, connection), callback)
    if ('problem' in result) return failed(result.problem.code, result.problem.detail)
    const attributes = Object.entries(result.claims).map(([name, value]) => ({
      name,
      values: [value].flat().map(String),
    }))
    return { identity: result.identity, attributes }
  } catch (cause) {
    ports.log.warn('An identity provider could not be reached', cause)
    return failed('unreachable')
  }
}

/** Finishes a test in the browser that started it. */
export const finishOidcTest = async (exchange: Exchange, given: OidcTestResponse): Promise<void> => {
  const { ports } = exchange
  const request = await takeRequest(exchange, 'oidc-test', given.state)
  const open = await openTest(ports, request)
  if (open) await finish(ports, open, await oidcArrival(ports, open.connection, { request, given }))
}
