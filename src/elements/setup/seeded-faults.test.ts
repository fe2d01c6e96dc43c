import { expect } from 'chai'
import { apps, openApp } from '../../app/apps.ts'
import { init } from '../../index.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createPreviewFetch } from '../../preview/preview.ts'
import { until } from '../../preview/stage/until.test-kit.ts'
import type { Origins, SetupFault } from '../../testing/setup-fault.ts'
import { MARKUP_FAULTS, OPTION_FAULTS } from '../../testing/setup-faults.ts'
import { findMissingApp } from './find-fault.ts'
import { findMarkupFaults } from './find-markup-faults.ts'

const ORIGINS: Origins = {
  host: 'https://shop.test',
  api: 'https://api.shop.test',
  cdn: 'https://cdn.test',
  idp: 'https://idp.test',
}
const LEAD = '<!doctype html><meta name="viewport" content="width=device-width">'

const needsNoPage = ({ opened }: SetupFault): boolean => opened !== 'only'

describe('A developer who mistakes an option', () => {
  const heard: string[] = []
  const { fetch, alert } = window
  const { warn, error } = console
  const hear = (...lines: unknown[]) => void heard.push(lines.join(' '))

  beforeEach(() => {
    heard.length = 0
    window.fetch = createPreviewFetch({ clock: systemClock, signedInAs: null })
    Object.assign(window, { alert: hear })
    Object.assign(console, { warn: hear, error: hear })
  })
  afterEach(() => {
    for (const app of apps.all()) app.dispose()
    Object.assign(window, { fetch, alert })
    Object.assign(console, { warn, error })
  })

  for (const fault of OPTION_FAULTS.filter(needsNoPage)) {
    it(`shows one message about ${fault.title}`, async () => {
      try {
        new Function('fe', String(fault.start?.(ORIGINS)))({ init })
      } catch (thrown) {
        hear(thrown instanceof Error ? thrown.message : thrown)
      }
      const wanted = fault.message(ORIGINS)
      const explaining = () => heard.filter((line) => wanted.test(line)).length
      await until(String(wanted), () => explaining() > 0)
      expect(explaining(), heard.join('\n')).to.equal(fault.isAlerted ? 2 : 1)
    })
  }
})

describe('A developer whose markup is wrong', () => {
  const parsed = ({ lead = LEAD, markup = '<fe-login-box></fe-login-box>' }: SetupFault): Document =>
    new DOMParser().parseFromString(`${lead}<html><head></head><body>${markup}</body></html>`, 'text/html')

  for (const fault of MARKUP_FAULTS.filter(needsNoPage)) {
    it(`shows one message about ${fault.title}`, () => {
      const app = fault.start
        ? undefined
        : openApp({ contextOptions: { baseUrl: ORIGINS.api } }, 'default', {
            fetch: createPreviewFetch({ clock: systemClock, signedInAs: null }),
          })
      const page = parsed(fault)
      const box = page.querySelector('fe-login-box')
      // An element without an app explains that alone.
      const isWaiting = box && (!app || box.hasAttribute('app') || box.hasAttribute('base-url'))
      const texts = isWaiting ? [findMissingApp(box)] : findMarkupFaults(page).map(({ text }) => text)
      app?.dispose()
      expect(
        texts.filter((text) => fault.message(ORIGINS).test(text)),
        texts.join('\n'),
      ).to.have.length(1)
    })
  }
})
