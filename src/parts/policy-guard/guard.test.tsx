import { fireEvent, within } from '@testing-library/dom'
import { expect } from 'chai'
import { type AccessEffect, lockoutGuard, sessionConfig } from '../../contract/security.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { securityPage } from '../../pages/security/index.ts'
import { sessionsSlice } from '../../pages/security/sessions/sessions.actions.ts'
import { initialSessions } from '../../pages/security/sessions/sessions.state.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { refusedWith } from '../../testing/fake-send.ts'
import { renderUi } from '../../testing/render.tsx'
import { mountSlice } from '../../testing/slice.ts'
import { guardMessages } from './guard.messages.ts'
import { NO_EFFECT } from './guard.state.ts'
import { GuardDialog } from './guard-dialog.tsx'

/** Sets up the session settings with an unsaved change and a response to its check. */
const setUp = async (check: () => unknown) => {
  const harness = mountSlice(sessionsSlice, initialSessions, { page: securityPage })
  harness.fake.respond(sessionConfig.getSessionConfig, () => ({}))
  harness.fake.respond(sessionConfig.saveSessionConfig, () => ({}))
  harness.fake.respond(lockoutGuard.checkPolicyChange, check)
  await harness.actions.open()
  harness.actions.edit({ concurrent: { isActive: true, count: '1' } })
  const saving = harness.actions.save()
  await new Promise((resolve) => setTimeout(resolve))
  return { ...harness, saving, saves: () => harness.fake.inputsOf(sessionConfig.saveSessionConfig).length }
}

describe('the guard before a policy is saved', () => {
  it('does not ask when no user is affected', async () => {
    const { saving, saves, fake } = await setUp(() => NO_EFFECT)
    expect(await saving).to.equal(true)
    expect(saves()).to.equal(1)
    const [checked] = fake.inputsOf(lockoutGuard.checkPolicyChange)
    const [saved] = fake.inputsOf(sessionConfig.saveSessionConfig)
    expect(checked?.body).to.deep.equal({ kind: 'sessions', value: saved?.body })
  })

  it('saves only what the user agrees to', async () => {
    const { state, actions, saving, saves } = await setUp(() => ({ ...NO_EFFECT, signedOut: 12 }))
    expect(state().guard.step).to.equal('asking')
    expect(saves()).to.equal(0)
    await actions.guard.confirm()
    expect(await saving).to.equal(true)
    expect([saves(), state().guard.step]).to.deep.equal([1, 'idle'])
  })

  for (const effect of [{ signedOut: 12 }, { isRefused: true }, { caller: 'now' as const }]) {
    it(`saves nothing and keeps the draft when the user cancels: ${Object.keys(effect)}`, async () => {
      const { state, actions, saving, saves } = await setUp(() => ({ ...NO_EFFECT, ...effect }))
      actions.guard.cancel()
      expect(await saving).to.equal(false)
      expect([saves(), state().guard.step]).to.deep.equal([0, 'idle'])
      expect(state().draft.concurrent.count).to.equal('1')
    })
  }

  it('never saves what locks out every administrator', async () => {
    const { actions, saves, state } = await setUp(() => ({ ...NO_EFFECT, isRefused: true }))
    await actions.guard.confirm()
    expect([saves(), state().guard.step]).to.deep.equal([0, 'asking'])
  })

  it('sends the account’s name before the user locks themselves out', async () => {
    const { fake, state, actions, saving, saves } = await setUp(() => ({ ...NO_EFFECT, caller: 'next-sign-in' }))
    fake.respond(lockoutGuard.confirmPolicyChange, refusedWith(400))
    await actions.guard.confirm()
    expect(state().guard).to.include({ step: 'asking', error: 'Refused with 400' })
    fake.respond(lockoutGuard.confirmPolicyChange, () => ({ expires: '2026-01-01T00:05:00Z' }))
    await actions.guard.confirm()
    expect(await saving).to.equal(true)
    expect(saves()).to.equal(1)
    const [, confirmed] = fake.inputsOf(lockoutGuard.confirmPolicyChange)
    expect(confirmed?.body).to.include({ tenantName: state().viewer?.tenantName })
  })

  it('is skipped for a backend without the check, which is requested once', async () => {
    const { actions, fake, saving, saves } = await setUp(refusedWith(404))
    expect(await saving).to.equal(true)
    actions.edit({ concurrent: { isActive: true, count: '2' } })
    expect(await actions.save()).to.equal(true)
    expect(saves()).to.equal(2)
    expect(fake.inputsOf(lockoutGuard.checkPolicyChange)).to.have.length(1)
  })

  for (const response of [null, {}, [], 'text', { sample: [] }]) {
    it(`is passed over when the check responds without an effect: ${JSON.stringify(response)}`, async () => {
      const { saving, saves } = await setUp(() => response)
      expect(await saving).to.equal(true)
      expect(saves()).to.equal(1)
    })
  }

  it('saves nothing when the check fails', async () => {
    const { state, saving, saves } = await setUp(refusedWith(500))
    expect(await saving).to.equal(false)
    expect([saves(), state().formError, state().guard.step]).to.deep.equal([0, 'Refused with 500', 'idle'])
  })

  it('no longer asks when the tab is left', async () => {
    const { actions, saving, saves } = await setUp(() => ({ ...NO_EFFECT, signedOut: 1 }))
    actions.close()
    expect(await saving).to.equal(false)
    expect(saves()).to.equal(0)
  })
})

const show = async (effect: Partial<AccessEffect>) => {
  const confirmed: number[] = []
  const view = await renderUi(
    <GuardDialog
      guard={{ step: 'asking', change: { kind: 'sessions', value: {} }, effect: { ...NO_EFFECT, ...effect } }}
      tenant="Acme & Sons"
      t={createTranslator({ language: 'en' }).translatorFor(guardMessages)}
      confirm={async () => void confirmed.push(1)}
      cancel={() => undefined}
    />,
  )
  return { ...view, confirmed, dialog: within(within(view.root).getByRole('alertdialog')) }
}

const SAMPLE = [
  { id: '1', email: 'mel@acme.test', name: 'Mel Ortiz' },
  { id: '2', email: 'leo@acme.test', name: '' },
]

describe('the dialog of the guard', () => {
  it('shows the number of users, some names, and the effect on its button', async () => {
    const { dialog, confirmed, host } = await show({ signedOut: 12, caller: 'signed-out', sample: SAMPLE })
    dialog.getByText('12 users will be signed out now.')
    dialog.getByText('You’ll be signed out too, and can sign in again.')
    dialog.getByText('Affected: Mel Ortiz, leo@acme.test, and 10 more users.')
    dialog.getByRole('button', { name: 'Save and sign out 12 users' }).click()
    expect(confirmed).to.have.length(1)
    await expectNoAxeViolations(host)
  })

  it('shows names that are markup as text', async () => {
    const name = '<img src=x onerror="window.evil=1">'
    const { dialog, root } = await show({ now: 1, sample: [{ id: '1', email: 'a@b.test', name }] })
    dialog.getByText(`Affected: ${name}.`)
    expect(root.querySelectorAll('img')).to.have.length(0)
    expect('evil' in window).to.equal(false)
  })

  it('shows what a required second factor means for users', async () => {
    const { dialog } = await show({ toEnroll: 1 })
    dialog.getByText('1 user without a second factor will be asked to set one up at their next sign-in.')
    dialog.getByRole('button', { name: 'Save changes' })
  })

  it('requires the account’s name from a user who would lose access', async () => {
    const { dialog, confirmed, host } = await show({ now: 3, apiTokens: 2, caller: 'now' })
    dialog.getByText('You’ll lose access to Acme & Sons now.')
    dialog.getByText('2 API tokens will stop working.')
    const button = dialog.getByRole('button', { name: 'Save anyway' })
    const typeName = (value: string) =>
      fireEvent.change(dialog.getByRole('textbox', { name: 'Type Acme & Sons to confirm' }), { target: { value } })
    button.click()
    for (const wrong of ['Acme', 'acme & sons', 'Globex']) {
      typeName(wrong)
      button.click()
    }
    expect(confirmed).to.have.length(0)
    typeName('Acme & Sons')
    button.click()
    expect(confirmed).to.have.length(1)
    await expectNoAxeViolations(host)
  })

  it('only explains a change that would lock out every administrator', async () => {
    const { dialog, host } = await show({ isRefused: true, now: 5 })
    dialog.getByText(/lock every administrator out of Acme & Sons/)
    expect(dialog.queryByRole('button', { name: /^Save/ })).to.equal(null)
    await expectNoAxeViolations(host)
  })
})
