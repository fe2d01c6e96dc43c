import { expect } from 'chai'
import type { PageDefinition } from '../feature/define-page.ts'
import { type Appearance, appearanceOf, type FieldPlace, isEditable, isShown } from '../feature/page-fields.ts'
import { pages } from '../pages/index.ts'
import { privacyFieldsOf } from '../pages/privacy/privacy.state.ts'
import { TARGETS } from '../pages/security/center/center.cards.ts'
import { fieldAppearance, tabs, visibleTabs } from '../pages/security/security.tabs.ts'
import { CONTROLS, type Control, placeOf, TAB_NAMES } from './field-places.ts'
import { withOfferedCommands } from './pages.ts'

const APPEARANCES: readonly Appearance[] = ['hidden', 'viewOnly', 'edit']

/** Returns options of a host that sets this for a field and its tab. */
const optionsFor = ({ page, tab, field }: FieldPlace, own: Appearance, ofTab?: Appearance) => {
  const fieldsProperties = field ? { [field]: { appearance: own } } : {}
  const properties = tab
    ? { tabsProperties: { [tab]: { ...(ofTab && { appearance: ofTab }), fieldsProperties } } }
    : { fieldsProperties }
  return {
    flags: { 'security-center-admin-portal-major-version': 'on' },
    theme: { adminPortal: { pages: { [page]: properties } } },
  }
}

const strictest = (...all: Appearance[]): Appearance => APPEARANCES.find((one) => all.includes(one)) ?? 'edit'

const page = (id: string) => pages.find((one) => one.id === id) as PageDefinition // every ID in this test is a page

type Settings = ReturnType<typeof optionsFor>

const commandsAbout = (settings: Settings, place: FieldPlace) =>
  pages
    .map((one) => withOfferedCommands(one, settings))
    .flatMap(({ commands = [] }) => commands)
    .filter(({ changes }) => changes?.page === place.page && changes.tab === place.tab && changes.field === place.field)

const isSuggested = (settings: Settings, control: Control): boolean =>
  Object.values(TARGETS)
    .filter((target) => target.field === CONTROLS[control].field)
    .some(({ tab, field }) => {
      const found = tabs.find(({ id }) => id === tab)
      return found !== undefined && isShown(fieldAppearance(settings, found, true)(field))
    })

describe('a field that a host hides or makes read-only', () => {
  for (const control of Object.keys(CONTROLS) as Control[]) {
    for (const own of APPEARANCES) {
      for (const ofTab of APPEARANCES) {
        it(`is the same in every place: ${control}, ${own}, on a tab that is ${ofTab}`, () => {
          const place = placeOf(control)
          const settings = optionsFor(place, own, ofTab)
          const expected = strictest(own, ofTab)
          const tab = tabs.find(({ id }) => id === CONTROLS[control].tab)
          if (!tab) return expect.fail('There is no such tab')
          // The card and its action, the tab of a deep link, the suggestion, and the command must agree.
          expect(appearanceOf(settings, place)).to.equal(expected)
          expect(fieldAppearance(settings, tab, true)(CONTROLS[control].field)).to.equal(expected)
          expect(visibleTabs(tabs, settings).includes(tab)).to.equal(isShown(ofTab))
          const isKnown = Object.values(TARGETS).some(({ field }) => field === CONTROLS[control].field)
          expect(isSuggested(settings, control)).to.equal(isKnown && isShown(expected))
          const all = page('security').commands?.filter(({ changes }) => changes?.field === place.field) ?? []
          expect(commandsAbout(settings, place)).to.have.length(isEditable(expected) ? all.length : 0)
        })
      }
    }
  }

  for (const own of APPEARANCES) {
    it(`is the same in every place: sessions of the user, ${own}`, () => {
      const place = { page: 'privacy', field: 'loginSessions' }
      const settings = optionsFor(place, own)
      expect(privacyFieldsOf(settings).loginSessions).to.equal(own)
      expect(commandsAbout(settings, place).map(({ id }) => id)).to.deep.equal(isEditable(own) ? ['endSessions'] : [])
    })

    it(`keeps passkeys where second factors are hidden, and nothing that changes where they are read-only: ${own}`, () => {
      const place = { page: 'privacy', field: 'mfa' }
      const settings = optionsFor(place, own)
      const { mfa, passkeys } = privacyFieldsOf(settings)
      expect([mfa, passkeys]).to.deep.equal([own, own === 'hidden' ? 'edit' : own])
      const expected = { hidden: ['addPasskey'], viewOnly: [], edit: ['addPasskey', 'addAuthenticator'] }[own]
      expect(commandsAbout(settings, place).map(({ id }) => id)).to.deep.equal(expected)
    })

    it(`is a list of invoices that is shown or not: ${own}`, () => {
      const place = { page: 'subscriptions', field: 'invoices' }
      expect(isShown(appearanceOf(optionsFor(place, own), place))).to.equal(own !== 'hidden')
    })
  }

  it('is declared by every command of the page that changes a policy', () => {
    for (const { id, changes } of page('security').commands ?? []) {
      expect(Object.values(TAB_NAMES), id).to.include(changes?.tab)
    }
  })
})
