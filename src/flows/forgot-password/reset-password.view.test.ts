import { expect } from 'chai'
import { password } from '../../contract/password.ts'
import { linkOwner } from '../../contract/sign-up.ts'
import { openWorld, type World } from '../../elements/testing/world.test-kit.ts'
import { resetPasswordFlow } from '../index.ts'

const ADA = 'ada@acme.test'
const CHOSEN = 'Correct-Horse-9!'
const BOX = 'input[name=signOutEverywhere]'

describe('the link of “Forgot password?”', () => {
  let world: World
  let round = 0
  let sent: Record<string, unknown>
  afterEach(() => world.close())

  const open = async (facts: object | undefined, mark = '') => {
    round += 1
    await resetPasswordFlow.load()
    world = await openWorld({
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
    await world.until(() => world.box.querySelector('input[name=password]') !== null)
  }
  const isChecked = () => world.field(BOX).checked
  const choose = async () => {
    await world.type('input[name=password]', CHOSEN)
    await world.type('input[name=confirmPassword]', CHOSEN)
    await world.press()
    await world.until(() => world.shadowText().includes('Password reset'))
    return sent.signOutEverywhere
  }

  it('ends all sessions by any other link, unless the user keeps them', async () => {
    await open({ email: ADA })
    expect(isChecked()).to.equal(true)
    expect(await choose()).to.equal(undefined)
    await world.close()
    await open({ email: ADA })
    world.field(BOX).click()
    expect(await choose()).to.equal(false)
  })

  it('keeps sessions by a link that the portal asked for in one of them, unless the user ends them', async () => {
    await open({ email: ADA }, '&keepSessions=true')
    expect(isChecked()).to.equal(false)
    expect(await choose()).to.equal(false)
    await world.close()
    await open(undefined, '&keepSessions=true')
    expect(isChecked()).to.equal(false)
    world.field(BOX).click()
    expect(await choose()).to.equal(undefined)
  })

  it('ends all sessions at a backend that doesn’t say to whom the link belongs', async () => {
    await open(undefined)
    expect(isChecked()).to.equal(true)
    expect(await choose()).to.equal(undefined)
  })
})
