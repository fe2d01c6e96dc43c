import { expect } from 'chai'
import { pages } from '../../../pages/index.ts'
import { usersPage } from '../../../pages/users/index.ts'
import { groupsOf, menuFor } from './navigation.ts'

const signedOut = { permissions: [], flags: {} }

describe('the menu of the portal', () => {
  it('leads to the first page when none is named', () => {
    const place = menuFor(pages, undefined, signedOut).placeOf('')
    expect(place.kind).to.equal('page')
  })

  it('explains that the permission for a deep link is missing', () => {
    const menu = menuFor([usersPage], { users: { visibility: 'byPermissions' } }, signedOut)
    expect(menu.visible).to.deep.equal([])
    expect(menu.placeOf('users')).to.deep.equal({ kind: 'forbidden' })
    expect(menu.placeOf('')).to.deep.equal({ kind: 'forbidden' })
  })

  it('explains it also where the vendor makes pages for all users require their permission', () => {
    const { placeOf } = menuFor([usersPage], undefined, { ...signedOut, forcePermissions: true })
    expect(placeOf('users')).to.deep.equal({ kind: 'forbidden' })
  })

  it('does not know a page whose flag is off, permission or not', () => {
    const page = { ...usersPage, featureFlag: 'beta' }
    for (const visibility of ['always', 'byPermissions'])
      expect(menuFor([page], { users: { visibility } }, signedOut).placeOf('users')).to.deep.equal({ kind: 'unknown' })
  })

  it('does not know a hidden page', () => {
    const menu = menuFor(pages, { users: { visibility: 'hidden' } }, { permissions: ['fe.*'], flags: {} })
    expect(menu.placeOf('users')).to.deep.equal({ kind: 'unknown' })
    expect(menu.placeOf('nowhere')).to.deep.equal({ kind: 'unknown' })
  })

  it('shows no group without a page', () => {
    expect(groupsOf(pages).every((group) => group.pages.length > 0)).to.equal(true)
    expect(groupsOf([])).to.deep.equal([])
  })

  it('has a title for every page', () => {
    for (const page of pages) expect(page.title).to.match(/^[A-Z]/)
  })
})
