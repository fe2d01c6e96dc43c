import { expect } from 'chai'
import { WithTexts } from '../../testing/feature.tsx'
import { press, type } from '../../testing/keys.ts'
import { renderUi } from '../../testing/render.tsx'
import { EmailForm } from './email-form.tsx'

const TEXTS = { label: 'Email', required: 'Required', invalid: 'Invalid', submit: 'Continue' }

describe('A form with an email field', () => {
  it('removes text that was copied along with an email on blur and on submit, but not while the user types', async () => {
    const sent: string[] = []
    const ui = await renderUi(
      <WithTexts>
        <EmailForm texts={TEXTS} busy={false} error={undefined} onSubmit={(email) => sent.push(email)} />
      </WithTexts>,
    )
    const field = ui.shadow.querySelector('input') as HTMLInputElement // the form has one
    field.focus()
    await press('Enter')
    expect(ui.root.textContent).to.contain('Required')
    await type('Ada <')
    expect(field.value).to.equal('Ada <')
    await type('ada@acme.test>')
    expect(field.value).to.equal('Ada <ada@acme.test>')
    expect(ui.root.textContent).to.not.contain('Invalid')
    field.blur()
    expect(field.value).to.equal('ada@acme.test')
    field.focus()
    field.value = 'ada@acme.test, Bo <bo@other.test>'
    await press('Enter')
    expect(sent).to.deep.equal([])
    expect(field.value).to.equal('ada@acme.test, Bo <bo@other.test>')
    field.value = '"Byron, Ada" <ada@acme.test>; '
    await press('Enter')
    expect(sent).to.deep.equal(['ada@acme.test'])
    await ui.unmount()
  })
})
