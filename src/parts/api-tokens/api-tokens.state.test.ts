import { expect } from 'chai'
import { closeDialog, openDialog, saving } from '../page-kit/page-state.ts'
import { canonical, urlOf } from '../page-kit/page-url.ts'
import { initialTokens, isExpired, minutesOf, problemsOf, type TokensState, tokensUrl } from './api-tokens.state.ts'

const LINKS = ['new', 'token', 'revoke']

const token = {
  id: 't1',
  kind: 'AccessToken' as const,
  name: 'Nightly export',
  createdAt: '2026-01-05T09:00:00.000Z',
  expires: null,
  roleIds: [],
}

describe('API tokens', () => {
  it('are entered in days and sent in minutes, or without an end', () => {
    expect([1, 30, null].map(minutesOf)).to.deep.equal([1_440, 43_200, null])
  })

  const drafts: [string, Parameters<typeof problemsOf>, object][] = [
    ['need a description', [{ description: ' ', roleIds: [] }, false], { description: 'descriptionIsRequired' }],
    [
      'have a short description',
      [{ description: 'x'.repeat(201), roleIds: [] }, false],
      { description: 'descriptionIsTooLong' },
    ],
    ['of an account need a role', [{ description: 'x', roleIds: [] }, true], { roles: 'rolesIsRequired' }],
    ['of a user need none', [{ description: 'x', roleIds: [] }, false], {}],
  ]
  for (const [title, input, problems] of drafts) {
    it(title, () => expect(problemsOf(...input)).to.deep.equal(problems))
  }

  it('expire at their minute and not before', () => {
    const now = Date.parse('2026-02-01T00:00:00.000Z')
    const at = (offset: number) => ({ expires: new Date(now + offset).toISOString() })
    expect([isExpired(at(0), now), isExpired(at(1), now), isExpired({ expires: null }, now)]).to.deep.equal([
      true,
      false,
      false,
    ])
  })

  const links: [string, string][] = [
    ['', ''],
    ['sort=createdAt%3Adesc', ''],
    ['sort=name%3Aasc', 'sort=name%3Aasc'],
    ['search=ci&page=2&new', 'search=ci&page=2&new='],
    ['token=t1', 'token=t1'],
    ['revoke=t1&sort=nonsense', 'revoke=t1'],
  ]
  for (const [search, written] of links) {
    it(`keep ${search || 'nothing'} in the URL as ${written || 'nothing'}`, () => {
      expect(canonical(tokensUrl.place, LINKS, search)).to.equal(written)
    })
  }

  it('never put the secret into the URL', () => {
    const shown = openDialog<TokensState>({ kind: 'secret', token, secret: 'fecs_secret' })(initialTokens)
    expect(urlOf(tokensUrl, shown)).to.equal('')
  })

  it('keep their dialog open while a call is running', () => {
    const open = openDialog<TokensState>({ kind: 'revoke', token })(initialTokens)
    expect(closeDialog(saving(open)).dialog).to.not.equal(null)
    expect(closeDialog(open).dialog).to.equal(null)
  })
})
