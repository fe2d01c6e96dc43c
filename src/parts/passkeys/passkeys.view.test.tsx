import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { WebAuthnDevice } from '../../entities/mfa.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { BUSY, failedWith, IDLE } from '../failure/failure.ts'
import { FailureGroup, PartFailure } from '../part-failure/part-failure.tsx'
import { passkeysMessages } from './passkeys.messages.ts'
import { signalAccepted } from './passkeys.slice.ts'
import { initialPasskeys, type PasskeysState } from './passkeys.state.ts'
import { PasskeysView, type PasskeysViewProps } from './passkeys.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(passkeysMessages)
const laptop: WebAuthnDevice = { id: 'p-1', deviceType: 'Platform', createdAt: '2026-01-01T00:00:00.000Z' }
const key: WebAuthnDevice = { ...laptop, id: 'p-2', deviceType: 'CrossPlatform' }
const ready: PasskeysState = { ...initialPasskeys, devices: [laptop, key] }
const NO_ERRORS = { list: undefined, adding: undefined, removal: undefined, renaming: undefined }
const names = { 'p-2': { id: 'p-2', name: 'Blue key', createdAt: laptop.createdAt, lastUsedAt: laptop.createdAt } }

describe('The card of passkeys', () => {
  let screen: RenderedUi
  let pressed: string[] = []
  afterEach(() => screen.unmount())

  const note = (what: string) => (given?: unknown) =>
    void pressed.push(typeof given === 'string' ? `${what} ${given}` : what)
  const show = async (state: PasskeysState, extra: Partial<PasskeysViewProps> = {}, scheme?: 'light' | 'dark') => {
    pressed = []
    const on = {
      retry: note('retry'),
      add: note('add'),
      stop: note('stop'),
      askRemoval: note('ask'),
      keep: note('keep'),
      remove: note('remove'),
      openRenaming: note('rename'),
      dropRenaming: note('drop'),
      rename: note('save'),
    }
    const view = <PasskeysView state={state} t={t} isSupported canEdit errors={NO_ERRORS} on={on} {...extra} />
    screen = await renderUi(view, { scheme })
    return within(screen.root)
  }

  it('lists the passkeys, and asks before one is removed', async () => {
    const card = await show(ready)
    expect(card.getByRole('list', { name: 'Your passkeys' }).children).to.have.length(2)
    card.getByRole('button', { name: 'Remove Security key or phone' }).click()
    card.getByRole('button', { name: 'Add passkey' }).click()
    expect(pressed).to.deep.equal(['ask p-2', 'add'])
  })

  it('shows which passkey is removed and what that means', async () => {
    const card = await show({ ...ready, removal: { deviceId: 'p-2', progress: IDLE } })
    const dialog = within(card.getByRole('alertdialog', { name: 'Remove “Security key or phone”?' }))
    expect(dialog.getByText(/sign in with “Security key or phone” anymore/)).to.not.equal(null)
    dialog.getByRole('button', { name: 'Remove “Security key or phone”' }).click()
    dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(pressed).to.deep.equal(['remove', 'keep'])
  })

  it('can be canceled while the browser prompts', async () => {
    const card = await show({ ...ready, adding: BUSY })
    card.getByRole('button', { name: 'Add passkey' }).click()
    card.getByRole('button', { name: 'Cancel' }).click()
    expect(pressed).to.deep.equal(['stop'])
  })

  it('keeps its button where other parts of the page failed too', async () => {
    const on = new Proxy({}, { get: (_, name) => note(String(name)) }) as PasskeysViewProps['on']
    const failed: PasskeysState = { ...initialPasskeys, list: failedWith({ kind: 'offline' }) }
    screen = await renderUi(
      <FailureGroup>
        <PasskeysView state={failed} t={t} isSupported canEdit errors={NO_ERRORS} on={on} />
        <PartFailure title="We couldn’t load your sessions." retry="Try again" onRetry={note('all')} />
      </FailureGroup>,
    )
    const isSeen = () => within(screen.root).getByText('Add passkey').checkVisibility()
    expect(isSeen()).to.equal(true)
    expect(screen.root.querySelector('.fe-card-body')?.checkVisibility()).to.equal(false)
    await screen.rerender(
      <FailureGroup>
        <PasskeysView state={failed} t={t} isSupported canEdit={false} errors={NO_ERRORS} on={on} />
        <PartFailure title="We couldn’t load your sessions." retry="Try again" onRetry={note('all')} />
      </FailureGroup>,
    )
    expect(screen.root.querySelector('.fe-card')?.checkVisibility()).to.equal(false)
  })

  it('offers a retry when the list failed to load, and keeps an older one', async () => {
    const errors = { ...NO_ERRORS, list: 'No connection.' }
    const list = failedWith({ kind: 'offline' })
    let card = await show({ ...initialPasskeys, list }, { errors })
    card.getByRole('button', { name: 'Try again' }).click()
    expect(pressed).to.deep.equal(['retry'])
    await screen.unmount()
    card = await show({ ...ready, list }, { errors })
    expect(card.getByRole('list', { name: 'Your passkeys' }).children).to.have.length(2)
  })

  it('shows the user’s name of a passkey with its kind and dates, and renames it if the backend can', async () => {
    const card = await show({ ...ready, names })
    const [unnamed, named] = card.getByRole('list', { name: 'Your passkeys' }).children
    expect(unnamed?.textContent).to.contain('Passkey on a device')
    expect(named?.textContent).to.contain('Blue keySecurity key or phone · Added Jan 1, 2026 · Last used Jan 1, 2026')
    card.getByRole('button', { name: 'Rename Blue key' }).click()
    expect(pressed).to.deep.equal(['rename p-2'])
    await screen.unmount()
    expect((await show(ready)).queryByRole('button', { name: /^Rename/ })).to.equal(null)
  })

  it('saves a new name', async () => {
    const card = await show({ ...ready, names, renaming: { deviceId: 'p-2', progress: IDLE } })
    const dialog = within(card.getByRole('dialog', { name: 'Rename “Blue key”' }))
    expect((dialog.getByLabelText('Name') as HTMLInputElement).value).to.equal('Blue key')
    dialog.getByRole('button', { name: 'Save' }).click()
    await waitFor(() => expect(pressed).to.deep.equal(['save Blue key']))
  })

  it('has no buttons for a user who may only view it', async () => {
    const card = await show(ready, { canEdit: false })
    expect(card.getByRole('list', { name: 'Your passkeys' }).children).to.have.length(2)
    expect(card.queryAllByRole('button')).to.have.length(0)
  })

  const states: readonly [string, PasskeysState, Partial<PasskeysViewProps>][] = [
    ['loading', initialPasskeys, {}],
    ['empty', { ...ready, devices: [] }, {}],
    ['with passkeys', ready, {}],
    ['adding', { ...ready, adding: BUSY }, {}],
    ['failed to add', ready, { errors: { ...NO_ERRORS, adding: 'The request was canceled.' } }],
    ['unsupported', { ...ready, devices: [] }, { isSupported: false }],
    ['renaming', { ...ready, names, renaming: { deviceId: 'p-2', progress: IDLE } }, {}],
    ['confirming a removal', { ...ready, removal: { deviceId: 'p-1', progress: IDLE } }, {}],
  ]
  for (const scheme of ['light', 'dark'] as const) {
    for (const [title, state, extra] of states) {
      it(`is accessible when ${title}, ${scheme}`, async () => {
        await show(state, extra, scheme)
        await expectNoAxeViolations(screen.host)
      })
    }
  }
})

describe('A removed passkey', () => {
  it('is reported to password managers, as the list of those that remain', async () => {
    const reported: unknown[] = []
    const support = { signalAllAcceptedCredentials: async (given: unknown) => void reported.push(given) }
    await signalAccepted({ rpId: 'localhost', userId: 'mel', credentialIds: ['one'] }, support)
    expect(reported).to.deep.equal([{ rpId: 'localhost', userId: 'bWVs', allAcceptedCredentialIds: ['one'] }])
  })

  it('is not reported where the browser lacks the call', async () => {
    await signalAccepted({ rpId: 'localhost', userId: 'mel', credentialIds: [] }, undefined)
    await signalAccepted({ rpId: 'localhost', userId: 'mel', credentialIds: [] }, {})
  })
})
