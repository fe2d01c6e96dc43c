import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FeatureState } from './features.ts'
import { listOperations } from './operations.ts'
import { conforms, jsonReport, printedReport } from './report.ts'
import { type Intercept, openServer } from './served.test-kit.ts'
import { NotStartedError } from './session.ts'

/** About a third of the contract: signing in, the user's own pages, users, roles, policies and API tokens. */
const KNOWN_TABLES = [
  'portal',
  'login',
  'session',
  'signUp',
  'activation',
  'invitation',
  'password',
  'mfa',
  'mfaLogin',
  'passkeys',
  'stepUp',
  'sessions',
  'sessionConfig',
  'phoneNumbers',
  'team',
  'users',
  'roles',
  'permissions',
  'policies',
  'settings',
  'tokensUser',
]

/** Single calls of these tables that the server lacks nevertheless. */
const LACKS = ['team.createInviteLink', 'login.webauthnPreLogin', 'roles.deleteRole', 'settings.saveAccountSettings']

const isKnown = (call: string) => KNOWN_TABLES.includes(call.split('.')[0] ?? '') && !LACKS.includes(call)

const notFound = ({ headers }: Response) => Response.json({ errors: ['Not found'] }, { status: 404, headers })

const aThird: Intercept = async ({ method }, respond, call) => {
  const response = await respond()
  if (method === 'OPTIONS' || (call !== undefined && isKnown(call))) return response
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return notFound({ headers } as Response)
}

const EXPECTED: Readonly<Record<string, FeatureState>> = {
  'Sign-in box': 'partly',
  'Hosted sign-in': 'works',
  'Sign-up': 'works',
  'Activation and invitations': 'works',
  'Password recovery': 'partly',
  'Two-factor sign-in': 'works',
  'Step-up': 'works',
  Profile: 'works',
  Privacy: 'works',
  Account: 'fails',
  Users: 'partly',
  Groups: 'fails',
  Roles: 'partly',
  Security: 'partly',
  'Audit log': 'fails',
  'Single sign-on': 'fails',
  Provisioning: 'fails',
  'All accounts': 'fails',
  Subscription: 'fails',
  Usage: 'fails',
  'Personal API tokens': 'works',
  'API tokens': 'fails',
  Webhooks: 'fails',
  'Feature gates': 'fails',
}

describe('A server that knows a part of the contract', () => {
  let server: Awaited<ReturnType<typeof openServer>>
  before(async () => {
    server = await openServer()
  })
  after(() => server.close())

  it('is described for each part of the front end, from a third of the calls', async () => {
    const share = listOperations().filter(({ call }) => isKnown(call)).length / listOperations().length
    assert.ok(share > 0.28 && share < 0.4, `${share}`)
    const report = await server.run({}, aThird)
    assert.deepEqual(Object.fromEntries(report.features.map(({ title, state }) => [title, state])), EXPECTED)
    const partsOf = (title: string) => report.features.find((feature) => feature.title === title)?.without
    assert.deepEqual(partsOf('Sign-in box'), ['social sign-in', 'passkeys'])
    assert.deepEqual(partsOf('Users'), ['invite links'])
    assert.deepEqual(partsOf('Roles'), ['making and changing roles'])
    assert.deepEqual(partsOf('Security'), ['overview', 'IP restrictions', 'email domain restrictions'])
    assert.deepEqual(report.features.find(({ title }) => title === 'Account')?.calls, ['settings.saveAccountSettings'])
    for (const { call, state } of report.calls) {
      if (state === 'differs' || state === 'conforms') assert.ok(isKnown(call), call)
      if (state === 'missing' || state === 'absent') assert.ok(!isKnown(call), call)
    }
    assert.ok(!conforms(report))
  })

  it('doesn’t get what it must not: one sign-in, and no change whose record it couldn’t delete', async () => {
    await server.run({ changes: true, only: 'roles' }, aThird)
    assert.equal(server.seen.filter(({ call }) => call === 'roles.addRole').length, 2, 'no token, and an invalid body')
    assert.equal(server.seen.filter(({ call }) => call === 'login.login').length, 1)
  })

  it('is reported with the records that it refuses to delete', async () => {
    const report = await server.run({ changes: true, only: 'groups' }, async (request, respond, call) =>
      call === 'groups.deleteGroup' && request.headers.has('authorization')
        ? Response.json({ errors: ['Failed'] }, { status: 500 })
        : respond(),
    )
    assert.equal(report.leftovers.length, 1)
    assert.match(printedReport(report), /Delete a record named conformance [0-9a-f]{8}, made by groups\.createGroup/)
    assert.deepEqual(
      report.calls.filter(({ state }) => state === 'differs').map(({ call }) => call),
      ['groups.deleteGroup'],
    )
  })

  it('is waited for when it accepts no more requests for a while', async () => {
    let refusals = 0
    const report = await server.run({ only: 'entitlements' }, async (_request, respond, call) => {
      if (call !== 'entitlements.loadEntitlementsV2' || refusals > 0) return respond()
      refusals += 1
      return Response.json({ errors: ['Slow down'] }, { status: 429, headers: { 'Retry-After': '1' } })
    })
    assert.equal(refusals, 1)
    assert.ok(conforms(report), printedReport(report))
  })

  it('isn’t called missing because it refuses unknown paths as it refuses signed-out users', async () => {
    const guarded: Intercept = async (request, respond) =>
      request.headers.has('authorization') || /auth|oauth/.test(request.url)
        ? respond()
        : Response.json({ errors: ['Unauthorized'] }, { status: 401 })
    const report = await server.run({ only: 'groups', origin: undefined }, guarded)
    const { state, reason } = report.calls.find(({ call }) => call === 'groups.createGroup') ?? {}
    assert.equal(state, 'untried')
    assert.match(reason ?? '', /refuses paths that it doesn’t know in the same way/)
  })

  it('ends the run at once when it refuses the password, requires a second factor, or is unreachable', async () => {
    const refused = (work: Promise<unknown>, message: RegExp) =>
      assert.rejects(work, (error) => error instanceof NotStartedError && message.test(error.message))
    await refused(server.run({ password: 'Wrong-Horse-9' }), /refused the email and password with status 4\d\d/)
    assert.equal(server.seen.filter(({ call }) => call === 'login.login').length, 1)
    await refused(
      server.run({}, async (_request, respond, call) =>
        call === 'login.login' ? Response.json({ mfaRequired: true, mfaToken: 'x' }) : respond(),
      ),
      /needs a second factor/,
    )
    await refused(server.run({ baseUrl: 'http://127.0.0.1:1' }), /didn’t respond/)
  })

  it('stops where the run is interrupted, and is signed out of', async () => {
    const interrupted = new AbortController()
    const report = await server.run({ only: 'users', signal: interrupted.signal }, async (_request, respond, call) => {
      if (call === 'users.listUsersV2') interrupted.abort()
      return respond()
    })
    const left = report.calls.filter(({ reason }) => reason === 'the run ended before it')
    assert.ok(left.length > 20)
    assert.equal(server.seen.at(-1)?.call, 'session.logout')
  })

  it('never shows an email, token or text from its responses in a report', async () => {
    const report = await server.run({ only: 'users' }, async (request, respond, call) => {
      const response = await respond()
      if (!request.headers.has('authorization') || call === 'session.getMe') return response
      const { headers, status } = response
      return Response.json({ 'ada@acme.test': 5, errors: [request.headers.get('authorization')] }, { status, headers })
    })
    const printed = printedReport(report) + jsonReport(report)
    assert.doesNotMatch(printed, /ada@|acme\.test|Bearer|eyJ|Correct-Horse/)
    assert.ok(report.calls.filter(({ state }) => state === 'differs').length > 10)
  })
})
