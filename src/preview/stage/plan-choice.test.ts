import { expect } from 'chai'
import { allByRole } from '../../testing/by-role.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { billedAccount } from './billed-account.test-kit.ts'
import { applyLook, DESK } from './looks.test-kit.ts'
import { openPortal, type Portal } from './portal.test-kit.ts'
import { until } from './until.test-kit.ts'

const REASON = 'Down for repairs'
const CARDS = /\/billing\/payment-methods\/v1$/

describe('A user who chooses a plan', () => {
  let backstage: Backstage
  let portal: Portal | undefined
  before(async () => {
    backstage = await openBackstage()
    await applyLook(DESK)
  })
  afterEach(async () => {
    await portal?.close()
    backstage.intercept()
  })

  const openPlans = async () => {
    const { newUser } = await billedAccount(backstage)
    await backstage.signIn(newUser.email)
    portal = await openPortal(backstage, 'subscriptions')
    return portal
  }

  const namesOf = (root: ParentNode) => allByRole(root, 'dialog').map(({ textContent }) => textContent)

  it('waits until the stored card has loaded, and then sees the price', async () => {
    let respond = () => {}
    const slow = new Promise<void>((resolve) => {
      respond = resolve
    })
    backstage.intercept(async ({ url }) => {
      if (CARDS.test(url)) await slow
      return undefined
    })
    const own = await openPlans()
    await own.click('button', 'Choose Growth')
    const dialog = await own.dialog('Change to Growth')
    const confirm = await own.find('button', 'Confirm change', dialog)
    expect(confirm.dataset.busy).to.equal('true')
    respond()
    await until('the price', () => confirm.dataset.busy === undefined && dialog.textContent?.includes('Due now'))
    expect(namesOf(own.shadow).join()).to.include('Change to Growth').and.not.include('Add a card')
  })

  it('sees why the stored card failed to load, and continues once it loads', async () => {
    let isDown = true
    backstage.intercept(({ url }) =>
      isDown && CARDS.test(url) ? Response.json({ errors: [REASON] }, { status: 400 }) : undefined,
    )
    const own = await openPlans()
    await own.click('button', 'Choose Growth')
    const dialog = await own.dialog('Change to Growth')
    await until('the reason', () => dialog.textContent?.includes(REASON))
    const [retry] = allByRole(dialog, 'button', 'Try again')
    expect(namesOf(own.shadow).join()).not.to.include('Add a card')
    isDown = false
    retry?.click()
    await until('the price', () => dialog.textContent?.includes('Due now'))
    expect(dialog.textContent).not.to.include(REASON)
  })
})
