import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { Appearance } from '../../../feature/page-fields.ts'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../../testing/axe.tsx'
import { type RenderedUi, renderUi } from '../../../testing/render.tsx'
import { formMessages } from '../form/form.messages.ts'
import { sessionsMessages } from './sessions.messages.ts'
import { edited, initialSessions, loaded, type SessionsActions, type SessionsState } from './sessions.state.ts'
import { SessionsView } from './sessions.view.tsx'

const translator = createTranslator({ language: 'en' })
const STORED = {
  sessionTimeoutConfiguration: { isActive: false, timeout: 7_776_000 },
  sessionIdleTimeoutConfiguration: { isActive: true, timeout: 3_600 },
  sessionConcurrentConfiguration: { isActive: true, maxSessions: 1 },
}
const ready = loaded(STORED)(initialSessions)
const invalid = edited({ idle: { isActive: true, time: { amount: '0', unit: 'days' } } })(ready)

interface Shown {
  state: SessionsState
  appearanceOf?(field: string): Appearance
  focus?: string
}

const views: RenderedUi[] = []

const show = async ({ state, appearanceOf = () => 'edit', focus }: Shown) => {
  const saves: number[] = []
  const view = await renderUi(
    <SessionsView
      state={state}
      actions={new Proxy({}, { get: () => () => undefined }) as SessionsActions}
      t={translator.translatorFor(sessionsMessages)}
      form={translator.translatorFor(formMessages)}
      failure="Down for repairs"
      appearanceOf={appearanceOf}
      focus={focus}
      onSave={async () => void saves.push(1)}
    />,
  )
  views.push(view)
  return { ...view, saves }
}

const shown: Record<string, Shown> = {
  loading: { state: initialSessions },
  'failed load': { state: { ...initialSessions, phase: 'failed' } },
  ready: { state: ready },
  'failed save': { state: { ...invalid, formError: 'Try later' } },
  saving: { state: { ...invalid, saving: true } },
  'read only': { state: ready, appearanceOf: () => 'viewOnly' },
  hidden: { state: ready, appearanceOf: () => 'hidden' },
}

describe('the tab of session settings', () => {
  // A form that is still mounted focuses its first invalid field a moment later, possibly during the next test.
  afterEach(async () => {
    for (const view of views.splice(0)) await view.unmount()
  })

  for (const [name, props] of Object.entries(shown)) {
    it(`is accessible: ${name}`, async () => {
      await expectNoAxeViolations((await show(props)).host)
    })
  }

  it('shows values, not controls, to a user who can’t change them', async () => {
    const { root } = await show({ state: ready, appearanceOf: () => 'viewOnly' })
    const view = within(root)
    view.getByText('Users are signed out after 1 hour of inactivity.')
    view.getByText('Each user can have 1 session at once.')
    view.getByText('Users stay signed in until they sign out.')
    expect(root.querySelectorAll('input, select, button')).to.have.length(0)
  })

  it('shows the unit in singular or plural for the typed amount', async () => {
    const unitOf = async (amount: string) => {
      const { root } = await show({
        state: edited({ idle: { isActive: true, time: { amount, unit: 'hours' } } })(ready),
      })
      return within(root).getByRole<HTMLSelectElement>('combobox', { name: 'Sign out after: Unit' }).selectedOptions[0]
        ?.label
    }
    expect(await unitOf('1')).to.equal('hour')
    expect(await unitOf('2')).to.equal('hours')
    expect(await unitOf('')).to.equal('hours')
  })

  it('leaves out what is hidden', async () => {
    const { root } = await show({
      state: ready,
      appearanceOf: (field) => (field === 'forceReLogin' ? 'hidden' : 'edit'),
    })
    expect(within(root).queryByRole('switch', { name: 'Sign-in frequency' })).to.equal(null)
    expect(within(root).getAllByRole('switch')).to.have.length(2)
  })

  it('offers to save only changes, and shows what is wrong before it is sent', async () => {
    expect(within((await show({ state: ready })).root).queryByRole('button')).to.equal(null)
    const { root, saves } = await show({ state: invalid })
    within(root).getByRole('button', { name: 'Save changes' }).click()
    await within(root).findByText('Enter a time from 1 minute to 365 days.')
    expect(saves).to.deep.equal([])
  })

  it('focuses the control in the link', async () => {
    const { root, shadow } = await show({ state: ready, focus: 'concurrent' })
    const control = within(root).getByRole('switch', { name: 'Concurrent sessions' })
    await waitFor(() => expect(shadow.activeElement === control).to.equal(true))
  })
})
