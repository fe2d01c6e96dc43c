import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { aUser } from '../../testing/builders.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { UserSummary, type UserSummaryProps } from './user-summary.tsx'

describe('a user in a list', () => {
  let drawn: RenderedUi | undefined
  const user = aUser({ name: 'Nia Berg', email: 'nia@north.test' })
  const show = async (props: Partial<UserSummaryProps> = {}) => {
    drawn = await renderUi(<UserSummary user={user} {...props} />)
    return { ...drawn, find: within(drawn.root) }
  }
  afterEach(async () => {
    await drawn?.unmount()
    drawn = undefined
  })

  it('is opened by the name, with the badges beside the button', async () => {
    let opened = 0
    const onOpen = () => {
      opened += 1
    }
    const { find, host } = await show({ onOpen, children: <em>You</em> })
    find.getByRole('button', { name: 'Nia Berg' }).click()
    expect(opened).to.equal(1)
    find.getByText('nia@north.test')
    find.getByText('You')
    await expectNoAxeViolations(host)
  })

  it('has no button where there is nothing to open', async () => {
    const { find } = await show()
    find.getByText('Nia Berg')
    expect(find.queryByRole('button')).to.equal(null)
  })

  it('is shown by the email, once, if it has no name', async () => {
    const { find } = await show({ user: { ...user, name: ' ' } })
    expect(find.getAllByText('nia@north.test').length).to.equal(1)
  })

  it('shows the domain of the email in its script, also where the email is the name', async () => {
    const email = 'nia@xn--bcher-kva.test'
    const { find } = await show({ user: { ...user, email } })
    await find.findByText('nia@bücher.test')
    await drawn?.unmount()
    const unnamed = await show({ user: { ...user, name: '', email } })
    await unnamed.find.findByText('nia@bücher.test')
    expect(unnamed.find.queryByText(email)).to.equal(null)
  })

  it('keeps the domain in ASCII where it could pass for another', async () => {
    const { find } = await show({ user: { ...user, email: 'nia@xn--80ak6aa92e.com' } })
    find.getByText('nia@xn--80ak6aa92e.com')
  })

  it('shows a note in place of the email', async () => {
    const { find } = await show({ note: 'Already in this group' })
    find.getByText('Already in this group')
    expect(find.queryByText('nia@north.test')).to.equal(null)
  })
})
