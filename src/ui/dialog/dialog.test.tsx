import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { useState } from 'react'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { press, type } from '../../testing/keys.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { Button } from '../button/button.tsx'
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx'
import { Drawer } from '../drawer/drawer.tsx'
import { Field } from '../field/field.tsx'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { SearchInput } from '../search-input/search-input.tsx'
import { TextInput } from '../text-input/text-input.tsx'
import { Dialog } from './dialog.tsx'

const Invite = ({ log }: { log: string[] }) => {
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const submit = () => {
    log.push(`submit ${email}`)
    setError(email.includes('@') ? undefined : 'Enter an email address.')
    return email.includes('@')
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite</Button>
      <FormDialog
        open={open}
        title="Invite users"
        description="They get an email."
        submitLabel="Send"
        cancelLabel="Cancel"
        dirty={email !== ''}
        onSubmit={submit}
        onClose={() => setOpen(false)}
      >
        <Field label="Email" error={error}>
          {(ids) => <TextInput {...ids} value={email} onChange={(event) => setEmail(event.target.value)} />}
        </Field>
      </FormDialog>
    </>
  )
}

const Search = ({ isForIt }: { isForIt: boolean }) => (
  <Drawer open label="Details" onClose={() => undefined}>
    <button type="button">Edit</button>
    <SearchInput label="Search" value="" onChange={() => undefined} autoFocus={isForIt} />
  </Drawer>
)

describe('Dialogs', () => {
  let ui: RenderedUi
  const log: string[] = []
  afterEach(() => ui.unmount())
  const find = () => within(ui.root)

  it('place the button of the action above Cancel where its label is too long for one row', async () => {
    const name = 'Adalbertina-Wilhelmina Featherstonehaugh-Cholmondeley'
    const close = () => undefined
    ui = await renderUi(
      <ConfirmDialog
        open
        danger
        title={`Remove ${name}?`}
        text="They lose access now."
        confirmLabel={`Remove ${name}`}
        cancelLabel="Cancel"
        onConfirm={close}
        onClose={close}
      />,
    )
    const topOf = (label: string) => find().getByRole('button', { name: label }).getBoundingClientRect().top
    expect(topOf(`Remove ${name}`)).to.be.below(topOf('Cancel'))
    const stops: (string | null | undefined)[] = []
    find().getByRole('button', { name: 'Close' }).focus()
    for (const key of ['Tab', 'Tab']) {
      await press(key)
      stops.push(ui.shadow.activeElement?.textContent)
    }
    // Tab goes downward, too.
    expect(stops).to.deep.equal([`Remove ${name}`, 'Cancel'])
  })

  const openInvite = async () => {
    log.length = 0
    ui = await renderUi(<Invite log={log} />)
    const button = find().getByRole('button', { name: 'Invite' })
    button.focus()
    await press('Enter')
    await waitFor(() => find().getByRole('dialog', { name: 'Invite users' }))
    return button
  }

  /** Opens a confirmation by a typed word; the returned list shows what was done. */
  const openDeletion = async (expected: string): Promise<string[]> => {
    const done: string[] = []
    ui = await renderUi(
      <ConfirmDialog
        open
        title="Delete Acme?"
        text="It cannot be undone."
        confirmLabel="Delete Acme"
        cancelLabel="Cancel"
        typed={{ label: 'Type Acme', expected }}
        onConfirm={() => done.push('deleted')}
        onClose={() => undefined}
      />,
    )
    return done
  }

  it('moves the focus to the first field and returns it on Escape', async () => {
    const button = await openInvite()
    expect(ui.shadow.activeElement).to.equal(find().getByLabelText('Email'))
    await press('Escape')
    await waitFor(() => expect(find().queryByRole('dialog')).to.equal(null))
    expect(ui.shadow.activeElement).to.equal(button)
  })

  it('moves the focus to the field with autofocus, past a select before it', async () => {
    ui = await renderUi(
      <Dialog open title="Phone" onClose={() => {}}>
        <select aria-label="Country code" />
        <input aria-label="Number" data-autofocus />
      </Dialog>,
    )
    expect(ui.shadow.activeElement).to.equal(find().getByLabelText('Number'))
  })

  it('asks before it discards typed text, and keeps it on request', async () => {
    await openInvite()
    await type('mel')
    await press('Escape')
    const question = await waitFor(() => find().getByRole('alertdialog', { name: 'Discard changes?' }))
    within(question).getByRole('button', { name: 'Keep editing' }).click()
    await waitFor(() => expect(find().queryByRole('alertdialog')).to.equal(null))
    expect((find().getByLabelText('Email') as HTMLInputElement).value).to.equal('mel')
  })

  it('submits on Enter and focuses the field that must be corrected', async () => {
    await openInvite()
    await type('mel')
    await press('Enter')
    await waitFor(() => expect(log).to.deep.equal(['submit mel']))
    const input = find().getByLabelText('Email')
    await waitFor(() => expect(input.getAttribute('aria-invalid')).to.equal('true'))
    await waitFor(() => expect(ui.shadow.activeElement).to.equal(input))
  })

  it('keeps the keyboard inside until it closes', async () => {
    await openInvite()
    const dialog = find().getByRole('dialog')
    for (let stop = 0; stop < 6; stop++) {
      await press('Tab')
      const at = ui.shadow.activeElement
      expect(at === null || dialog.contains(at)).to.equal(true)
    }
  })

  for (const scheme of ['light', 'dark'] as const) {
    it(`is announced and readable in ${scheme}`, async () => {
      ui = await renderUi(
        <ConfirmDialog
          open
          danger
          title="Remove Mel Ortiz from Acme?"
          text="They lose access now. Their account in Globex stays."
          confirmLabel="Remove Mel Ortiz"
          cancelLabel="Cancel"
          typed={{ label: 'Type Acme', expected: 'Acme' }}
          onConfirm={() => undefined}
          onClose={() => undefined}
        />,
        { scheme },
      )
      await expectNoAxeViolations(ui.host)
    })
  }

  it('slides a drawer in that Escape closes and that is named', async () => {
    const log: string[] = []
    ui = await renderUi(
      <Drawer open label="Navigation" onClose={() => log.push('closed')}>
        <a href="#users">Users</a>
      </Drawer>,
    )
    expect(find().getByRole('dialog', { name: 'Navigation' })).to.not.equal(null)
    await expectNoAxeViolations(ui.host)
    await press('Escape')
    await waitFor(() => expect(log).to.deep.equal(['closed']))
  })

  it('focuses a drawer itself, or the field that it is for', async () => {
    ui = await renderUi(<Search isForIt={false} />)
    expect(ui.shadow.activeElement?.localName).to.equal('dialog')
    await ui.unmount()
    ui = await renderUi(<Search isForIt />)
    expect(ui.shadow.activeElement?.localName).to.equal('input')
  })

  it('runs an irreversible action only after the correct word is typed', async () => {
    const done = await openDeletion('Acme')
    await type('Acm')
    await press('Enter')
    expect(done).to.deep.equal([])
    await type('e')
    await press('Enter')
    expect(done).to.deep.equal(['deleted'])
  })

  for (const [name, expected] of [
    ['a name', 'Acme'],
    ['a name that contains isolates', '\u2067Acme\u2069'],
  ] as const)
    for (const [how, value] of [
      ['typed', 'Acme'],
      ['copied with isolates from text from right to left', '\u2068Acme\u2069'],
    ] as const)
      it(`accepts ${name} that was ${how}`, async () => {
        const done = await openDeletion(expected)
        fireEvent.change(find().getByRole('textbox', { name: 'Type Acme' }), { target: { value } })
        await press('Enter')
        expect(done).to.deep.equal(['deleted'])
      })
})
