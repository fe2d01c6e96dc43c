import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../i18n/create-translator.ts'
import { noActions, pageLooks } from '../../testing/page-looks.tsx'
import { accountsMessages } from './all-accounts.messages.ts'
import { type AccountRow, type AccountsActions, type AccountsState, initialAccounts } from './all-accounts.state.ts'
import { AccountsView } from './all-accounts.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(accountsMessages)
const north: AccountRow = { id: 'north', name: 'Northwind', isParent: false }

const having = (rows: readonly AccountRow[], query: Partial<AccountsState['query']> = {}): AccountsState => {
  const branch = { phase: 'ready', rows, total: rows.length } as const
  const root: AccountRow = { id: 'root', name: 'Rex', isParent: true }
  const state = { ...initialAccounts, root, list: branch, branches: { root: branch } }
  return { ...state, query: { ...initialAccounts.query, ...query } }
}

describe('the tools of the accounts page', () => {
  const { show, areAccessible } = pageLooks<AccountsState>((state) => (
    <AccountsView state={state} actions={noActions<AccountsActions>()} t={t} />
  ))

  /** Returns whether the search box and the column headings are visible. */
  const seen = async (state: AccountsState) => {
    const { root } = await show(state, { width: '1000px' })
    const search = root.querySelector<HTMLElement>('.fe-accounts-search')
    const heading = root.querySelector('th')
    expect(within(root).getByRole('button', { name: 'List' })).to.not.equal(null)
    return [search && getComputedStyle(search).visibility, heading && getComputedStyle(heading).visibility]
  }

  areAccessible({ 'no accounts': having([]), 'no accounts in the list': having([], { view: 'list' }) })

  it('leave out the search box and the headings while there are no accounts', async () => {
    for (const view of ['tree', 'list'] as const) expect(await seen(having([], { view }))).to.eql(['hidden', 'hidden'])
  })

  it('have both as soon as there is an account, and while a search finds none', async () => {
    for (const view of ['tree', 'list'] as const)
      expect(await seen(having([north], { view }))).to.eql(['visible', 'visible'])
    expect(await seen(having([], { view: 'list', search: 'zz' }))).to.eql(['visible', 'visible'])
  })
})
