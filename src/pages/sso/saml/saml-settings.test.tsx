import { fireEvent, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { SamlKeys, SamlOptions, SsoType } from '../../../entities/sso.ts'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../../testing/axe.tsx'
import { WithTexts } from '../../../testing/feature.tsx'
import { noActions } from '../../../testing/page-looks.tsx'
import { renderUi } from '../../../testing/render.tsx'
import { setupMessages } from '../setup/setup.messages.ts'
import type { SsoActions } from '../sso.actions.ts'
import { ssoMessages } from '../sso.messages.ts'
import { initialSso } from '../sso.state.ts'
import { aConnection } from '../sso.test-kit.ts'
import { SamlSettings } from './saml-settings.tsx'

const translator = createTranslator({ language: 'en' })
const viewer = { id: 'ada', tenantId: 't', tenantName: 'Acme', keys: ['fe.*'], may: { edit: true, remove: true } }
const OPTIONS: SamlOptions = { logoutUrl: '', logoutBinding: 'redirect', requireEncryption: false, attributes: {} }
const CERTIFICATE = { certificate: 'PEM', subject: 'CN=a', validFrom: '', expiresAt: '', fingerprint: 'AA' }
const KEYS: SamlKeys = {
  keys: [],
  signing: CERTIFICATE,
  metadataUrl: 'https://api.test/auth/saml/metadata',
  logoutUrl: 'https://api.test/auth/saml/logout',
}

const show = async (type: SsoType, facts: Partial<SamlOptions>, keys = KEYS) => {
  const saved: unknown[] = []
  const actions: SsoActions = {
    ...noActions<SsoActions>(),
    guard: noActions<SsoActions['guard']>(),
    loadSaml: async () => undefined,
    saveSamlOptions: async (_connection, subject, body) => saved.push([subject, body]) > 0,
  }
  const options = { ...OPTIONS, ...facts }
  const view = await renderUi(
    <WithTexts>
      <SamlSettings
        connection={aConnection({ type })}
        canEdit
        state={{ ...initialSso, viewer, saml: { connectionId: 'c1', phase: 'ready', options, keys } }}
        actions={actions}
        t={translator.translatorFor(ssoMessages)}
        s={translator.translatorFor(setupMessages)}
      />
    </WithTexts>,
  )
  return { ...view, page: within(view.root), saved }
}

const press = async (page: Awaited<ReturnType<typeof show>>['page'], name: string) => {
  const button = await page.findByRole('button', { name })
  button.click()
}

describe('the encryption keys of a SAML connection', () => {
  it('are named by their fingerprint before they are retired', async () => {
    const fingerprint = 'AB:CD:EF:12:34:56:78:90'
    const keys = [{ ...CERTIFICATE, fingerprint, id: 'k1', createdAt: '' }]
    const { page } = await show('okta', {}, { ...KEYS, keys })
    await press(page, 'Retire key')
    await page.findByRole('alertdialog', { name: 'Retire key AB:CD:EF:12?' })
  })
})

describe('the clock difference of a SAML connection', () => {
  it('is saved as seconds, and a value that isn’t a number of seconds is reported before it is sent', async () => {
    const { page, saved } = await show('okta', { clockToleranceSeconds: 120 })
    const seconds = page.getByRole('textbox', { name: 'Seconds' })
    for (const wrong of ['', '301', '-1', '1.5', 'ten']) {
      fireEvent.change(seconds, { target: { value: wrong } })
      await press(page, 'Save clock difference')
      await page.findByText('Enter a whole number from 0 to 300.')
    }
    expect(saved).to.deep.equal([])
    fireEvent.change(seconds, { target: { value: ' 45 ' } })
    await press(page, 'Save clock difference')
    expect(saved).to.deep.equal([['clock', { clockToleranceSeconds: 45 }]])
  })

  it('is hidden where the backend is older', async () => {
    const { page } = await show('okta', {})
    expect(page.queryByRole('textbox', { name: 'Seconds' })).to.equal(null)
  })
})

describe('the settings of an OpenID Connect connection', () => {
  it('map claims to the fields of a user', async () => {
    const { page, saved, host } = await show('oidc', { attributes: { email: 'upn' }, clientAuthentication: '' })
    expect(page.getByRole('textbox', { name: 'Email claim' })).to.have.property('value', 'upn')
    fireEvent.change(page.getByRole('textbox', { name: 'Groups claim' }), { target: { value: 'teams' } })
    await press(page, 'Save claim mapping')
    expect(saved).to.deep.equal([['claims', { attributes: { email: 'upn', name: '', groups: 'teams' } }]])
    expect(page.queryByRole('textbox', { name: 'Email attribute' })).to.equal(null)
    await expectNoAxeViolations(host)
  })

  it('show how the client authenticates if the backend returns it', async () => {
    const { page } = await show('oidc', { clientAuthentication: 'post' })
    page.getByText('Client secret in the request body (client_secret_post)')
    const older = await show('oidc', {})
    expect(older.page.queryByText('Client authentication')).to.equal(null)
  })
})
