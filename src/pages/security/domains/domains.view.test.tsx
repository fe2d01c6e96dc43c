import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { DomainRestriction } from '../../../entities/policies.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../../testing/axe.tsx'
import { renderUi } from '../../../testing/render.tsx'
import { formMessages } from '../form/form.messages.ts'
import { domainsMessages } from './domains.messages.ts'
import { type DomainsActions, type DomainsState, initialDomains, loaded, pageOf } from './domains.state.ts'
import { DomainsView } from './domains.view.tsx'

const translator = createTranslator({ language: 'en' })
const t = translator.translatorFor(domainsMessages)

const CONFIG = { active: true, listType: 'ALLOW' as const, blockPublicDomains: true }
const RULES: readonly DomainRestriction[] = [
  { id: 'a', domain: 'acme.test', type: 'ALLOW' },
  { id: 'b', domain: '<img src=x>.test', type: 'ALLOW' },
  { id: 'x', domain: 'evil.test', type: 'BLOCK' },
]

const may = {
  read: true,
  edit: true,
  seeUsers: true,
  changeUsers: true,
  removeUsers: true,
  readDomains: true,
  editDomains: true,
  deleteDomains: true,
}
const viewer = { id: 'ada', tenantId: 'acme', tenantName: 'Acme', may, keys: ['*'] }

const listed = (state: DomainsState): DomainsState => {
  const { items, totalItems } = pageOf(state, state.list.query)
  return { ...state, viewer, list: { ...state.list, phase: 'ready', rows: items, totalItems } }
}

const ready = listed(loaded(CONFIG, RULES)(initialDomains))
const empty = listed(loaded(CONFIG, [])(initialDomains))
const lines = [
  { line: 'acme.test', status: 'exists' as const },
  { line: 'x', status: 'invalid' as const },
  { line: 'new.test', status: 'created' as const },
]
const result = { accepted: false, reason: 'public' as const, domain: 'gmail.com' }

interface Shown {
  state: DomainsState
  appearanceOf?(field: string): Appearance
}

const show = async ({ state, appearanceOf = () => 'edit' }: Shown) => {
  const calls: [string, unknown[]][] = []
  const actions = {
    edit: (...given: unknown[]) => void calls.push(['edit', given]),
    add: async (...given: unknown[]) => calls.push(['add', given]) > 0,
    discard: () => undefined,
    change: () => undefined,
    openAdd: () => undefined,
    closeDialog: () => undefined,
    remove: () => undefined,
    check: async () => undefined,
    load: async () => undefined,
  } as unknown as DomainsActions
  const view = await renderUi(
    <DomainsView
      state={state}
      actions={actions}
      t={t}
      form={translator.translatorFor(formMessages)}
      failure="Down for repairs"
      appearanceOf={appearanceOf}
      focus={undefined}
      onSave={async () => void calls.push(['save', []])}
    />,
  )
  return { ...view, calls }
}

const shown: Record<string, Shown> = {
  loading: { state: initialDomains },
  'failed load': { state: { ...initialDomains, phase: 'failed' } },
  ready: { state: ready },
  empty: { state: empty },
  off: { state: listed(loaded({ ...CONFIG, active: false }, RULES)(initialDomains)) },
  changed: { state: { ...ready, draft: { ...CONFIG, blockPublicDomains: false } } },
  'failed save': { state: { ...ready, draft: { ...CONFIG, active: false }, formError: 'Try later' } },
  saving: { state: { ...ready, draft: { ...CONFIG, active: false }, saving: true } },
  adding: { state: { ...ready, dialog: { kind: 'add' } } },
  'adding failed': { state: { ...ready, dialog: { kind: 'add' }, formError: 'Try later' } },
  results: { state: { ...ready, dialog: { kind: 'add', lines } } },
  refused: { state: { ...ready, check: { busy: false, email: 'ana@gmail.com', result } } },
  'failed check': { state: { ...ready, check: { busy: false, email: 'ana', error: 'Enter a valid email' } } },
  'read only': { state: ready, appearanceOf: () => 'viewOnly' },
  hidden: { state: ready, appearanceOf: () => 'hidden' },
  forbidden: { state: { ...ready, viewer: { ...viewer, may: { ...may, readDomains: false } } } },
}

describe('the tab of email domain restrictions', () => {
  for (const [name, props] of Object.entries(shown)) {
    it(`is accessible: ${name}`, async () => {
      await expectNoAxeViolations((await show(props)).host)
    })
  }

  it('shows values and the list, not controls, to a user who can’t change them', async () => {
    for (const props of [
      { state: ready, appearanceOf: () => 'viewOnly' as const },
      { state: { ...ready, viewer: { ...viewer, may: { ...may, editDomains: false } } } },
    ]) {
      const { root } = await show(props)
      const view = within(root)
      view.getByText(/Public email domains are blocked/)
      view.getByText('acme.test')
      expect(root.querySelectorAll('[role=switch], input[type=radio], input[type=checkbox]')).to.have.length(0)
      expect(view.queryByRole('button', { name: 'Add domains' })).to.equal(null)
      expect(view.queryAllByRole('button', { name: /acme\.test/ }).length).to.equal(0, 'no menu of a row')
    }
  })

  it('shows a domain of another script in its letters, and one that could pass for another as it is stored', async () => {
    const rows = ['xn--bcher-kva.test', 'xn--80ak6aa92e.com'].map((domain, at) => ({
      id: `script-${at}`,
      domain,
      type: 'ALLOW' as const,
    }))
    const { root } = await show({ state: { ...ready, all: rows, list: { ...ready.list, rows } } })
    await within(root).findByText('bücher.test')
    within(root).getByText('xn--80ak6aa92e.com')
  })

  it('shows hostile domains as text', async () => {
    const { root } = await show({ state: ready })
    within(root).getByText('<img src=x>.test')
    expect(root.querySelectorAll('img')).to.have.length(0)
  })

  it('explains what an empty list means', async () => {
    within((await show({ state: empty })).root).getByText('The allow list is empty, so no new user can join.')
  })

  it('shows what is wrong with the domains before they are sent', async () => {
    const { root, calls } = await show({ state: { ...ready, dialog: { kind: 'add' } } })
    within(root).getByRole('button', { name: 'Add' }).click()
    await within(root).findByText('Enter at least one domain.')
    expect(calls).to.deep.equal([])
  })

  const addTyped = async (typed: string, listType: 'ALLOW' | 'BLOCK' = 'ALLOW') => {
    const draft = { ...ready.draft, listType }
    const { root, calls } = await show({ state: { ...ready, draft, dialog: { kind: 'add' } } })
    fireEvent.change(within(root).getByLabelText('Domains'), { target: { value: typed } })
    within(root).getByRole('button', { name: 'Add' }).click()
    return { ui: within(root), calls }
  }

  it('asks before a suffix that anyone can register below is put on the allow list', async () => {
    const { ui, calls } = await addTyped('acme.test co.uk')
    await ui.findByText(/Anyone can register a domain that ends in co\.uk/)
    expect(calls).to.deep.equal([])
    ui.getByRole('button', { name: 'Add anyway' }).click()
    await waitFor(() => expect(calls).to.deep.equal([['add', [['acme.test', 'co.uk'], { confirmed: true }]]]))
  })

  it('blocks such a suffix without asking', async () => {
    const { calls } = await addTyped('co.uk', 'BLOCK')
    await waitFor(() => expect(calls).to.deep.equal([['add', [['co.uk']]]]))
  })

  it('explains that subdomains need no wildcard', async () => {
    const { ui, calls } = await addTyped('acme.test *.acme.test')
    await ui.findByText(/Enter domains without “\*\.”/)
    expect(calls).to.deep.equal([])
  })

  it('shows why an email would be refused, and hides the check if the backend lacks it', async () => {
    const { root } = await show(shown.refused as Shown)
    within(root).getByText('ana@gmail.com wouldn’t be accepted.')
    within(root).getByText('gmail.com is a public email domain.')
    const without = await show({ state: { ...ready, missing: ['verifyEmail'] } })
    expect(within(without.root).queryByText('Check an email')).to.equal(null)
  })
})
