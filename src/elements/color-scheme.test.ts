import { expect } from 'chai'
import type { InitOptions } from '../app/options.ts'
import { type Harness, openHarness } from './testing/harness.test-kit.ts'

/** Page scheme, theme options, and the scheme that the box must compute. */
const CASES: readonly [title: string, page: string, themeOptions: Record<string, unknown>, expected: string][] = [
  ['says nothing: a light page', '', {}, 'normal'],
  ['is light', 'light', {}, 'light'],
  ['is dark', 'dark', {}, 'dark'],
  ['follows the system', 'light dark', {}, 'light dark'],
  ['is light, and the theme asks for dark', 'light', { mode: 'dark' }, 'dark'],
  ['is dark, and the theme asks for light', 'dark', { mode: 'light' }, 'light'],
  ['is light, and the theme follows the system', 'light', { mode: 'system' }, 'light dark'],
  ['is dark, and the theme follows the page', 'dark', { mode: 'page', themeName: 'dark' }, 'dark'],
  ['is light, and only the login box asks for dark', 'light', { loginBox: { mode: 'dark' } }, 'dark'],
  ['is light, and the theme is dark by name', 'light', { themeName: 'darkV2' }, 'dark'],
  ['is light, and the mode has no meaning', 'light', { mode: 'sepia' }, 'light'],
]

describe('The color scheme of an element where the page', () => {
  let harness: Harness
  afterEach(async () => {
    document.documentElement.style.removeProperty('color-scheme')
    await harness.close()
  })

  for (const [title, page, themeOptions, expected] of CASES) {
    it(title, async () => {
      document.documentElement.style.setProperty('color-scheme', page)
      const options: InitOptions = { themeOptions, contextOptions: { baseUrl: 'https://api.test', logLevel: 'error' } }
      harness = await openHarness({ name: 'scheme', options })
      await harness.until(() => harness.box.querySelector('input') !== null)
      expect(getComputedStyle(harness.box).colorScheme).to.equal(expected)
      // The fields in the light DOM must have the same scheme.
      expect(getComputedStyle(harness.field('input[name=email]')).colorScheme).to.equal(expected)
    })
  }

  for (const [scheme, expected] of [
    ['dark', 'dark'],
    ['page', 'normal'],
  ] as const) {
    it(`has a light theme is as the user chose on this device: ${scheme}`, async () => {
      localStorage.setItem('fe-preferences', JSON.stringify({ scheme }))
      try {
        const contextOptions = { baseUrl: 'https://api.test', logLevel: 'error' } as const
        harness = await openHarness({ name: 'scheme', options: { themeOptions: { mode: 'light' }, contextOptions } })
        await harness.until(() => harness.box.querySelector('input') !== null)
        expect(getComputedStyle(harness.box).colorScheme).to.equal(expected)
      } finally {
        localStorage.removeItem('fe-preferences')
      }
    })
  }
})
