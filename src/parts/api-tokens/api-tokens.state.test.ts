import { expect } from 'chai'
import {
  addressOfTokens,
  closeDialog,
  initialTokens,
  isExpired,
  minutesOf,
  openDialog,
  problemsOf,
  saving,
  tokensAddressFrom,
  writeTokensAddress,
} from './api-tokens.state.ts'

const token = {
  id: 't1',
  kind: 'AccessToken' as const,
  name: 'Nightly export',
  createdAt: '2026-01-05T09:00:00.000Z',
  expires: null,
  roleIds: [],
}

describe('API tokens', () => {
  it('are given days and sent minutes, or nothing for ever', () => {
    expect([1, 30, null].map(minutesOf)).to.deep.equal([1_440, 43_200, null])
  })

  const drafts: [string, Parameters<typeof problemsOf>, object][] = [
    ['say what they are for', [{ description: ' ', roleIds: [] }, false], { description: 'descriptionIsRequired' }],
    [
      'are described in few words',
      [{ description: 'x'.repeat(201), roleIds: [] }, false],
      { description: 'descriptionIsTooLong' },
    ],
    ['of an account need a role', [{ description: 'x', roleIds: [] }, true], { roles: 'rolesIsRequired' }],
    ['of a person need none', [{ description: 'x', roleIds: [] }, false], {}],
  ]
  for (const [title, input, problems] of drafts) {
    it(title, () => expect(problemsOf(...input)).to.deep.equal(problems))
  }

  it('end at their minute and not before', () => {
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
    ['revoke=t1&sort=nonsense', 'sort=name%3Aasc&revoke=t1'],
  ]
  for (const [search, canonical] of links) {
    it(`keep ${search || 'nothing'} in the address as ${canonical || 'nothing'}`, () => {
      expect(writeTokensAddress(tokensAddressFrom(search))).to.equal(canonical)
    })
  }

  it('never put the secret into the address', () => {
    const shown = openDialog({ kind: 'secret', token, secret: 'fecs_secret' })(initialTokens)
    expect(addressOfTokens(shown)).to.equal('')
  })

  it('keep their dialog while a call is under way', () => {
    const open = openDialog({ kind: 'revoke', token })(initialTokens)
    expect(closeDialog(saving(open)).dialog).to.not.equal(null)
    expect(closeDialog(open).dialog).to.equal(null)
  })
})
