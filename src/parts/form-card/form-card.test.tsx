import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { useState } from 'react'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { press, type } from '../../testing/keys.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { FormCard, FormSection, TextRow } from './form-card.tsx'

const words = { save: 'Save changes', discard: 'Discard', noChanges: 'Nothing to save' }

const Company = ({ log, error }: { log: string[]; error?: string }) => {
  const [stored, setStored] = useState('Acme')
  const [name, setName] = useState('Acme')
  const submit = () => {
    log.push(name)
    if (name) setStored(name)
    return name !== ''
  }
  return (
    <FormCard
      title="Company"
      dirty={name !== stored}
      busy={false}
      error={error}
      words={words}
      onSubmit={submit}
      onDiscard={() => setName(stored)}
    >
      <TextRow label="Name" value={name} error={name ? undefined : 'Enter a name.'} onChange={setName} />
      <TextRow label="City" value="Leeds" onChange={() => undefined} />
      <TextRow label="Country" value="UK" onChange={() => undefined} />
      <FormSection title="Sign-in">
        <TextRow label="Alias" value="acme" hint="Part of the URL." onChange={() => undefined} />
      </FormSection>
    </FormCard>
  )
}

describe('A settings form', () => {
  let ui: RenderedUi
  const log: string[] = []
  afterEach(() => ui.unmount())
  const find = () => within(ui.root)
  const button = (name: string) => find().queryByRole('button', { name })
  const topOf = (label: string) => find().getByLabelText(label).getBoundingClientRect().top

  const open = async (width = '760px', error?: string) => {
    log.length = 0
    ui = await renderUi(<Company log={log} {...(error && { error })} />, { width })
    find().getByLabelText('Name').focus()
  }

  it('shows its buttons only while something is changed, and keeps the focus when they disappear', async () => {
    await open()
    expect([button('Save changes'), button('Discard')]).to.deep.equal([null, null])
    await type('!')
    await waitFor(() => expect(button('Discard')).to.not.equal(null))
    button('Discard')?.focus()
    button('Discard')?.click()
    await waitFor(() => expect(button('Discard')).to.equal(null))
    expect((find().getByLabelText('Name') as HTMLInputElement).value).to.equal('Acme')
    expect(ui.shadow.activeElement).to.equal(find().getByRole('form', { name: 'Company' }))
  })

  it('saves on Enter, and shows a note when there is nothing to save', async () => {
    await open()
    await press('Enter')
    await waitFor(() => find().getByText('Nothing to save'))
    expect(log).to.deep.equal([])
    await type('!')
    await press('Enter')
    await waitFor(() => expect(log).to.have.length(1))
    expect(button('Save changes')).to.equal(null)
  })

  it('keeps no empty lines for errors: every row has the same gap', async () => {
    await open()
    const gaps = [topOf('City') - topOf('Name'), topOf('Country') - topOf('City')]
    expect(gaps[0]).to.equal(gaps[1])
    expect(gaps[0]).to.be.lessThan(60)
  })

  it('has its labels beside the controls where it is wide, and above them where it is narrow', async () => {
    await open()
    const labelOf = (text: string) => find().getByText(text, { selector: 'label' }).getBoundingClientRect()
    expect(labelOf('City').right).to.be.lessThan(find().getByLabelText('City').getBoundingClientRect().left)
    await ui.unmount()
    await open('390px')
    expect(labelOf('City').bottom).to.be.lessThan(topOf('City'))
  })

  it('has sections that are headings, and shows why saving failed beside its buttons', async () => {
    await open('760px', 'Not now')
    find().getByRole('heading', { name: 'Sign-in', level: 3 })
    await type('!')
    await waitFor(() => expect(find().getByRole('alert').textContent).to.contain('Not now'))
    await expectNoAxeViolations(ui.host)
  })
})
