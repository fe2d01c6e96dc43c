import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { Fields } from '../../feature/page-fields.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { postalAddressMessages } from '../../parts/postal-address/postal-address.messages.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import type { AccountActions } from './account.actions.ts'
import type { AccountFields, AccountTab } from './account.draft.ts'
import { accountMessages } from './account.messages.ts'
import { type AccountState, initialAccount, loaded, loginLoaded } from './account.state.ts'
import { AccountView } from './account.view.tsx'

const translator = createTranslator({ language: 'en' })
const t = translator.translatorFor(accountMessages)
const HTML = '<img src=x onerror="window.__hit=1">'
const ALL: AccountFields = {
  companyName: 'edit',
  address: 'edit',
  website: 'edit',
  timezone: 'edit',
  currency: 'edit',
}
const TABS: Fields<AccountTab> = { settings: 'edit', customLogin: 'edit' }
const viewer = {
  id: 'ada',
  tenantId: 'tenant-1',
  tenantName: 'Acme',
  may: { read: true, edit: true, login: true },
  keys: undefined,
}
const stored = { name: 'Acme', website: 'https://acme.test', address: '{"city":"Leeds"}', timezone: 'Europe/London' }
const ready: AccountState = { ...loaded(stored)(initialAccount), viewer }
const withLogin = loginLoaded({ logo: '', main: '#0a7d55', contrastText: '', placement: '' })(ready)

interface Shown {
  state: AccountState
  fields?: AccountFields
  tabs?: typeof TABS
  tab?: AccountTab
  tenant?: string
}

const show = ({ state, fields = ALL, tabs = TABS, tab = 'settings', tenant = 'Acme' }: Shown) => {
  const actions = new Proxy({}, { get: () => () => undefined }) as AccountActions
  const failures = { page: 'No connection', saving: undefined, login: 'No connection', loginSaving: undefined }
  const props = { state, actions, t, tenant, fields, tabs, tab, failures, onTab: () => undefined }
  return renderUi(<AccountView {...props} addressTexts={translator.translatorFor(postalAddressMessages)} />)
}

const shown: Record<string, Shown> = {
  loading: { state: initialAccount },
  'failed load': { state: { ...initialAccount, phase: 'failed' } },
  forbidden: { state: { ...initialAccount, phase: 'forbidden' } },
  ready: { state: ready },
  'read only': { state: { ...ready, viewer: { ...viewer, may: { ...viewer.may, edit: false } } } },
  'login box': { state: withLogin, tab: 'customLogin' },
  'failed login box': { state: { ...ready, login: { ...ready.login, phase: 'failed' } }, tab: 'customLogin' },
}

describe('The view of the account page', () => {
  let screen: RenderedUi
  afterEach(() => screen.unmount())

  for (const [name, what] of Object.entries(shown)) {
    it(`is accessible: ${name}`, async () => {
      screen = await show(what)
      await expectNoAxeViolations(screen.host)
    })
  }

  it('keeps the place of the first card when the placeholders go, with tabs and without', async () => {
    const topOf = async (what: Shown, card: string) => {
      screen = await show(what)
      const { root } = screen
      const top = root.querySelector(card)?.getBoundingClientRect().top ?? Number.NaN
      const body = root.querySelector('.fe-account-body')?.getBoundingClientRect().top ?? Number.NaN
      await screen.unmount()
      return top - body
    }
    const tops: number[] = []
    for (const tabs of [TABS, { ...TABS, customLogin: 'hidden' } as const]) {
      const before = await topOf({ state: { ...initialAccount, viewer }, tabs }, '.fe-page-loading-card')
      expect(await topOf({ state: ready, tabs }, '.fe-card')).to.be.closeTo(before, 2)
      tops.push(before)
    }
    expect(tops[0]).to.be.greaterThan(tops[1] ?? Number.NaN)
    screen = await show({ state: ready })
  })

  it('hides a tab, and the row of tabs with only one left', async () => {
    screen = await show({ state: withLogin, tabs: { settings: 'hidden', customLogin: 'edit' } })
    expect(within(screen.root).queryByRole('tab')).to.equal(null)
    expect(within(screen.root).getByRole('form', { name: 'Login box' })).to.be.instanceOf(HTMLElement)
    await screen.unmount()
    screen = await show({ state: withLogin, tabs: { settings: 'edit', customLogin: 'hidden' }, tab: 'customLogin' })
    expect(within(screen.root).getByRole('form', { name: 'Company' })).to.be.instanceOf(HTMLElement)
    await screen.unmount()
    screen = await show({ state: withLogin, tabs: { settings: 'hidden', customLogin: 'hidden' } })
    expect(within(screen.root).getByText('No settings available')).to.be.instanceOf(HTMLElement)
  })

  it('lists all time zones at once, and their offsets as soon as they are known', async () => {
    screen = await show({ state: ready })
    const labels = () =>
      [...(within(screen.root).getByLabelText('Time zone') as HTMLSelectElement).options].map(({ label }) => label)
    expect(labels()).to.include.members(['Not set', 'Asia/Tokyo'])
    await waitFor(() => expect(labels()).to.include('Asia/Tokyo (GMT+09:00)'))
  })

  it('shows what each date format looks like, even one that another client stored', async () => {
    const dateFormat = "d 'de' MMMM 'de' yyyy"
    screen = await show({ state: { ...loaded({ ...stored, dateFormat })(initialAccount), viewer } })
    const select = within(screen.root).getByLabelText('Date format') as HTMLSelectElement
    expect(select.value).to.equal(dateFormat)
    const labels = [...select.options].map(({ label }) => label.replace(/\d{4}/, 'YEAR'))
    expect(labels).to.include.members([`${dateFormat} (31 de December de YEAR)`, 'MM/dd/yyyy (12/31/YEAR)'])
  })

  it('has no website field if the server has none', async () => {
    screen = await show({ state: { ...loaded({ name: 'Acme' })(initialAccount), viewer } })
    expect(within(screen.root).queryByLabelText('Website')).to.equal(null)
  })

  it('shows markup in every text as text', async () => {
    const settings = { name: HTML, website: HTML, address: HTML, timezone: HTML, currency: HTML, dateFormat: HTML }
    screen = await show({ state: { ...loaded(settings)(initialAccount), viewer }, tenant: HTML })
    expect(screen.root.querySelectorAll('img')).to.have.length(0)
    expect('__hit' in window).to.equal(false)
    expect(within(screen.root).getAllByText(HTML, { exact: false }).length).to.be.greaterThan(1)
  })
})
