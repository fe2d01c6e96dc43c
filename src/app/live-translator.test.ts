import { expect } from 'chai'
import { defineMessages } from '../i18n/messages.ts'
import { anAppSettings } from '../testing/settings.ts'
import { createAppStore } from './create-app.ts'
import { createLiveTranslator } from './live-translator.ts'

const texts = defineMessages('loginBox.login', { title: 'Sign in to {{name}}' })

const options = { contextOptions: { baseUrl: 'https://api.acme.test' } }
const log = { error() {}, warn() {}, info() {}, debug() {} }

describe('The translator of an app', () => {
  it('isolates values where text runs from right to left', () => {
    const textIn = (language: string) =>
      createLiveTranslator({ ...options, language }, createAppStore(anAppSettings()), log)().translatorFor(texts)(
        'title',
        {
          name: '+49 170',
        },
      )
    expect(textIn('he')).to.equal('Sign in to \u2068+49 170\u2069')
    expect(textIn('en')).to.equal('Sign in to +49 170')
  })
})
