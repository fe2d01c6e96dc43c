import type { Browser } from '@playwright/test'

export interface FirstScreen {
  /** Milliseconds from navigation until the email field was usable. */
  field: number
  /** Milliseconds from navigation until everything on the first screen was usable. */
  complete: number
  /** Milliseconds from navigation until the field was usable and the last response before `complete` had left. */
  responded: number
  /** Pixels by which the card's height changed. */
  grows: number
  /**
   * Rounds of the requests that had a response by then; a request that was sent after another one's response is in the
   * next round.
   */
  rounds: number
}

export const API_LATENCY_MS: number
export const FIRST_SCREEN: { laterMs: number; rounds: number; grows: number }
export const measureFirstScreen: (
  browser: Browser,
  origins: { host: string; api: string },
) => Promise<{ first: FirstScreen; again: FirstScreen }>
