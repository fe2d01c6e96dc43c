import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { press } from '../../testing/keys.ts'
import { renderUi } from '../../testing/render.tsx'
import { Combobox } from './combobox.tsx'

it('keeps the focus in a combobox whose chunk arrives after a dialog has focused it', async () => {
  const options = [{ value: 'admin', label: 'Admin' }]
  const ui = await renderUi(<Combobox label="Roles" options={options} values={['admin']} onChange={() => undefined} />)
  const waiting = ui.shadow.querySelector<HTMLInputElement>('input[aria-busy]')
  waiting?.focus()
  expect(ui.shadow.activeElement).to.equal(waiting)
  const input = await waitFor(() => within(ui.root).getByRole('combobox', { name: 'Roles' }))
  expect(ui.shadow.activeElement).to.equal(input)
  await press('Tab')
  expect(ui.shadow.activeElement).to.not.equal(input)
  await ui.unmount()
})
