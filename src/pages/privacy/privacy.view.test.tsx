import { within } from '@testing-library/dom'
import { expect } from 'chai'
import type { Appearance } from '../../feature/page-fields.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import type { PrivacyFields } from './privacy.fields.ts'
import { privacyMessages } from './privacy.messages.ts'
import type { PrivacyActions } from './privacy.slice.ts'
import { devicesLoaded, initialPrivacy, type PrivacyState, sessionsChanged } from './privacy.state.ts'
import { PrivacyView } from './privacy.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(privacyMessages)
const HTML = '<img src=x onerror="window.__hit=1">'
const ALL: PrivacyFields = { loginSessions: 'edit', mfa: 'edit' }

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
  const withDevices = devicesLoaded(devices, names)(initialPrivacy)
  return sessionsChanged({ phase: 'ready', items })(withDevices)
}
const ready = stateOf('One')

const show = (state: PrivacyState, fields: PrivacyFields = ALL) => {
  const actions = new Proxy({}, { get: () => () => undefined }) as PrivacyActions
  const failures = { mfa: 'No answer', sessions: 'No answer', dialog: undefined }
  const never = () => Promise.reject(new Error('No ceremony is asked for'))
  const ceremonies = { isSupported: () => true, register: never, authenticate: never, autofill: never, stop() {} }
  const props = { state, actions, t, fields, failures, ceremonies, email: 'dana@acme.test' }
  return renderUi(<PrivacyView {...props} passkeys={<p>Passkeys</p>} />)
}

const states: Record<string, PrivacyState> = {
  loading: initialPrivacy,
  ready,
  'no factor': { ...ready, devices: [] },
  failed: { ...ready, phase: 'failed', sessions: { ...ready.sessions, phase: 'failed', items: [] } },
  starting: { ...ready, starting: 'WebAuthnPlatform' },
}

describe('The view of the privacy page', () => {
  let screen: RenderedUi
  afterEach(() => screen.unmount())

  for (const [name, state] of Object.entries(states)) {
    it(`has no access problem: ${name}`, async () => {
      screen = await show(state)
      await expectNoAxeViolations(screen.host)
    })
  }

  const buttons = { mfa: /^Rename One/, loginSessions: /^Sign out One/ }
  const titles = { mfa: 'Second factor', loginSessions: 'Where you are signed in' }
  for (const field of ['mfa', 'loginSessions'] as const) {
    for (const appearance of ['hidden', 'viewOnly', 'edit'] as const satisfies Appearance[]) {
      it(`draws ${field} as ${appearance}`, async () => {
        screen = await show(ready, { ...ALL, [field]: appearance })
        const page = within(screen.root)
        expect(page.queryByText(titles[field]) === null).to.equal(appearance === 'hidden')
        expect(page.queryAllByRole('button', { name: buttons[field] }).length > 0).to.equal(appearance === 'edit')
      })
    }
  }

  it('shows markup in every text as text', async () => {
    screen = await show(stateOf(HTML))
    expect(screen.root.querySelectorAll('img')).to.have.length(0)
    expect('__hit' in window).to.equal(false)
    expect(within(screen.root).getAllByText(HTML, { exact: false }).length).to.be.greaterThan(3)
  })
})
