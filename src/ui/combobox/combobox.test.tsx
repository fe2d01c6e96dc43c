import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { useState } from 'react'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { press, type } from '../../testing/keys.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { Field } from '../field/field.tsx'
import { Combobox } from './combobox.tsx'

const OPTIONS = ['Admin', 'Billing', 'Member', 'Viewer'].map((label) => ({ value: label.toLowerCase(), label }))

const Roles = () => {
  const [values, setValues] = useState<readonly string[]>(['member'])
  return (
    <>
      <Field label="Roles">
        {(ids) => <Combobox {...ids} options={OPTIONS} values={values} onChange={setValues} />}
      </Field>
      <output>{values.join(' ')}</output>
      <button type="button">After</button>
    </>
  )
}

describe('Combobox inside a shadow root', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())
  const find = () => within(ui.root)
  const values = () => ui.root.querySelector('output')?.textContent

  const start = async (scheme: 'light' | 'dark' = 'light') => {
    ui = await renderUi(<Roles />, { scheme })
    const input = await waitFor(() => find().getByRole('combobox', { name: 'Roles' }))
    input.focus()
    return input
  }

  it('narrows as one types and chooses with Enter, staying open for more', async () => {
    const input = await start()
    await type('bil')
    await waitFor(() => expect(find().getAllByRole('option').length).to.equal(1))
    expect(input.getAttribute('aria-activedescendant')).to.equal(find().getByRole('option').id)
    await press('Enter')
    await waitFor(() => expect(values()).to.equal('member billing'))
    expect(input.getAttribute('aria-expanded')).to.equal('true')
    expect(ui.shadow.activeElement).to.equal(input)
  })

  it('reports the active option to assistive technology, in the same root', async () => {
    const input = await start()
    await press('ArrowDown')
    await waitFor(() => expect(input.getAttribute('aria-activedescendant')).to.not.equal(null))
    const active = ui.shadow.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    expect(active?.getAttribute('role')).to.equal('option')
    expect(active?.textContent).to.equal('Admin')
  })

  it('removes the last option with Backspace, and any with its button', async () => {
    await start()
    await press('ArrowDown', 'Enter')
    await waitFor(() => expect(values()).to.equal('member admin'))
    await press('Backspace')
    await waitFor(() => expect(values()).to.equal('member'))
    find().getByRole('button', { name: 'Remove Member' }).click()
    await waitFor(() => expect(values()).to.equal(''))
  })

  it('closes on Escape and on Tab without choosing', async () => {
    const input = await start()
    await press('ArrowDown')
    await waitFor(() => expect(input.getAttribute('aria-expanded')).to.equal('true'))
    await press('Escape')
    await waitFor(() => expect(input.getAttribute('aria-expanded')).to.equal('false'))
    await press('ArrowDown', 'Tab')
    await waitFor(() => expect(input.getAttribute('aria-expanded')).to.equal('false'))
    expect(values()).to.equal('member')
  })

  it('closes its list on Escape and keeps the dialog around it open', async () => {
    const closed: string[] = []
    ui = await renderUi(
      <Dialog open title="Invite" onClose={() => closed.push('dialog')}>
        <Roles />
      </Dialog>,
    )
    const input = await waitFor(() => find().getByRole('combobox', { name: 'Roles' }))
    input.focus()
    await press('ArrowDown')
    await waitFor(() => expect(input.getAttribute('aria-expanded')).to.equal('true'))
    await press('Escape')
    await waitFor(() => expect(input.getAttribute('aria-expanded')).to.equal('false'))
    expect(closed).to.deep.equal([])
    await press('Escape')
    await waitFor(() => expect(closed).to.deep.equal(['dialog']))
  })

  it('chooses by pointer and keeps the focus in the input', async () => {
    const input = await start()
    input.click()
    const option = await waitFor(() => find().getByRole('option', { name: 'Viewer' }))
    option.click()
    await waitFor(() => expect(values()).to.equal('member viewer'))
    expect(ui.shadow.activeElement).to.equal(input)
  })

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no barrier open or closed in ${scheme}`, async () => {
      await start(scheme)
      await expectNoAxeViolations(ui.host)
      await press('ArrowDown')
      await waitFor(() => find().getAllByRole('option'))
      await expectNoAxeViolations(ui.host)
    })
  }
})
