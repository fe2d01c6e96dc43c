import { expect } from 'chai'
import { definePage } from '../../feature/define-page.ts'
import { settle } from '../../testing/clock.ts'
import { mountSlice } from '../../testing/slice.ts'
import { tokensSlice } from './api-tokens.slice.ts'
import { type ApiToken, initialTokens, type TokensAbility } from './api-tokens.state.ts'
import type { TokenCalls } from './token-calls.ts'

const page = definePage<TokensAbility>({
  id: 'personalApiTokens',
  slug: 'personal-api-tokens',
  title: 'Personal API tokens',
  group: 'you',
  icon: 'key',
  visibility: 'always',
  permissions: [],
  abilities: { create: 'fe.secure.write.userApiTokens', revoke: 'fe.secure.delete.userApiTokens' },
  links: ['new', 'token', 'revoke'],
  events: ['create-api-token', 'update-api-token', 'delete-api-token'],
  load: () => Promise.reject(new Error('Not loaded here')),
})

/** Opens a page whose list response waits until the test releases it. */
const open = (search: string) => {
  let loadConnection: (tokens: ApiToken[]) => void = () => {}
  const list = new Promise<ApiToken[]>((resolve) => {
    loadConnection = resolve
  })
  const unused = async (): Promise<never> => Promise.reject(new Error('No such call in this test'))
  const token = { id: 'new', kind: 'AccessToken' as const, name: 'Nightly', createdAt: '', expires: null, roleIds: [] }
  const create = async () => ({ token, secret: 's' })
  const calls: TokenCalls = { list: () => list, create, revoke: unused, update: unused }
  const harness = mountSlice(tokensSlice({ hasRoles: false, calls: () => calls }), initialTokens, { page })
  return { ...harness, opened: harness.actions.open(search), loadConnection: () => loadConnection([]) }
}

describe('The actions of the tokens pages', () => {
  it('make the user vouch for a token that does less than its roles allow', async () => {
    const guarantee = { tokenId: 't1', guarantor: null, state: 'stopped' as const }
    const token = { id: 't1', kind: 'AccessToken' as const, name: 'Sync', createdAt: '', expires: null, roleIds: [] }
    const vouched: unknown[] = []
    const unused = async (): Promise<never> => Promise.reject(new Error('No such call in this test'))
    const calls: TokenCalls = {
      list: async () => [{ ...token, guarantee: { ...guarantee, state: vouched.length ? 'whole' : 'stopped' } }],
      create: unused,
      revoke: unused,
      update: unused,
      vouch: async ({ id }, userId) => vouched.push([id, userId]),
    }
    const scope = { hasRoles: false, calls: () => calls }
    const { actions, state } = mountSlice(tokensSlice(scope), initialTokens, { page })
    await actions.open('')
    const [row] = state().list.rows
    if (!row) throw new Error('The list is empty')
    await actions.vouch(row)
    expect(vouched.length).to.equal(1)
    expect(state().notice).to.deep.include({ key: 'vouched', values: { name: 'Sync' } })
    expect(state().list.rows[0]?.guarantee?.state).to.equal('whole')
  })

  it('keep a dialog that was opened while the list was loading', async () => {
    const { actions, state, opened, loadConnection } = open('')
    actions.openDialog({ kind: 'create' })
    loadConnection()
    await opened
    expect(state().list.phase).to.equal('ready')
    expect(state().dialog).to.deep.equal({ kind: 'create' })
  })

  it('show the secret 200 ms after the form has closed, above a list that has the token first', async () => {
    const { actions, state, clock, opened, loadConnection } = open('')
    loadConnection()
    await opened
    actions.openDialog({ kind: 'create' })
    const done = actions.create({ description: 'Nightly', roleIds: [], days: 30 })
    await settle()
    expect(state().dialog).to.equal(null)
    await clock.advance(199)
    expect(state().dialog).to.equal(null)
    await clock.advance(1)
    await done
    expect(state().dialog).to.deep.include({ kind: 'secret', secret: 's' })
    expect(state().list.rows.map(({ id }) => id)).to.deep.equal(['new'])
  })

  it('report that the token of a link no longer exists', async () => {
    const { state, opened, loadConnection } = open('token=t1')
    loadConnection()
    await opened
    expect(state().notice?.key).to.equal('gone')
  })
})
