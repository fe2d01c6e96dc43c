import { expect } from 'chai'
import { createStore } from 'zustand/vanilla'
import { createMemoryStorage } from '../kernel/storage.ts'
import type { AppState } from './app-state.ts'
import { chosenLanguage, followPreferences, keepPreferences, offeredLanguages, readPreferences } from './preferences.ts'
import type { AppSettings } from './settings.ts'

const storeWith = (settings: Partial<AppSettings>) =>
  createStore(() => ({ settings, features: {} }) as unknown as AppState) // the test reads nothing else of the state

const LANGUAGES = { languages: ['de', 'en'], configuration: { localizations: { he: {}, 'not a tag': {} } } }

describe('What the user chose on this device', () => {
  it('is stored and takes effect at once', () => {
    const local = createMemoryStorage()
    const store = storeWith({})
    keepPreferences(store, local, { scheme: 'dark', language: undefined })
    expect(readPreferences(local)).to.deep.equal({ scheme: 'dark' })
    expect(store.getState().settings.preferences?.scheme).to.equal('dark')
  })

  for (const kept of ['', 'null', '[]', '{', '"dark"', '{"scheme":"sepia","language":7}']) {
    it(`is empty if another program stored ${kept || 'nothing'}`, () => {
      const local = createMemoryStorage()
      local.set('fe-preferences', kept)
      expect(readPreferences(local)).to.deep.equal({})
    })
  }

  it('follows another tab, even when that clears it, until the app is disposed', () => {
    const local = createMemoryStorage()
    const store = storeWith({})
    const page = new EventTarget() as unknown as Window
    const stop = followPreferences(store, local, page)
    const notify = (key: string | null) => page.dispatchEvent(new StorageEvent('storage', { key }))
    local.set('fe-preferences', '{"scheme":"light"}')
    notify('other')
    expect(store.getState().settings.preferences).to.equal(undefined)
    notify('fe-preferences')
    expect(store.getState().settings.preferences).to.deep.equal({ scheme: 'light' })
    local.remove('fe-preferences')
    notify(null)
    expect(store.getState().settings.preferences).to.deep.equal({})
    stop()
    local.set('fe-preferences', '{"scheme":"dark"}')
    notify('fe-preferences')
    expect(store.getState().settings.preferences).to.deep.equal({})
  })

  it('is a language only while the host has texts in it', () => {
    expect(offeredLanguages(LANGUAGES)).to.deep.equal(['de', 'en', 'he'])
    const chosen = (language: string) =>
      chosenLanguage({ ...LANGUAGES, preferences: { language } } as unknown as AppSettings)
    expect([chosen('he'), chosen('fr')]).to.deep.equal(['he', undefined])
  })
})
