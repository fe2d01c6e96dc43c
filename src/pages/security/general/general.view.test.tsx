import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { Appearance } from '../../../feature/page-fields.ts'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../../testing/axe.tsx'
import { renderUi } from '../../../testing/render.tsx'
import { formMessages } from '../form/form.messages.ts'
import { generalMessages } from './general.messages.ts'
import { type GeneralActions, type GeneralState, initialGeneral, partChanged, partLoaded } from './general.state.ts'
import { GeneralView } from './general.view.tsx'

const translator = createTranslator({ language: 'en' })
const vendor = {
  password: { minLength: 12, maxLength: 128, minOptionalTestsToPass: 3, allowPassphrases: true, minPhraseLength: 20 },
  captcha: null,
}
const ready: GeneralState = [
  partLoaded('mfa', { stored: { id: 'm', enforceMFAType: 'DontForce' }, floor: undefined }),
  partLoaded('lockout', { stored: { id: 'l', enabled: true, maxAttempts: 5 }, floor: undefined }),
  partLoaded('history', { stored: { id: '', enabled: false, historySize: 5 }, floor: undefined }),
  partLoaded('tokens', { stored: { id: '', mustExpire: true, maxLifetimeMinutes: 129_600 }, floor: undefined }),
].reduce<GeneralState>((state, change) => change(state), { ...initialGeneral, vendor })
const floored: GeneralState = [
  partLoaded('mfa', {
    stored: { id: 'm', enforceMFAType: 'Force' },
    floor: { enforceMFAType: 'ForceExceptSAML' },
  }),
  partLoaded('lockout', {
    stored: { id: 'l', enabled: true, maxAttempts: 4 },
    floor: { enabled: true, maxAttempts: 5 },
  }),
].reduce<GeneralState>((state, change) => change(state), ready)
const invalid = partChanged('lockout', { draft: { enabled: true, count: '1' } })(ready)
const failed = partChanged('mfa', { phase: 'failed' })(ready)

interface Shown {
  state: GeneralState
  app?: string
  appearanceOf?(field: string): Appearance
  focus?: string
}

const show = async ({ state, app, appearanceOf = () => 'edit', focus }: Shown) => {
  const saves: number[] = []
  const edits: unknown[][] = []
  const edit = (...args: unknown[]) => edits.push(args)
  const actions = new Proxy({}, { get: (_, name) => (name === 'edit' ? edit : () => undefined) }) as GeneralActions
  const view = await renderUi(
    <GeneralView
      state={state}
      actions={actions}
      t={translator.translatorFor(generalMessages)}
      app={app}
      form={translator.translatorFor(formMessages)}
      failures={{ mfa: 'Down for repairs', lockout: undefined, history: undefined, tokens: undefined }}
      appearanceOf={appearanceOf}
      focus={focus}
      onSave={async () => void saves.push(1)}
    />,
  )
  return { ...view, saves, edits, see: within(view.root) }
}

const shown: Record<string, Shown> = {
  loading: { state: initialGeneral },
  'failed load': { state: failed },
  ready: { state: ready },
  'vendor requirements': { state: floored },
  'failed save': { state: { ...invalid, formError: 'Try later' } },
  saving: { state: { ...invalid, saving: true } },
  'read only': { state: ready, appearanceOf: () => 'viewOnly' },
  hidden: { state: ready, appearanceOf: () => 'hidden' },
}

describe('the tab of general settings', () => {
  for (const [name, props] of Object.entries(shown)) {
    it(`is accessible: ${name}`, async () => {
      await expectNoAxeViolations((await show(props)).host)
    })
  }

  it('explains each choice of a second factor, and what happens to users without one', async () => {
    const { see, edits } = await show({ state: ready })
    see.getByRole('radio', { name: 'Optional', checked: true })
    see.getByRole('radio', { name: 'Required for everyone', description: /including those who use single sign-on/ })
    expect(see.queryByText(/asked to set one up at their next sign-in/)).to.equal(null)
    see.getByRole('radio', { name: 'Required, except with single sign-on' }).click()
    expect(edits).to.deep.equal([['mfa', { enforceMFAType: 'ForceExceptSAML' }]])
    const required = await show({ state: floored })
    required.see.getByText('Users without a second factor are asked to set one up at their next sign-in.')
  })

  it('names the app that has a requirement if the app’s name is known', async () => {
    const { see } = await show({ state: floored, app: 'Acme Cloud' })
    see.getByText('Acme Cloud requires at least “Required, except with single sign-on”.')
    see.getByText('Acme Cloud requires a lockout after 5 attempts or fewer.')
  })

  it('offers no value below what the vendor requires, and explains why', async () => {
    const { see } = await show({ state: floored })
    expect(see.queryByRole('radio', { name: 'Optional' })).to.equal(null)
    see.getByText('The vendor requires at least “Required, except with single sign-on”.')
    expect(see.queryByRole('switch', { name: 'User lockout' })).to.equal(null)
    see.getByText('The vendor requires a lockout after 5 attempts or fewer.')
    see.getByRole('textbox', { name: 'Failed attempts before lockout' })
  })

  it('shows values, not controls, to a user who can’t change them', async () => {
    const { see, root } = await show({ state: floored, appearanceOf: () => 'viewOnly' })
    see.getByText('All users need a second factor, including those who use single sign-on.')
    see.getByText('Users are locked out after 4 failed attempts.')
    see.getByText('Users can choose earlier passwords again.')
    expect(root.querySelectorAll('input, select, button')).to.have.length(0)
  })

  it('shows a password history that the vendor decides about as a value', async () => {
    const { see } = await show({ state: { ...ready, vendor: { ...vendor, isHistoryFixed: true } } })
    expect(see.queryByRole('switch', { name: 'Password history' })).to.equal(null)
    see.getByRole('switch', { name: 'User lockout' })
  })

  it('shows the vendor’s password rules and captcha', async () => {
    const { see } = await show({ state: ready })
    see.getByText('From 12 to 128 characters')
    see.getByText('Passphrases of 20 or more characters need no mix of characters')
    see.getByText('No captcha is used.')
  })

  it('shows what is wrong before it is sent', async () => {
    const { see, saves } = await show({ state: invalid })
    see.getByRole('button', { name: 'Save changes' }).click()
    await see.findByText('Enter a whole number from 3 to 100.')
    expect(saves).to.deep.equal([])
  })

  it('focuses the control in the link', async () => {
    const { see, shadow } = await show({ state: ready, focus: 'lockout' })
    const control = see.getByRole('switch', { name: 'User lockout' })
    await waitFor(() => expect(shadow.activeElement === control).to.equal(true))
  })
})
