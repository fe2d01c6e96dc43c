import { expect } from 'chai'
import type { PageDefinition } from '../feature/define-page.ts'
import { isPageVisible, type PageAudience, withOverrides } from './pages.ts'

const aPage = (overrides: Partial<PageDefinition> = {}): PageDefinition => ({
  id: 'users',
  slug: 'users',
  title: 'Users',
  group: 'organization',
  icon: 'users',
  visibility: 'byPermissions',
  permissions: ['fe.secure.read.users'],
  load: () => Promise.reject(new Error('not loaded here')),
  ...overrides,
})

const outsider: PageAudience = { permissions: [], flags: {} }
const admin: PageAudience = { permissions: ['fe.*'], flags: {} }

describe('who sees a page', () => {
  const table: [string, Partial<PageDefinition>, PageAudience, boolean][] = [
    ['every user sees what is always visible, whatever the permissions', { visibility: 'always' }, outsider, true],
    [
      'the vendor may make "always" need the key',
      { visibility: 'always' },
      { ...outsider, forcePermissions: true },
      false,
    ],
    ['who holds it sees the page then', { visibility: 'always' }, { ...admin, forcePermissions: true }, true],
    ['no user sees a hidden page', { visibility: 'hidden' }, admin, false],
    ['a page by permissions needs its key', {}, outsider, false],
    ['the key itself opens it', {}, { ...outsider, permissions: ['fe.secure.read.users'] }, true],
    ['a wildcard opens it', {}, admin, true],
    ['a super user needs no key', {}, { ...outsider, superUser: true }, true],
    ['a super user sees no hidden page', { visibility: 'hidden' }, { ...outsider, superUser: true }, false],
    ['another key does not', {}, { ...outsider, permissions: ['fe.secure.read.roles'] }, false],
    ['every key is needed', { permissions: ['fe.secure.read.users', 'own.key'] }, admin, false],
    ['a named flag must be on too', { visibility: 'always', featureFlag: 'f' }, admin, false],
    ['an on flag lets it through', { visibility: 'always', featureFlag: 'f' }, { ...admin, flags: { f: 'on' } }, true],
    ['a flag is on only when it says on', { featureFlag: 'f' }, { ...admin, flags: { f: 'true' } }, false],
  ]
  for (const [title, page, audience, isVisible] of table)
    it(title, () => {
      expect(isPageVisible(aPage(page), audience)).to.equal(isVisible)
    })

  it('lets an override replace the default keys and keeps the rest', () => {
    const page = withOverrides(aPage(), { users: { permissions: ['own.key'] } })
    expect(page).to.deep.include({ visibility: 'byPermissions', permissions: ['own.key'], slug: 'users' })
  })

  for (const odd of [null, 'users', [], { users: 5 }, { users: { visibility: 'sometimes', permissions: 'x' } }])
    it(`keeps the defaults for the malformed override ${JSON.stringify(odd)}`, () => {
      expect(withOverrides(aPage(), odd)).to.deep.include({
        visibility: 'byPermissions',
        permissions: ['fe.secure.read.users'],
      })
    })
})
