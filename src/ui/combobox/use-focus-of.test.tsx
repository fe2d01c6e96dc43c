import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { press } from '../../testing/keys.ts'
import { renderUi } from '../../testing/render.tsx'
import { Combobox } from './combobox.tsx'

const focused: string[] = []

/** Focuses the first input of its content when it opens, as a dialog does. */
const Opened = ({ children }: { children: ReactNode }) => {
  const own = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const first = own.current?.querySelector('input')
    first?.focus()
    if (first) focused.push(first.ariaBusy ?? 'ready')
  }, [])
  return <div ref={own}>{children}</div>
}

it('keeps the focus in a combobox whose chunk arrives after a dialog has focused it', async () => {
  const options = [{ value: 'admin', label: 'Admin' }]
  const ui = await renderUi(
    <Opened>
      <Combobox label="Roles" options={options} values={['admin']} onChange={() => undefined} />
    </Opened>,
  )
  // The placeholder was focused, since React renders it before any chunk, even one that is in the test's own file.
  expect(focused).to.deep.equal(['true'])
  const input = await waitFor(() => within(ui.root).getByRole('combobox', { name: 'Roles' }))
  expect(ui.shadow.activeElement).to.equal(input)
  await press('Tab')
  expect(ui.shadow.activeElement).to.not.equal(input)
  await ui.unmount()
})
