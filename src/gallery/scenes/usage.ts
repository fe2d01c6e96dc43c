import type { FeatureUsage } from '../../contract/usage.ts'
import type { UsageLevel, UsageState } from '../../pages/usage/usage.state.ts'
import type { GalleryFlow, StepScenes } from '../scene.ts'
import { failed, inDays, inPortal, shownPages, viewerWith } from './billing.sample.ts'

type Scenes = StepScenes<UsageState>

const DAYS = 30
/** Days of the sample's month; earlier ones are in the month before. */
const DAYS_OF_MONTH = 15

/** Returns fewer uses on weekends; the days of this month add up to its total. */
const daysOf = (used: number): number[] => {
  const weights = Array.from({ length: DAYS }, (_, at) => (at % 7 > 4 ? 1 : 5))
  const month = weights.slice(-DAYS_OF_MONTH)
  const sum = month.reduce((total, weight) => total + weight, 0)
  const days = weights.map((weight) => Math.floor((used * weight) / sum))
  const counted = days.slice(-DAYS_OF_MONTH).reduce((total, count) => total + count, 0)
  return [...days.slice(0, -1), (days.at(-1) ?? 0) + used - counted]
}

const using = (used: number, changes: Partial<FeatureUsage> = {}): FeatureUsage => ({
  featureKey: 'scheduled-reports',
  used,
  limit: 1_000,
  isHard: false,
  days: daysOf(used),
  ...changes,
})

const page: UsageState = {
  viewer: viewerWith({ read: true }),
  dialog: null,
  saving: false,
  missing: [],
  loading: false,
  error: null,
}

const reporting = (...features: FeatureUsage[]): UsageState => ({
  ...page,
  report: {
    periodStart: '2026-01-01T00:00:00Z',
    periodEnd: '2026-02-01T00:00:00Z',
    firstDay: inDays(1 - DAYS),
    features,
  },
})

/** A row for each: one without a picture does not compile. */
const limits: Readonly<Record<UsageLevel, Scenes>> = {
  fine: {
    plain: { state: reporting(using(310)), shows: '310 of 1,000' },
    'at-79-percent': { state: reporting(using(790)), shows: '790 of 1,000' },
    unused: { state: reporting(using(0)), shows: '0 of 1,000' },
  },
  near: {
    'at-80-percent': { state: reporting(using(800)), shows: '80% of this month’s limit' },
    'at-99-percent': { state: reporting(using(999)), shows: '99% of this month’s limit' },
  },
  full: {
    'at-100-percent': { state: reporting(using(1_000)), shows: 'You can keep using' },
    'at-100-percent-refused': {
      state: reporting(using(1_000, { isHard: true })),
      shows: 'You can use Scheduled reports again on',
    },
    above: { state: reporting(using(1_340)), shows: '1,340 of 1,000' },
  },
  unlimited: { plain: { state: reporting(using(1_234_567, { limit: null })), shows: 'No limit' } },
}

export const usageScenes: GalleryFlow = {
  id: 'usage',
  title: 'Usage',
  element: { tag: 'fe-admin-portal', attributes: { mode: 'inline', page: 'usage' } },
  branch: 'usage',
  around: { session: inPortal, settings: shownPages },
  steps: {
    ...limits,
    page: {
      'several-features': {
        state: reporting(
          using(800),
          using(42, { featureKey: 'dashboards', limit: null }),
          using(100, {
            featureKey: 'audit-log-export-to-your-own-storage-in-another-region',
            limit: 100,
            isHard: true,
          }),
        ),
        shows: 'Dashboards',
      },
      loading: { state: { ...page, loading: true }, shows: 'Loading usage' },
      empty: { state: reporting(), shows: 'No usage yet' },
      error: { state: { ...page, error: failed.error }, shows: 'We couldn’t load your usage' },
      'no-permission': { state: { ...page, viewer: viewerWith({ read: false }) }, shows: 'You can’t view usage' },
    },
  },
}
