import { waitFor } from '@testing-library/dom'
import { expect } from 'chai'
import { OptionsError } from '../kernel/errors.ts'
import { setValue } from '../preview/stage/set-value.test-kit.ts'
import { openPlayground, type Playground, type PlaygroundSettings } from './playground.ts'

const PATIENCE = { timeout: 8_000 }
const BOX: PlaygroundSettings = { element: 'fe-login-box', options: {} }

describe('The playground', function () {
  this.timeout(30_000)
  let stage: HTMLElement
  let playground: Playground
  beforeEach(() => {
    stage = document.body.appendChild(document.createElement('main'))
    playground = openPlayground(stage)
  })
  afterEach(() => {
    playground.close()
    stage.remove()
  })

  const words = () => `${stage.firstElementChild?.shadowRoot?.textContent} ${stage.textContent}`
  const shows = (text: string) => waitFor(() => expect(words()).to.contain(text), PATIENCE)
  const radius = () => {
    const card = stage.firstElementChild?.shadowRoot?.querySelector('.fe-auth-card')
    return card && getComputedStyle(card).borderRadius
  }

  it('shows the login box with the sign-in methods of the vendor settings', async () => {
    playground.show(BOX)
    await shows('Create an account')
    const vendor: PlaygroundSettings['vendor'] = {
      signInPolicy: { authStrategy: 'Code', allowSignups: false },
      waysToSignIn: { mainAuthStrategies: [{ strategy: 'Code' }], secondaryAuthStrategies: [] },
    }
    playground.show({ ...BOX, vendor })
    const field = await waitFor(() => {
      const found = stage.querySelector<HTMLInputElement>('input[type=email]')
      expect(words()).to.contain('Continue').and.not.to.contain('passkey')
      return found as HTMLInputElement
    }, PATIENCE)
    expect(words()).not.to.contain('Create an account')
    setValue(field, 'ada@acme.test')
    field.form?.requestSubmit()
    await shows('Check your email')
    expect(stage.childElementCount).to.equal(1)
  })

  it('gives a new theme to the running element, and starts another one for other options', async () => {
    playground.show({ ...BOX, options: { themeOptions: { loginBox: { boxStyle: { borderRadius: 3 } } } } })
    await waitFor(() => expect(radius()).to.equal('3px'), PATIENCE)
    const element = stage.firstElementChild
    playground.show({ ...BOX, options: { themeOptions: { loginBox: { boxStyle: { borderRadius: 9 } } } } })
    await waitFor(() => expect(radius()).to.equal('9px'), PATIENCE)
    expect(stage.firstElementChild).to.equal(element)
    const localizations = { en: { loginBox: { login: { title: 'Welcome back' } } } }
    playground.show({ ...BOX, options: { localizations } })
    await shows('Welcome back')
    expect(stage.firstElementChild).not.to.equal(element)
  })

  it('keeps the element when an option is invalid', async () => {
    playground.show(BOX)
    const element = stage.firstElementChild
    const options = { basename: 5 } as never
    expect(() => playground.show({ ...BOX, options })).to.throw(OptionsError, 'basename must be a string')
    expect(stage.firstElementChild).to.equal(element)
  })

  it('shows the portal of a signed-in user, and requests nothing', async () => {
    const requested: string[] = []
    const { fetch } = window
    window.fetch = async (input) => {
      requested.push(String(input))
      return Response.error()
    }
    try {
      playground.show({ element: 'fe-admin-portal', options: { contextOptions: { baseUrl: 'https://api.example' } } })
      await shows('Users')
      await shows('Ada')
      // The bundle of this test is read from here.
      expect(requested.filter((url) => !url.startsWith(location.origin))).to.deep.equal([])
    } finally {
      window.fetch = fetch
    }
  })
})
