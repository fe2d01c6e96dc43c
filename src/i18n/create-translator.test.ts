import { expect } from 'chai'
import { reach } from '../testing/figures.ts'
import { ownTime } from '../testing/own-time.ts'
import { createTranslator } from './create-translator.ts'
import { defineMessages } from './messages.ts'

const texts = defineMessages('loginBox.login', {
  title: 'Sign in to {{name}}',
  continue: 'Continue',
  left: { one: '{{count}} try left', other: '{{count}} tries left' },
})

const warnings = () => {
  const lines: string[] = []
  return { lines, log: { warn: (line: string) => lines.push(line) } }
}

describe('createTranslator', () => {
  it('fills placeholders and picks the plural form', () => {
    const t = createTranslator({ language: 'en' }).translatorFor(texts)
    expect(t('title', { name: 'Acme' })).to.equal('Sign in to Acme')
    expect(t('left', { count: 1 })).to.equal('1 try left')
    expect(t('left', { count: 3 })).to.equal('3 tries left')
    expect(t('left', { count: 12_345 })).to.equal('12,345 tries left')
  })

  it('merges the host’s texts over English, key by key', () => {
    const overrides = { he: { loginBox: { login: { continue: 'המשך' } } } }
    const { dir, translatorFor } = createTranslator({ language: 'he-IL', overrides })
    const t = translatorFor(texts)
    expect(dir).to.equal('rtl')
    expect(t('continue')).to.equal('המשך')
    expect(t('title', { name: 'Acme' })).to.equal('Sign in to Acme')
  })

  it('keeps the default for 200 malformed texts, with one warning and no error', async () => {
    const broken = ['{{name}', '{{}}', '{{other}}', 'x }} y', 7, null, ['a'], { one: 'x' }, () => 'x', '{{name']
    for (let round = 0; round < 20; round++) {
      for (const title of broken) {
        const { lines, log } = warnings()
        const t = createTranslator({ overrides: { en: { loginBox: { login: { title } } } }, log }).translatorFor(texts)
        expect(t('title', { name: 'Acme' })).to.equal('Sign in to Acme')
        expect(lines.length).to.equal(1)
      }
    }
    await reach(
      26,
      '200 broken placeholders: default text, 0 errors',
      `${20 * broken.length} texts, all default, 0 errors`,
    )
  })

  it('shows markup as text and does not follow prototypes', () => {
    const overrides = JSON.parse('{"en":{"loginBox":{"login":{"continue":"<b>x</b>","__proto__":{"title":"stolen"}}}}}')
    const t = createTranslator({ language: 'en', overrides }).translatorFor(texts)
    expect(t('continue')).to.equal('<b>x</b>')
    expect(t('title', { name: '<img src=x>' })).to.equal('Sign in to <img src=x>')
  })

  it('loads 5,000 keys and 1 MB of texts without a long task', async () => {
    const keys = Array.from({ length: 5000 }, (_, at) => [`key${at}`, 'x'.repeat(200)])
    const overrides = { en: { loginBox: { login: Object.fromEntries(keys) } } }
    const took = await ownTime(() => createTranslator({ language: 'en', overrides }).translatorFor(texts)('continue'))
    await reach(
      26,
      '5,000 keys, 1 MB: no task over 200 ms',
      `${took.toFixed(1)} ms for the texts of a screen`,
      took < 200,
    )
    expect(took).to.be.below(200)
  })

  it('uses the language of the page when none is set, and English for an invalid tag', () => {
    document.documentElement.lang = 'de'
    expect(createTranslator({}).language).to.equal('de')
    document.documentElement.lang = 'en'
    expect(createTranslator({ language: 'not a language!' }).language).to.equal('en')
  })

  it('returns the same function for the same texts', () => {
    const { translatorFor } = createTranslator({ language: 'en' })
    expect(translatorFor(texts)).to.equal(translatorFor(texts))
  })
})
