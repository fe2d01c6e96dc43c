import { expect } from 'chai'
import { HttpError } from '../kernel/errors.ts'
import { createHarness } from '../testing/session-harness.ts'
import type { SessionDeps, TokenGrants } from './session-types.ts'
import type { SessionResponse } from './token.ts'

const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')
const idTokenOf = (claims: object) => `${part({ alg: 'ES256' })}.${part(claims)}.signature`

/** A provider with opaque access tokens. */
const openHosted = (options: Partial<SessionDeps> = {}) => {
  const harness = createHarness()
  const renewed: Parameters<TokenGrants['renew']>[0][] = []
  const ends: (string | undefined)[] = []
  const hints: (string | undefined)[] = []
  let issued = 0
  let fault: unknown
  const issue = (): SessionResponse => {
    issued += 1
    return {
      mfaRequired: false,
      accessToken: `opaque-${issued}`,
      idToken: idTokenOf({ sub: 'u1', email: 'ann@a.test', nonce: 'n' }),
      refreshToken: `refresh-${issued}`,
      expiresIn: 300,
    }
  }
  const grants: TokenGrants = {
    async renew(given) {
      renewed.push(given)
      if (fault) throw fault
      return issue()
    },
    async end(returnTo, sent, idToken) {
      hints.push(idToken)
      ends.push(returnTo)
      sent()
    },
  }
  const tab = harness.openTab({ grants, ...options })
  return {
    harness,
    renewed,
    ends,
    hints,
    issue,
    ...tab,
    breakWith(error: unknown) {
      fault = error
    },
  }
}

describe('a session whose tokens come from a provider', () => {
  it('reads the ID token, sends the access token and never uses the cookie', async () => {
    const { session, harness } = openHosted()
    const snapshot = await session.start()
    expect(snapshot.user).to.include({ sub: 'u1', email: 'ann@a.test', accessToken: 'opaque-1' })
    expect(snapshot.user).not.to.have.any.keys('refreshToken', 'idToken')
    expect(await session.getToken()).to.equal('opaque-1')
    expect(harness.counts.refresh).to.equal(0)
  })

  it('identifies the user by the ID token alone if the provider has no profile', async () => {
    const { session, harness } = openHosted()
    harness.server.meFault = new HttpError('Not found', 404)
    const started = session.start()
    await harness.clock.advance(4000)
    expect((await started).user).to.include({ id: 'u1', email: 'ann@a.test' })
    expect(harness.counts.me).to.equal(3)
  })

  it('refreshes before the end with the newest refresh token', async () => {
    const { session, harness, renewed } = openHosted()
    await session.start()
    await harness.clock.advance(600_000)
    expect(renewed.map(({ former }) => former.refreshToken)).to.deep.equal([undefined, 'refresh-1', 'refresh-2'])
    expect(await session.getToken()).to.equal('opaque-3')
  })

  it('starts signed out without a request, and waits for the callback without ending', async () => {
    const tab = openHosted({ startWith: () => 'signed-out' })
    expect((await tab.session.start()).status).to.equal('signed-out')
    expect(tab.renewed).to.deep.equal([])
    const waiting = openHosted({ startWith: () => 'wait' })
    expect((await waiting.session.start()).status).to.equal('loading')
    await waiting.session.accept(waiting.issue())
    expect(waiting.session.current().user?.email).to.equal('ann@a.test')
  })

  it('ends when the provider refuses, and lives on when it cannot be reached', async () => {
    const { session, harness, breakWith } = openHosted()
    await session.start()
    breakWith(new HttpError('Bad Gateway', 502))
    await harness.clock.advance(290_000)
    expect(session.current().status).to.equal('signed-in')
    breakWith(new HttpError('gone', 400, undefined, { error: 'invalid_grant' }))
    await harness.clock.advance(60_000)
    expect(session.current().status).to.equal('signed-out')
  })

  it('notifies the provider of a logout, and again later when that failed', async () => {
    const { session, ends, hints, harness } = openHosted()
    await session.start()
    await session.logout('https://app.test/')
    expect(ends).to.deep.equal(['https://app.test/'])
    expect(hints.map((hint) => hint?.split('.').length)).to.deep.equal([3])
    expect(session.current().status).to.equal('signed-out')
    harness.local.set('fe-logout-pending:https://api.test', 'true')
    const next = openHosted({ local: harness.local })
    expect((await next.session.start()).status).to.equal('signed-out')
    expect([next.ends, next.renewed]).to.deep.equal([[undefined], []])
  })
})
