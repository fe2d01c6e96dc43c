import { expect } from 'chai'
import type { FeatureUsage } from '../../contract/usage.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { noActions, pageLooks } from '../../testing/page-looks.tsx'
import { usageMessages } from './usage.messages.ts'
import { initialUsage, type UsageActions, type UsageState } from './usage.state.ts'
import { UsageView } from './usage.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(usageMessages)
const viewer = { id: 'ada', tenantId: 't', tenantName: 'Acme', keys: ['fe.*'], may: { read: true } }

const aFeature = (overrides: Partial<FeatureUsage> = {}): FeatureUsage => ({
  featureKey: 'scheduled-reports',
  used: 10,
  limit: 100,
  isHard: false,
  days: Array.from({ length: 30 }, (_, day) => day % 7),
  ...overrides,
})

const reporting = (...features: FeatureUsage[]): UsageState => ({
  ...initialUsage,
  viewer,
  report: {
    periodStart: '2026-01-01T00:00:00Z',
    periodEnd: '2026-02-01T00:00:00Z',
    firstDay: '2026-01-02T00:00:00Z',
    features,
  },
})

const STATES: Record<string, UsageState> = {
  'first load': { ...initialUsage, viewer, loading: true },
  'no permission': { ...initialUsage, viewer: { ...viewer, may: { read: false } } },
  failed: { ...initialUsage, viewer, error: 'No connection' },
  'no features': reporting(),
  'below the limit': reporting(aFeature()),
  'near the limit': reporting(aFeature({ used: 80 })),
  'at the limit': reporting(aFeature({ used: 100 })),
  'at a hard limit': reporting(aFeature({ used: 100, isHard: true })),
  'without a limit': reporting(aFeature({ limit: null })),
  unused: reporting(aFeature({ used: 0, days: Array.from({ length: 30 }, () => 0) })),
}

describe('how the usage page looks', () => {
  const { show, areAccessible } = pageLooks<UsageState>((state) => (
    <UsageView state={state} actions={noActions<UsageActions>()} t={t} />
  ))

  areAccessible(STATES)

  it('has cards of the same height while it loads', async () => {
    const heightOf = async (state: UsageState, card: string) => {
      const { root } = await show(state, { width: '900px' })
      return root.querySelector(card)?.getBoundingClientRect().height ?? 0
    }
    const loaded = await heightOf(reporting(aFeature()), '.fe-card')
    expect(await heightOf({ ...initialUsage, viewer, loading: true }, '.fe-page-loading-card')).to.be.closeTo(
      loaded,
      48,
    )
  })

  it('shows when limits reset, if that is known', async () => {
    const textOf = async (state: UsageState) => (await show(state)).root.textContent
    expect(await textOf(reporting())).to.include('Plan usage for Acme. Monthly limits reset on Feb 1, 2026.')
    for (const periodEnd of [undefined as never, '', 'soon']) {
      const state = reporting()
      const report = state.report && { ...state.report, periodEnd }
      expect(await textOf({ ...state, report }))
        .to.include('Plan usage for Acme.')
        .and.not.include('reset')
    }
  })

  it('distinguishes a limit that is reached from one that is exceeded', async () => {
    const textOf = async (feature: Partial<FeatureUsage>) =>
      (await show(reporting(aFeature(feature)))).root.querySelector('[part="alert"]')?.textContent
    for (const isHard of [true, false]) {
      expect(await textOf({ used: 100, isHard })).to.include('You’ve reached the limit.')
      expect(await textOf({ used: 134, isHard })).to.include('You’re over the limit.')
    }
  })

  it('rounds the used share, but never up to a limit that isn’t reached', async () => {
    const textOf = async (feature: Partial<FeatureUsage>) =>
      (await show(reporting(aFeature(feature)))).root.querySelector('[part="alert"]')?.textContent
    expect(await textOf({ used: 949, limit: 1000 })).to.include('You’ve used 95% of')
    expect(await textOf({ used: 944, limit: 1000 })).to.include('You’ve used 94% of')
    expect(await textOf({ used: 999, limit: 1000 })).to.include('You’ve used 99% of')
  })

  it('uses one color for the number, the bar and the note of a limit that is reached', async () => {
    const colors = async (overrides: Partial<FeatureUsage>) => {
      const { root } = await show(reporting(aFeature(overrides)))
      const parts = ['.fe-usage-figure', '.fe-usage-meter-value', '[part="alert"] svg']
      const [number, bar, note] = parts.map((query) => root.querySelector(query))
      return [
        number && getComputedStyle(number).color,
        bar && getComputedStyle(bar).fill,
        note && getComputedStyle(note).color,
      ]
    }
    for (const used of [100, 134])
      for (const isHard of [true, false]) {
        const [number, bar, note] = await colors({ used, isHard })
        expect([number, bar]).to.eql([note, note])
      }
    const [number, bar] = await colors({ used: 80 })
    expect(number).to.not.equal(bar)
  })

  it('shows the dates of its bars', async () => {
    const { root } = await show(reporting(aFeature()))
    expect(root.textContent).to.include('Last 30 days')
  })

  for (const text of ['<img src=x onerror=alert(1)>', '{{constructor}}'])
    it(`shows ${text} as text, wherever it is shown`, async () => {
      const hostile = reporting(aFeature({ featureKey: text }))
      const screen = await show({ ...hostile, viewer: { ...viewer, tenantName: text } })
      expect(screen.shadow.querySelector('img, script')).to.equal(null)
      expect(screen.root.textContent).to.include(text)
    })
})
