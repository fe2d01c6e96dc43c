import { within } from '@testing-library/dom'
import { expect } from 'chai'
import type { WebAuthnDevice } from '../../entities/mfa.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { BUSY, IDLE } from '../failure/failure.ts'
import { passkeysMessages } from './passkeys.messages.ts'
import { initialPasskeys, type PasskeysState } from './passkeys.state.ts'
import { PasskeysView, type PasskeysViewProps } from './passkeys.view.tsx'
import { signalAccepted } from './signal.ts'

const t = createTranslator({ language: 'en' }).translatorFor(passkeysMessages)
const laptop: WebAuthnDevice = { id: 'p-1', deviceType: 'Platform', createdAt: '2026-01-01T00:00:00.000Z' }
const key: WebAuthnDevice = { ...laptop, id: 'p-2', deviceType: 'CrossPlatform' }
const ready: PasskeysState = { ...initialPasskeys, devices: [laptop, key] }
const NO_ERRORS = { list: undefined, adding: undefined, removal: undefined }

describe('the card of passkeys', () => {
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
    }
    const view = <PasskeysView state={state} t={t} isSupported errors={NO_ERRORS} on={on} {...extra} />
    screen = await renderUi(view, { scheme })
    return within(screen.root)
  }

  it('lists what there is, and asks before one is removed', async () => {
    const card = await show(ready)
    expect(card.getByRole('list', { name: 'Your passkeys' }).children).to.have.length(2)
    card.getByRole('button', { name: 'Remove Security key or phone' }).click()
    card.getByRole('button', { name: 'Add a passkey' }).click()
    expect(pressed).to.deep.equal(['ask p-2', 'add'])
  })

  it('says what happens when one is removed, and to which', async () => {
    const card = await show({ ...ready, removal: { deviceId: 'p-2', progress: IDLE } })
    const dialog = within(card.getByRole('alertdialog', { name: 'Remove this passkey?' }))
    expect(dialog.getByText(/“Security key or phone” no longer signs you in here/)).to.not.equal(null)
    dialog.getByRole('button', { name: 'Remove passkey' }).click()
    dialog.getByRole('button', { name: 'Keep it' }).click()
    expect(pressed).to.deep.equal(['remove', 'keep'])
  })

  it('can be left while the browser asks', async () => {
    const card = await show({ ...ready, adding: BUSY })
    card.getByRole('button', { name: 'Add a passkey' }).click()
    card.getByRole('button', { name: 'Cancel' }).click()
    expect(pressed).to.deep.equal(['stop'])
  })

  it('offers to try again when the list did not come, and keeps an older one', async () => {
    const errors = { ...NO_ERRORS, list: 'No connection.' }
    let card = await show(initialPasskeys, { errors })
    card.getByRole('button', { name: 'Try again' }).click()
    expect(pressed).to.deep.equal(['retry'])
    await screen.unmount()
    card = await show(ready, { errors })
    expect(card.getByRole('list', { name: 'Your passkeys' }).children).to.have.length(2)
  })

  const states: readonly [string, PasskeysState, Partial<PasskeysViewProps>][] = [
    ['on its way', initialPasskeys, {}],
    ['empty', { ...ready, devices: [] }, {}],
    ['full', ready, {}],
    ['being added to', { ...ready, adding: BUSY }, {}],
    ['wrong', ready, { errors: { ...NO_ERRORS, adding: 'The request was canceled.' } }],
    ['of no use here', { ...ready, devices: [] }, { isSupported: false }],
    ['about to lose one', { ...ready, removal: { deviceId: 'p-1', progress: IDLE } }, {}],
  ]
  for (const scheme of ['light', 'dark'] as const) {
    for (const [title, state, extra] of states) {
      it(`has no barrier when it is ${title}, ${scheme}`, async () => {
        await show(state, extra, scheme)
        await expectNoAxeViolations(screen.host)
      })
    }
  }
})

describe('a removed passkey', () => {
  it('is told to password managers as what is left, by the handle of the account', async () => {
    const told: unknown[] = []
    const support = { signalAllAcceptedCredentials: async (given: unknown) => void told.push(given) }
    await signalAccepted({ rpId: 'localhost', userId: 'mel', credentialIds: ['one'] }, support)
    expect(told).to.deep.equal([{ rpId: 'localhost', userId: 'bWVs', allAcceptedCredentialIds: ['one'] }])
  })

  it('is told to nobody where the browser has no words for it', async () => {
    await signalAccepted({ rpId: 'localhost', userId: 'mel', credentialIds: [] }, undefined)
    await signalAccepted({ rpId: 'localhost', userId: 'mel', credentialIds: [] }, {})
  })
})
