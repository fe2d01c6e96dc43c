import type { reportingLeftAlone as report } from './left-alone-report.ts'

/** Loads on demand, because preview's directories and providers rarely leave an account alone. */
export const reportingLeftAlone = async (...given: Parameters<typeof report>): Promise<ReturnType<typeof report>> =>
  (await import('./left-alone-report.ts')).reportingLeftAlone(...given)
