import { render, screen } from '@testing-library/react'
import { expect } from 'chai'
import { LazyDialogs } from './lazy-dialogs.tsx'

const Dialogs = ({ name }: { name: string }) => <p>{name}</p>

/** Renders the dialogs of a page, whose chunk hangs until `arrive` is called. */
const open = (isNeeded: boolean) => {
  let arrive = () => {}
  const chunk = new Promise<typeof Dialogs>((resolve) => {
    arrive = () => resolve(Dialogs)
  })
  const props = { load: () => chunk, isCalm: true, onMissing: () => undefined, props: { name: 'Invite users' } }
  render(<LazyDialogs {...props} isNeeded={isNeeded} />)
  return { arrive }
}

it('a dialog whose code hangs shows that it is loading until it opens', async () => {
  const { arrive } = open(true)
  expect(screen.getByRole('status').textContent).to.equal('Loading')
  arrive()
  await screen.findByText('Invite users')
  expect(screen.queryByRole('status')).to.equal(null)
})

it('a page without an open dialog shows nothing while their code loads', () => {
  open(false)
  expect(screen.queryByRole('status')).to.equal(null)
})
