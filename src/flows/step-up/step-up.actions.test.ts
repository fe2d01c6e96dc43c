import { expect } from 'chai'
import { ssoSession, stepUp } from '../../contract/login.ts'
import { HttpError, NetworkError, TimeoutError } from '../../kernel/errors.ts'
import { createMemoryStorage } from '../../kernel/storage.ts'
import { aNavigator } from '../../testing/navigator.ts'
import { mountSlice } from '../../testing/slice.ts'
import { stepUpSlice } from './step-up.actions.ts'
import { initialStepUp } from './step-up.state.ts'

const RETRIED: readonly [string, Error, string][] = [
  ['no connection', new NetworkError(), 'offline'],
  ['a timeout', new TimeoutError(), 'timeout'],
  ['429', new HttpError('Slow down', 429, 7), 'rateLimited'],
]

const FINAL: readonly [string, Error][] = [
  ['400', new HttpError('No', 400)],
  ['403', new HttpError('No', 403)],
  ['404', new HttpError('No', 404)],
  ['500', new HttpError('', 500)],
  ['503', new HttpError('', 503)],
  ['a malformed response', new TypeError('x is not iterable')],
]

const failWith = async (error: Error) => {
  const local = createMemoryStorage()
  const went: string[] = []
  const mounted = mountSlice(stepUpSlice, initialStepUp, {
    local,
    navigator: aNavigator('/account/step-up?maxAge=60&redirectUrl=%2Fx', went),
  })
  mounted.fake.respond(stepUp.generateStepUpSession, () => {
    throw error
  })
  await mounted.actions.start()
  return { state: mounted.state(), went, flag: local.get('SHOULD_STEP_UP') }
}

describe('a step-up call that fails', () => {
  for (const [title, error, kind] of RETRIED) {
    it(`with ${title} offers a retry and keeps the session`, async () => {
      const { state, went, flag } = await failWith(error)
      expect('progress' in state && state.progress.kind === 'failed' && state.progress.failure.kind).to.equal(kind)
      expect([went, flag]).to.deep.equal([[], undefined])
    })
  }

  for (const [title, error] of FINAL) {
    it(`with ${title} signs out with the flag and the return URL`, async () => {
      const { state, went, flag } = await failWith(error)
      expect([state.step, flag]).to.deep.equal(['leaving', 'true'])
      expect(went).to.deep.equal(['https://host.test/account/logout?maxAge=60&redirectUrl=%2Fx'])
    })
  }
})

describe('a step-up at the identity provider', () => {
  const NOT_ENROLLED = new HttpError('MFA is not enrolled', 400)

  const begin = async (address: string, refusal = NOT_ENROLLED) => {
    const local = createMemoryStorage()
    const went: string[] = []
    const mounted = mountSlice(stepUpSlice, initialStepUp, {
      local,
      navigator: aNavigator('/account/step-up?redirectUrl=%2Fx', went),
    })
    mounted.fake.respond(stepUp.generateStepUpSession, () => {
      throw refusal
    })
    mounted.fake.respond(ssoSession.startSsoStepUp, () => ({ address }))
    await mounted.actions.start()
    await mounted.actions.goToProvider()
    return { went, state: mounted.state(), pending: local.get('fe-pending-flows') }
  }

  it('stores the flow before the redirect, so that its callback continues at the page that required it', async () => {
    const { went, pending, state } = await begin('https://idp.test/sso?SAMLRequest=r&RelayState=s-1')
    expect(went).to.deep.equal(['https://idp.test/sso?SAMLRequest=r&RelayState=s-1'])
    expect(pending).to.contain('"state":"s-1"').and.to.contain('https://host.test/x')
    expect(state.step).to.equal('leaving')
  })

  it('detects by the error code that no factor is enrolled, whatever the text', async () => {
    const refusal = new HttpError('Reworded', 400, undefined, { errors: ['Reworded'], code: 'mfa-not-enrolled' })
    const { went } = await begin('https://idp.test/sso?SAMLRequest=r&RelayState=s-1', refusal)
    expect(went.length).to.equal(1)
  })

  it('stays where the URL is a script', async () => {
    const { went, state } = await begin('javascript:alert(1)')
    expect(went).to.deep.equal([])
    expect('progress' in state && state.progress.kind).to.equal('failed')
  })
})
