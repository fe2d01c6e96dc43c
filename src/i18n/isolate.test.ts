import { expect } from 'chai'
import { createTranslator } from './create-translator.ts'
import { isolating, withoutIsolates } from './isolate.ts'
import { defineMessages } from './messages.ts'

const texts = defineMessages('loginBox.login', {
  remove: 'Delete {{phone}}?',
  worth: { one: '+{{count}} point', other: '+{{count}} points' },
  limit: '{{percent}}% of {{count}}',
})

const HEBREW = { remove: 'מחיקת {{phone}}?', worth: '+{{count}} נקודות', limit: '{{percent}}% מתוך {{count}}' }
const overrides = { he: { loginBox: { login: HEBREW } } }
const translatorOf = (language: string) => isolating(createTranslator({ language, overrides }))

describe('Values in texts', () => {
  const hosts: HTMLElement[] = []
  afterEach(() => {
    for (const host of hosts.splice(0)) host.remove()
  })

  /** Returns the characters of text that a reader sees from left to right. */
  const seen = (text: string, part: string): string => {
    const host = document.createElement('div')
    host.dir = 'rtl'
    host.textContent = text
    document.body.append(host)
    hosts.push(host)
    const [node] = host.childNodes
    if (!node) return ''
    const begin = text.indexOf(part)
    const placed = [...part].map((character, at) => {
      const range = document.createRange()
      range.setStart(node, begin + at)
      range.setEnd(node, begin + at + 1)
      return { character, left: range.getBoundingClientRect().left }
    })
    return placed
      .sort((one, other) => one.left - other.left)
      .map(({ character }) => character)
      .join('')
  }

  it('keep the order of a phone number and of a sign in text from right to left', () => {
    const t = translatorOf('he').translatorFor(texts)
    expect(seen(t('remove', { phone: '+49 170 1234567' }), '+49 170 1234567')).to.equal('+49 170 1234567')
    expect(seen(t('worth', { count: 5 }), '+5')).to.equal('+5')
    expect(seen(t('limit', { percent: 80, count: 1000 }), '80%')).to.equal('80%')
  })

  it('are as they were in text from left to right', () => {
    const t = translatorOf('en').translatorFor(texts)
    expect([t('remove', { phone: '+49' }), t('worth', { count: 5 })]).to.deep.equal(['Delete +49?', '+5 points'])
  })

  it('can be empty, and leave no trace in files', () => {
    const t = translatorOf('he').translatorFor(texts)
    expect(t('remove', { phone: '' })).to.equal('מחיקת ?')
    expect(withoutIsolates(t('remove', { phone: 'x' }))).to.equal('מחיקת x?')
  })

  it('come from the same function for the same texts', () => {
    const translator = translatorOf('he')
    expect(translator.translatorFor(texts)).to.equal(translator.translatorFor(texts))
  })
})
