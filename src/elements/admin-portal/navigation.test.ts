import { expect } from 'chai'
import { pages } from '../../pages/index.ts'
import { usersPage } from '../../pages/users/index.ts'
import { groupsOf, menuFor } from './navigation.ts'

const signedOut = { permissions: [], flags: {} }

describe('the menu of the portal', () => {
  it('opens the first page when none is specified', () => {
    const place = menuFor(pages, undefined, signedOut).placeOf('')
    expect(place.kind).to.equal('page')
  })

  const named = ['profile', 'privacy', 'personalApiTokens', 'account', 'users', 'groups', 'security', 'sso']
  const ids = [...named, 'audits', 'webhooks', 'apiTokens', 'roles', 'subscription', 'allAccounts', 'usage']
  const shown = Object.fromEntries(pages.map(({ id }) => [id, { visibility: 'byPermissions' }]))
  const flags = Object.fromEntries(pages.map(({ featureFlag = 'none' }) => [featureFlag, 'on']))
  const { placeOf } = menuFor(pages, shown, { permissions: [], flags, superUser: true })
  const idOf = (name: string) => {
    const place = placeOf(name)
    return place.kind === 'page' ? place.page.id : place.kind
  }

  it('opens each page by the id that navigation settings have for it', () => {
    expect(ids.filter((id) => idOf(id) === 'unknown')).to.deep.equal([])
    for (const id of ['personalApiTokens', 'apiTokens', 'allAccounts']) {
      const page = pages.find((one) => one.id === id)
      expect(placeOf(id), id).to.deep.equal(placeOf(page?.slug ?? ''))
    }
    expect(idOf('subscription')).to.equal('subscriptions')
    expect([idOf('constructor'), idOf('subscriptionss')]).to.deep.equal(['unknown', 'unknown'])
  })

  it('opens each page by the id that the event of its opening reports', () => {
    for (const { id, slug } of pages) expect(placeOf(id)).to.deep.equal(placeOf(slug))
  })

  it('explains that the permission for a deep link is missing', () => {
    const menu = menuFor([usersPage], { users: { visibility: 'byPermissions' } }, signedOut)
    expect(menu.visible).to.deep.equal([])
    expect(menu.placeOf('users')).to.deep.equal({ kind: 'forbidden' })
    expect(menu.placeOf('')).to.deep.equal({ kind: 'forbidden' })
  })

  it('explains it even if the vendor requires a permission for pages that all users may see', () => {
    const { placeOf } = menuFor([usersPage], undefined, { ...signedOut, forcePermissions: true })
    expect(placeOf('users')).to.deep.equal({ kind: 'forbidden' })
  })

  it('does not show a page whose flag is off, even with the permission', () => {
    const page = { ...usersPage, featureFlag: 'beta' }
    for (const visibility of ['always', 'byPermissions'])
      expect(menuFor([page], { users: { visibility } }, signedOut).placeOf('users')).to.deep.equal({ kind: 'unknown' })
  })

  it('does not show a hidden page', () => {
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
