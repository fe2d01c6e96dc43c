import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import type { PrivacyActions } from './privacy.actions.ts'
import { privacyMessages } from './privacy.messages.ts'
import {
  devicesLoaded,
  type Enrollable,
  initialPrivacy,
  type PrivacyFields,
  type PrivacyState,
  sessionsChanged,
} from './privacy.state.ts'
import { PrivacyView } from './privacy.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(privacyMessages)
const HTML = '<img src=x onerror="window.__hit=1">'
const ALL: PrivacyFields = { loginSessions: 'edit', mfa: 'edit', passkeys: 'edit' }

const STRATEGIES = ['AuthenticatorApp', 'SMS', 'WebAuthnPlatform', 'WebAuthnCrossPlatform'] as const

const stateOf = (text: string): PrivacyState => {
  const devices = {
    authenticators: [{ id: 'a' }],
    phones: [{ id: 'p', phoneNumber: text }],
    webauthn: [],
    emails: [{ email: text }],
  }
  const names = { a: { id: 'a', name: text, createdAt: '2026-01-05T09:00:00.000Z', lastUsedAt: null } }
  const session = { userAgent: text, ipAddress: text, location: text, createdAt: '2026-01-05T09:00:00.000Z' }
  const items = [
    { ...session, id: 's1', current: true },
    { ...session, id: 's2', current: false },
  ]
  const strategies = STRATEGIES.map((strategy) => ({ strategy, isActive: true }))
  const withDevices = devicesLoaded(devices, names)({ ...initialPrivacy, strategies })
  return sessionsChanged({ phase: 'ready', items })(withDevices)
}
const ready = stateOf('One')

interface Given {
  fields?: PrivacyFields
  expected?: readonly Enrollable[]
  hasKeys?: boolean
}

const show = (state: PrivacyState, { fields = ALL, expected = STRATEGIES, hasKeys = true }: Given = {}) => {
  const actions = new Proxy({}, { get: () => () => undefined }) as PrivacyActions
  const failures = { mfa: 'No connection', sessions: 'No connection', dialog: undefined }
  const never = () => Promise.reject(new Error('No ceremony was expected'))
  const ceremonies = { isSupported: () => hasKeys, register: never, authenticate: never, autofill: never, stop() {} }
  const props = { state, actions, t, fields, failures, ceremonies, email: 'dana@acme.test', expectedOffers: expected }
  return renderUi(<PrivacyView {...props} Passkeys={() => <p>Passkeys</p>} />)
}

const states: Record<string, PrivacyState> = {
  loading: initialPrivacy,
  ready,
  'no factor': { ...ready, devices: [] },
  'offers still unknown': { ...ready, strategies: undefined },
  failed: { ...ready, phase: 'failed', sessions: { ...ready.sessions, phase: 'failed', items: [] } },
  starting: { ...ready, starting: 'WebAuthnPlatform' },
}

describe('The view of the privacy page', () => {
  let screen: RenderedUi
  afterEach(() => screen.unmount())

  for (const [name, state] of Object.entries(states)) {
    it(`is accessible: ${name}`, async () => {
      screen = await show(state)
      await expectNoAxeViolations(screen.host)
    })
  }

  it('shows no card that has only a title when several parts failed', async () => {
    const failed = { ...ready, phase: 'failed', sessions: { ...ready.sessions, phase: 'failed', items: [] } } as const
    const titles = () =>
      [...screen.root.querySelectorAll('.fe-card-title')]
        .filter((title) => title.checkVisibility())
        .map(({ textContent }) => textContent)
    screen = await show(failed)
    expect(titles()).to.deep.equal(['Two-factor authentication'])
    await screen.unmount()
    screen = await show({ ...failed, devices: [] })
    expect(titles()).to.deep.equal([])
    expect(within(screen.root).getAllByRole('alert')).to.have.length(1)
    await screen.unmount()
    screen = await show({ ...ready, devices: [], phase: 'failed' })
    expect(titles()).to.deep.equal(['Two-factor authentication', 'Active sessions'])
  })

  const offers = () => [...screen.root.querySelectorAll('button.fe-privacy-offer .fe-card-row-name')]
  const skeletons = () => screen.root.querySelectorAll('.fe-privacy-offers .fe-skeleton').length

  it('offers the factors that the account has turned on and the user has not added', async () => {
    screen = await show({ ...ready, devices: [] })
    expect(offers().map(({ textContent }) => textContent)).to.deep.equal([
      'Set up an authenticator app',
      'Set up this device',
      'Set up a security key',
      'Set up text messages',
    ])
    await screen.unmount()
    screen = await show(ready)
    expect(offers().map(({ textContent }) => textContent)).to.deep.equal([
      'Set up this device',
      'Set up a security key',
    ])
    expect(skeletons()).to.equal(0)
  })

  it('keeps the direction of a phone number beside text from right to left', async () => {
    screen = await show(stateOf('+49 170 1234567'))
    const isolated = [...screen.root.querySelectorAll('.fe-card-row-facts bdi')].map(({ textContent }) => textContent)
    expect(isolated).to.deep.equal(['+49 170 1234567', '+49 170 1234567'])
  })

  it('reserves the space of the offers that this device showed last and this browser supports', async () => {
    for (const [given, count] of [
      [{}, 4],
      [{ hasKeys: false }, 2],
      [{ expected: ['AuthenticatorApp'] }, 1],
      [{ expected: [] }, 0],
    ] as const) {
      for (const state of [initialPrivacy, { ...ready, strategies: undefined }]) {
        screen = await show(state, given)
        expect(skeletons(), JSON.stringify(given)).to.equal(count)
        await screen.unmount()
      }
    }
    screen = await show(initialPrivacy)
  })

  it('names the impersonator of a session, or shows the impersonation without a name where the backend sends none', async () => {
    const [own, other] = ready.sessions.items
    const items = [
      { ...own, id: 's3', impersonated: true, impersonator: { email: 'jane@support.test', name: 'Jane' } },
      { ...other, id: 's4', impersonated: true },
    ]
    screen = await show({ ...ready, sessions: { ...ready.sessions, items } })
    const [named, unnamed] = within(screen.root).getByRole('list', { name: 'Active sessions' }).children
    expect(named?.textContent).to.contain('Signed in by jane@support.test on your behalf')
    expect(unnamed?.textContent).to.contain('Signed in on your behalf')
  })

  it('shows markup in every text as text', async () => {
    screen = await show(stateOf(HTML))
    expect(screen.root.querySelectorAll('img')).to.have.length(0)
    expect('__hit' in window).to.equal(false)
    expect(within(screen.root).getAllByText(HTML, { exact: false }).length).to.be.greaterThan(3)
  })
})
