import { expect } from 'chai'
import { canonical } from '../../parts/page-kit/page-url.ts'
import {
  type AccountRow,
  appended,
  dropRow,
  EMPTY_BRANCH,
  initialAccounts,
  isTree,
  patchRow,
  putBranch,
  treeLines,
} from './all-accounts.state.ts'
import { accountsUrl } from './all-accounts.url.ts'
import { allAccountsPage } from './index.ts'

const row = (id: string, isParent = false): AccountRow => ({ id, name: id.toUpperCase(), isParent })

const withTree = () => {
  const fill = (parentId: string, rows: AccountRow[], total: number) =>
    putBranch(parentId, (branch) => appended(branch, rows, total))
  const top = fill('root', [row('a', true), row('b')], 60)(initialAccounts)
  return fill('a', [row('c')], 1)({ ...top, expanded: ['a'] })
}

describe('the tree of accounts', () => {
  it('is rendered line by line, with open branches inside and unloaded accounts at the end', () => {
    const lines = treeLines(withTree(), 'root').map(({ kind, id, depth }) => [kind, id, depth])
    expect(lines).to.deep.equal([
      ['account', 'a', 0],
      ['account', 'c', 1],
      ['account', 'b', 0],
      ['more', 'ready root', 0],
    ])
  })

  it('adds more accounts without showing one twice', () => {
    const branch = appended(appended(EMPTY_BRANCH, [row('a'), row('b')], 3), [row('b'), row('c')], 3)
    expect(branch.rows.map(({ id }) => id)).to.deep.equal(['a', 'b', 'c'])
  })

  it('shows a new name and new figures wherever the account is listed, and removes it everywhere when it is deleted', () => {
    const named = patchRow('c', { name: 'Sea', users: 4 })(withTree())
    expect(named.branches.a?.rows[0]).to.deep.include({ name: 'Sea', users: 4 })
    const gone = dropRow('c')(named)
    expect(gone.branches.a).to.deep.include({ rows: [], total: 0 })
    expect(gone.branches.root?.total).to.equal(60)
  })

  it('is a flat list during a search, or on request', () => {
    const asked = (search: string) => isTree(accountsUrl.place.read(new URLSearchParams(search)))
    expect(['', 'view=list', 'search=x', 'search=+'].map(asked)).to.deep.equal([true, false, false, true])
  })

  const links: [string, string][] = [
    ['', ''],
    ['view=tree&sort=name%3Aasc', ''],
    ['search=x&view=list&sort=createdAt%3Adesc', 'search=x&view=list&sort=createdAt%3Adesc'],
    ['account=a&tab=accounts', 'account=a&tab=accounts'],
    ['tab=accounts', ''],
    ['account=a&roles=u', 'account=a&roles=u'],
    ['create', 'create='],
    ['sort=password', ''],
  ]
  for (const [search, written] of links) {
    it(`keeps ${search || 'nothing'} in the URL as ${written || 'nothing'}`, () => {
      expect(canonical(accountsUrl.place, allAccountsPage.links ?? [], search)).to.equal(written)
    })
  }
})
