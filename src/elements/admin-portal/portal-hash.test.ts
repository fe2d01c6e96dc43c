import { expect } from 'chai'
import { readHash, toHash } from './portal-hash.ts'

describe('deep links into the portal', () => {
  const table: [string, ReturnType<typeof readHash>][] = [
    ['#/admin-box', { slug: '', search: '' }],
    ['#/admin-box/users', { slug: 'users', search: '' }],
    ['#/admin-box/users?search=ada&page=2', { slug: 'users', search: 'search=ada&page=2' }],
    ['#/admin-box/security/mfa', { slug: 'security', search: '' }],
    ['#/admin-boxes', undefined],
    ['#/settings', undefined],
    ['#section', undefined],
    ['', undefined],
  ]
  for (const [hash, route] of table)
    it(`reads ${hash || 'no hash'}`, () => {
      expect(readHash(hash)).to.deep.equal(route)
    })

  it('writes what it reads', () => {
    for (const hash of ['#/admin-box', '#/admin-box/users', '#/admin-box/users?search=ada'])
      expect(toHash(readHash(hash) ?? { slug: 'lost', search: '' })).to.equal(hash)
  })
})
