const DAY_MS = 86_400_000

/** The number of days in the chart. */
export const SHOWN_DAYS = 30

/** Returns the day of a time, as days since the epoch in UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS)
export const timeOf = (day: number): number => day * DAY_MS

/** Returns the calendar month of a time in UTC, from its first day to the first day of the next month. */
export const monthOf = (time: number): { start: number; end: number } => {
  const date = new Date(time)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { start: Date.UTC(year, month, 1), end: Date.UTC(year, month + 1, 1) }
}
