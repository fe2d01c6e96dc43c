import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { useState } from 'react'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { press, type } from '../../testing/keys.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { CodeInput } from './code-input.tsx'

const Code = ({ onComplete }: { onComplete(code: string): void }) => {
  const [code, setCode] = useState('')
  return <CodeInput aria-label="Code" value={code} onChange={setCode} onComplete={onComplete} />
}

describe('CodeInput', () => {
  let ui: RenderedUi
  const sent: string[] = []
  afterEach(() => ui.unmount())

  const start = async (scheme: 'light' | 'dark' = 'light') => {
    sent.length = 0
    ui = await renderUi(<Code onComplete={(code) => sent.push(code)} />, { scheme })
    const input = within(ui.root).getByRole('textbox', { name: 'Code' }) as HTMLInputElement
    input.focus()
    return input
  }
  const boxes = () => [...ui.root.querySelectorAll('.fe-code-box')].map((box) => box.textContent).join('')

  it('fills one box per digit, leaves letters out, and submits itself when full', async () => {
    const input = await start()
    await type('12a34')
    await waitFor(() => expect(boxes()).to.equal('1234'))
    expect(sent).to.deep.equal([])
    await press('Backspace')
    await type('456')
    await waitFor(() => expect(sent).to.deep.equal(['123456']))
    expect(input.value).to.equal('123456')
    expect(input.getAttribute('value')).to.equal(null)
  })

  it('accepts a whole pasted code, spaces and dashes included', async () => {
    const input = await start()
    input.value = ''
    document.execCommand('insertText', false, ' 123-456 ')
    await waitFor(() => expect(sent).to.deep.equal(['123456']))
  })

  it('accepts the digits of other scripts', async () => {
    const input = await start()
    await type('١٢')
    await waitFor(() => expect(input.value).to.equal('12'))
    document.execCommand('insertText', false, '３۴५๖')
    await waitFor(() => expect(sent).to.deep.equal(['123456']))
  })

  it('shows the digits of an input method, and leaves its text alone until it is composed', async () => {
    const input = await start()
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    const write = (value: string, isComposing: boolean) => {
      // React doesn't see a value that is written by the setter that it replaced in the element.
      set?.call(input, value)
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, isComposing }))
    }
    input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true, composed: true }))
    write('１', true)
    write('１２', true)
    await waitFor(() => expect(boxes()).to.equal('12'))
    expect(input.value).to.equal('１２')
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true, data: '１２' }))
    await waitFor(() => expect(boxes()).to.equal('12'))
    expect(input.value).to.equal('12')
    write('12３', false)
    await waitFor(() => expect(boxes()).to.equal('123'))
  })

  it('lets the phone suggest the texted code', async () => {
    const input = await start()
    expect(input.autocomplete).to.equal('one-time-code')
    expect(input.inputMode).to.equal('numeric')
  })

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no barrier in ${scheme}`, async () => {
      await start(scheme)
      await type('123')
      await expectNoAxeViolations(ui.host)
    })
  }
})
