import type { reportingLeftAlone as reportMembers, reportingMove as reportMove } from './left-alone-report.ts'

// The report loads on demand, because directories, providers and moves in preview mode rarely leave an account without
// an administrator.

export const reportingLeftAlone = async (
  ...given: Parameters<typeof reportMembers>
): Promise<ReturnType<typeof reportMembers>> => (await import('./left-alone-report.ts')).reportingLeftAlone(...given)

export const reportingMove = async (...given: Parameters<typeof reportMove>): Promise<ReturnType<typeof reportMove>> =>
  (await import('./left-alone-report.ts')).reportingMove(...given)
