import { expect } from 'chai'
import { login } from '../../contract/login.ts'
import { session } from '../../contract/session.ts'
import { type Harness, openHarness } from '../../elements/testing/harness.test-kit.ts'
import { USER_ID_KEY } from '../../kernel/storage.ts'

const EMAIL = 'input[name=email]'

describe('The login box during an outage', () => {
  let harness: Harness
  let round = 0
  let isDown = true
  const open = async (path: string, signedInAs: string | null = null) => {
    round += 1
    isDown = true
    harness = await openHarness({
      name: `outage-${round}`,
      signedInAs,
      respond: ({ url }) =>
        isDown && new URL(url).pathname.endsWith(path) ? Response.json({}, { status: 503 }) : undefined,
    })
  }
  const button = (text: string) =>
    [...(harness.box.shadowRoot?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === text)
  const isFormThere = () => harness.box.querySelector(EMAIL) !== null
  const isOutageShown = () => harness.shadowText().includes('We can’t reach the server')
  afterEach(async () => {
    localStorage.removeItem(USER_ID_KEY)
    await harness.close()
  })

  it('shows it to a returning user in place of the form, and continues the session by itself', async () => {
    localStorage.setItem(USER_ID_KEY, 'ada')
    await open(session.refreshSession.path, 'ada@acme.test')
    await harness.until(isOutageShown)
    expect(isFormThere()).to.equal(false)
    isDown = false
    const isBack = () => harness.app.store.getState().session.status === 'signed-in'
    // A slow browser may have tried more than once by now, and the wait grows with each attempt.
    for (let seconds = 0; seconds < 16 && !isBack(); seconds += 4) await harness.wait(4_000)
    await harness.until(isBack)
    expect(isFormThere()).to.equal(false)
  })

  it('shows the form to a returning user who wants it, or whose session turns out to be over', async () => {
    for (const way of ['Sign in as someone else', 'Try again']) {
      localStorage.setItem(USER_ID_KEY, 'ada')
      await open(session.refreshSession.path)
      await harness.until(isOutageShown)
      if (way === 'Try again') isDown = false
      button(way)?.click()
      await harness.until(isFormThere)
      expect(isOutageShown()).to.equal(false)
      if (way !== 'Try again') await harness.close()
    }
  })

  it('shows the form where no user is remembered', async () => {
    await open(session.refreshSession.path)
    await harness.until(isFormThere)
    expect(isOutageShown()).to.equal(false)
  })

  it('shows that the lookup of the email failed, and retries', async () => {
    await open(login.preLogin.path)
    await harness.type(EMAIL, 'ada@acme.test')
    await harness.press()
    expect(harness.box.querySelector('input[name=password]')).to.equal(null)
    expect(harness.box.textContent).to.contain('Something went wrong on our side. Try again.')
    isDown = false
    expect(harness.box.querySelector('button[type=submit]')?.textContent ?? button('Try again')?.textContent).to.equal(
      'Try again',
    )
    await harness.press()
    await harness.until(() => harness.box.querySelector('input[name=password]') !== null)
  })
})
