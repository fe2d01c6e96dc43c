import { expect } from 'chai'
import { openBackstage } from './backstage.test-kit.ts'
import { applyLook, DESK } from './looks.test-kit.ts'
import { openPortal } from './portal.test-kit.ts'
import { until } from './until.test-kit.ts'

/** Lines of text differ between accounts, so the parts below may move by a few of them. */
const FEW_LINES_PX = 60

it('reserves the space of the score, the recommendations and the insights of a new account while they load', async () => {
  await applyLook(DESK)
  const backstage = await openBackstage()
  const { email } = await backstage.recruit('ada@acme.test', 'Sta Still')
  await backstage.signIn(email)
  const held: (() => void)[] = []
  backstage.intercept((request) =>
    /\/security-center\//.test(request.url) ? new Promise((resolve) => held.push(() => resolve(undefined))) : undefined,
  )
  const portal = await openPortal(backstage, 'security')
  const tops = () =>
    [...portal.shadow.querySelectorAll('.fe-center-section')].map((section) => section.getBoundingClientRect().top)
  await until(
    () => `the placeholders; ${held.length} calls wait, ${tops().length} parts are shown`,
    () => held.length > 0 && tops().length >= 3,
  )
  const before = tops()
  backstage.intercept()
  for (const pass of held) pass()
  await portal.settled()
  const after = tops()
  expect(Math.abs((after[0] ?? 0) - (before[0] ?? 0)), 'below the score').to.be.at.most(1)
  for (const [at, top] of after.entries())
    expect(Math.abs(top - (before[at] ?? 0)), `part ${at + 1}`).to.be.at.most(FEW_LINES_PX)
  await portal.close()
})
