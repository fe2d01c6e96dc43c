import { waitFor } from '@testing-library/dom'
import { expect } from 'chai'
import { renderUi } from '../../testing/render.tsx'
import { useCheckedInput } from './use-checked-input.ts'

const Corrected = () => {
  const input = useCheckedInput((field, isTyping) => {
    const corrected = field.value.toLowerCase()
    if (!isTyping) field.value = corrected
    return corrected === 'ada' ? undefined : 'Wrong name'
  })
  return (
    <>
      <input aria-label="Name" {...input.props} />
      <p>{input.error}</p>
    </>
  )
}

it('corrects text when the field is left, and never while the user types or composes a character', async () => {
  const ui = await renderUi(<Corrected />)
  const field = ui.shadow.querySelector('input') as HTMLInputElement // the component has one
  const write = (text: string, isComposing: boolean) => {
    field.value = text
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, isComposing }))
  }
  field.focus()
  write('EVE', false)
  field.blur()
  await waitFor(() => expect(ui.root.textContent).to.contain('Wrong name'))
  expect(field.value).to.equal('eve')
  field.focus()
  write('AD', true)
  expect(field.value).to.equal('AD')
  write('ADA', false)
  await waitFor(() => expect(ui.root.textContent).not.to.contain('Wrong name'))
  expect(field.value).to.equal('ADA')
  field.blur()
  expect(field.value).to.equal('ada')
  await ui.unmount()
})

it('checks a shown error again when an input method ends, after which Chromium sends no input event', async () => {
  const ui = await renderUi(<Corrected />)
  const field = ui.shadow.querySelector('input') as HTMLInputElement // the component has one
  field.focus()
  field.value = 'EVE'
  field.blur()
  await waitFor(() => expect(ui.root.textContent).to.contain('Wrong name'))
  field.focus()
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true, composed: true }))
  field.value = 'ADA'
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, isComposing: true }))
  expect(ui.root.textContent).to.contain('Wrong name')
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true }))
  await waitFor(() => expect(ui.root.textContent).not.to.contain('Wrong name'))
  await ui.unmount()
})
