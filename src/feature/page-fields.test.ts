import { expect } from 'chai'
import type { JsonObject, JsonValue } from '../entities/wire.ts'
import { type Appearance, fieldsOf, fieldsOfTab, tabsOf } from './page-fields.ts'

/** Fields whose appearance a page reads. */
const FIELDS: readonly [page: string, field: string][] = [
  ...['name', 'phoneNumber', 'address', 'jobTitle'].map((field) => ['profile', field] as [string, string]),
  ...['loginSessions', 'mfa'].map((field) => ['privacy', field] as [string, string]),
  ...['companyName', 'address', 'website', 'timezone', 'currency'].map(
    (field) => ['account', field] as [string, string],
  ),
  ['subscriptions', 'invoices'],
]
const TABS: readonly [page: string, tab: string][] = [
  ['account', 'settings'],
  ['account', 'customLogin'],
  ...['sessionManagement', 'generalSettings', 'ipRestrictions', 'domainRestrictions'].map(
    (tab) => ['security', tab] as [string, string],
  ),
]
const APPEARANCES: readonly Appearance[] = ['hidden', 'viewOnly', 'edit']

const themeOf = (page: string, properties: JsonObject): JsonObject => ({
  adminPortal: { pages: { [page]: properties } },
})

describe('The configured fields of a page', () => {
  for (const [page, field] of FIELDS) {
    for (const appearance of APPEARANCES) {
      it(`shows ${page}.${field} as ${appearance}, by init options and by metadata alike`, () => {
        const theme = themeOf(page, { fieldsProperties: { [field]: { appearance } } })
        expect(fieldsOf({ theme }, page, [field])[field]).to.equal(appearance)
        expect(fieldsOf({ configuration: { themeV2: theme } }, page, [field])[field]).to.equal(appearance)
      })
    }
  }

  for (const [page, tab] of TABS) {
    it(`hides and shows the tab ${page}.${tab}, by init options and by metadata alike`, () => {
      for (const appearance of ['hidden', 'edit'] as const) {
        const theme = themeOf(page, { tabsProperties: { [tab]: { appearance } } })
        expect(tabsOf({ theme }, page, [tab])[tab]).to.equal(appearance)
        expect(tabsOf({ configuration: { themeV2: theme } }, page, [tab])[tab]).to.equal(appearance)
      }
    })
  }

  it('reads the fields inside a tab', () => {
    const theme = themeOf('security', {
      tabsProperties: { generalSettings: { fieldsProperties: { mfa: { appearance: 'viewOnly' } } } },
    })
    const fields = fieldsOfTab({ theme }, ['security', 'generalSettings'], ['mfa', 'userLockout'])
    expect(fields).to.deep.equal({ mfa: 'viewOnly', userLockout: 'edit' })
  })

  it('gives the host precedence over the metadata, field by field', () => {
    const theme = themeOf('profile', { fieldsProperties: { name: { appearance: 'edit' } } })
    const themeV2 = themeOf('profile', {
      fieldsProperties: { name: { appearance: 'hidden' }, jobTitle: { appearance: 'viewOnly' } },
    })
    const fields = fieldsOf({ theme, configuration: { themeV2 } }, 'profile', ['name', 'jobTitle', 'address'])
    expect(fields).to.deep.equal({ name: 'edit', jobTitle: 'viewOnly', address: 'edit' })
  })

  it('ignores malformed values', () => {
    for (const odd of [null, 'no', 7, [], { appearance: 'gone' }, { appearance: { a: 1 } }, () => 'hidden']) {
      const theme = themeOf('profile', { fieldsProperties: { name: odd as JsonValue } })
      expect(fieldsOf({ theme: theme as never }, 'profile', ['name']).name).to.equal('edit')
    }
    expect(fieldsOf({ theme: { adminPortal: 'x' } }, 'profile', ['name']).name).to.equal('edit')
  })
})
