import type { Browser } from '@playwright/test'

export interface FirstScreen {
  /** When the email field could be used, in ms from navigation. */
  field: number
  /** When everything that the first screen offers could be used. */
  complete: number
  /** By how many pixels the card's height changed. */
  grows: number
  /** Of the requests with a response by then; those that left after the response of another one are the next round. */
  rounds: number
}

export const API_LATENCY_MS: number
export const FIRST_SCREEN: { laterMs: number; rounds: number; grows: number }
export const measureFirstScreen: (
  browser: Browser,
  origins: { host: string; api: string },
) => Promise<{ first: FirstScreen; again: FirstScreen }>
