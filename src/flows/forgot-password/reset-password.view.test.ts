import { expect } from 'chai'
import { password } from '../../contract/password.ts'
import { linkOwner } from '../../contract/sign-up.ts'
import { type Harness, openHarness } from '../../elements/testing/harness.test-kit.ts'
import { resetPasswordFlow } from '../index.ts'

const ADA = 'ada@acme.test'
const CHOSEN = 'Correct-Horse-9!'
const BOX = 'input[name=signOutEverywhere]'

describe('the link of “Forgot password?”', () => {
  let harness: Harness
  let round = 0
  let sent: Record<string, unknown>
  afterEach(() => harness.close())

  const open = async (facts: object | undefined, mark = '') => {
    round += 1
    await resetPasswordFlow.load()
    harness = await openHarness({
      name: `reset-${round}`,
      route: `/account/reset-password?userId=u-1&token=t-1${mark}`,
      respond: async (request) => {
        const { pathname } = new URL(request.url)
        if (pathname.endsWith(linkOwner.getLinkOwner.path)) {
          return facts ? Response.json(facts) : Response.json({ errors: ['Not found'] }, { status: 404 })
        }
        if (!pathname.endsWith(password.resetPassword.path)) return undefined
        sent = await request.json()
        return Response.json({})
      },
    })
    await harness.until(() => harness.box.querySelector('input[name=password]') !== null)
  }
  const isChecked = () => harness.field(BOX).checked
  const choose = async () => {
    await harness.type('input[name=password]', CHOSEN)
    await harness.type('input[name=confirmPassword]', CHOSEN)
    await harness.press()
    await harness.until(() => harness.shadowText().includes('Password reset'))
    return sent.signOutEverywhere
  }

  it('ends all sessions by any other link, unless the user keeps them', async () => {
    await open({ email: ADA })
    expect(isChecked()).to.equal(true)
    expect(await choose()).to.equal(undefined)
    await harness.close()
    await open({ email: ADA })
    harness.field(BOX).click()
    expect(await choose()).to.equal(false)
  })

  it('keeps sessions by a link that the portal asked for in one of them, unless the user ends them', async () => {
    await open({ email: ADA }, '&keepSessions=true')
    expect(isChecked()).to.equal(false)
    expect(await choose()).to.equal(false)
    await harness.close()
    await open(undefined, '&keepSessions=true')
    expect(isChecked()).to.equal(false)
    harness.field(BOX).click()
    expect(await choose()).to.equal(undefined)
  })

  it('ends all sessions at a backend that doesn’t say to whom the link belongs', async () => {
    await open(undefined)
    expect(isChecked()).to.equal(true)
    expect(await choose()).to.equal(undefined)
  })
})
