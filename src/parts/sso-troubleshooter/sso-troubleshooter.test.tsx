import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../i18n/create-translator.ts'
import { FAULTS } from '../../rules/sso-troubleshooter/findings.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { press } from '../../testing/keys.ts'
import { type RenderedUi, type RenderUiOptions, renderUi } from '../../testing/render.tsx'
import { faultMessages } from './faults.messages.ts'
import { troubleshooterMessages } from './sso-troubleshooter.messages.ts'
import { SsoTroubleshooter } from './sso-troubleshooter.tsx'

const NOW = 1_767_225_600_000
const DISCOVERY = {
  issuer: 'https://idp.test',
  authorization_endpoint: 'https://idp.test/auth',
  token_endpoint: 'https://idp.test/token',
  jwks_uri: 'https://idp.test/jwks',
}

describe('The SSO troubleshooter', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())
  const screen = () => within(ui.root)

  const start = async (options: RenderUiOptions = {}) => {
    const translator = createTranslator({ language: 'en' })
    ui = await renderUi(
      <SsoTroubleshooter
        expected={{ issuer: 'https://idp.test' }}
        now={() => NOW}
        t={translator.translatorFor(troubleshooterMessages)}
        faultText={translator.translatorFor(faultMessages)}
      />,
      options,
    )
  }

  const paste = async (text: string) => {
    const field = screen().getByLabelText(/SAML response, metadata/)
    field.focus()
    document.execCommand('insertText', false, text)
    await waitFor(() => expect((field as HTMLTextAreaElement).value).to.equal(text))
    screen().getByRole('button', { name: 'Check' }).click()
  }

  it('has a text for every fault', async () => {
    await start()
    expect(Object.keys(faultMessages.texts).sort()).to.deep.equal([...FAULTS].sort())
  })

  for (const scheme of ['light', 'dark'] as const) {
    it(`explains what is wrong, ${scheme}, on a phone`, async () => {
      await start({ scheme, width: '358px' })
      await paste(JSON.stringify({ ...DISCOVERY, issuer: 'https://other.test' }))
      await waitFor(() => screen().getByText(/1 problem found/))
      screen().getByText(/Copy “Issuer” from your identity provider exactly/)
      screen().getByText('https://other.test')
      expect(ui.host.scrollWidth).to.be.at.most(ui.host.clientWidth)
      await expectNoAxeViolations(ui.host)
    })
  }

  it('reports a good document, and forgets the result when the text changes', async () => {
    await start()
    await paste(JSON.stringify(DISCOVERY))
    await waitFor(() => screen().getByText('OpenID Connect discovery document: no problems found'))
    screen()
      .getByLabelText(/SAML response, metadata/)
      .focus()
    await press('x')
    await waitFor(() => expect(screen().queryByText(/no problems found/)).to.equal(null))
  })

  it('sends nothing', async () => {
    await start()
    const before = performance.getEntriesByType('resource').length
    await paste('https://10.0.0.1/.well-known/openid-configuration')
    await waitFor(() => screen().getByText(/inside a private network/))
    expect(performance.getEntriesByType('resource').length).to.equal(before)
  })
})
