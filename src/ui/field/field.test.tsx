import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { useState } from 'react'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { type } from '../../testing/keys.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { Checkbox } from '../checkbox/checkbox.tsx'
import { PasswordInput } from '../password-input/password-input.tsx'
import { Select } from '../select/select.tsx'
import { Switch } from '../switch/switch.tsx'
import { TextInput } from '../text-input/text-input.tsx'
import { Textarea } from '../textarea/textarea.tsx'
import { Field } from './field.tsx'

const noop = () => undefined

const Form = ({ error }: { error?: string }) => (
  <>
    <Field label="Email" hint="Your work address" error={error}>
      {(ids) => <TextInput {...ids} type="email" placeholder="name@company.com" />}
    </Field>
    <Field label="Password">{(ids) => <PasswordInput {...ids} />}</Field>
    <Field label="Language">
      {(ids) => <Select {...ids} value="en" onChange={noop} options={[{ value: 'en', label: 'English' }]} />}
    </Field>
    <Field label="Message">{(ids) => <Textarea {...ids} />}</Field>
    <Checkbox label="Remember this device" checked onChange={noop} />
    <Switch label="Force a second factor" checked={false} onChange={noop} />
  </>
)

const Secret = () => {
  const [value, setValue] = useState('')
  return <PasswordInput aria-label="Password" value={value} onChange={(event) => setValue(event.target.value)} />
}

describe('Field and its controls', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())

  for (const scheme of ['light', 'dark'] as const) {
    it(`has names, roles and contrast with and without an error in ${scheme}`, async () => {
      ui = await renderUi(<Form />, { scheme })
      await expectNoAxeViolations(ui.host)
      await ui.rerender(<Form error="Enter an address with an @." />)
      await expectNoAxeViolations(ui.host)
    })
  }

  it('ties the error to its input', async () => {
    ui = await renderUi(<Form />)
    await ui.rerender(<Form error="Enter an address with an @." />)
    const input = within(ui.root).getByRole('textbox', { name: 'Email' })
    const message = ui.shadow.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(input.getAttribute('aria-invalid')).to.equal('true')
    expect(message?.textContent).to.equal('Enter an address with an @.')
  })

  it('reserves no space for a missing message', async () => {
    ui = await renderUi(<Field label="Name">{(ids) => <TextInput {...ids} />}</Field>)
    expect(ui.root.querySelector('[part="message"]')?.getBoundingClientRect().height).to.equal(0)
  })

  it('shows the password on request and hides it again', async () => {
    ui = await renderUi(<Form />)
    const input = within(ui.root).getByLabelText('Password') as HTMLInputElement
    within(ui.root).getByRole('button', { name: 'Show password' }).click()
    await waitFor(() => expect(input.type).to.equal('text'))
    within(ui.root).getByRole('button', { name: 'Hide password' }).click()
    await waitFor(() => expect(input.type).to.equal('password'))
  })

  it('never mirrors a typed secret into an attribute, where a style sheet could read it', async () => {
    ui = await renderUi(<Secret />)
    const input = within(ui.root).getByLabelText('Password') as HTMLInputElement
    input.focus()
    await type('hunter2!')
    expect(input.value).to.equal('hunter2!')
    expect(input.getAttribute('value') ?? '').to.equal('')
    within(ui.root).getByRole('button', { name: 'Show password' }).click()
    await waitFor(() => expect(input.type).to.equal('text'))
    expect(input.getAttribute('value') ?? '').to.equal('')
    expect(input.value).to.equal('hunter2!')
  })

  it('shows that caps lock is on', async () => {
    ui = await renderUi(<Form />)
    const input = within(ui.root).getByLabelText('Password')
    input.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, key: 'A', modifierCapsLock: true }))
    await waitFor(() => expect(within(ui.root).getByText('Caps lock is on')).to.not.equal(null))
  })
})
