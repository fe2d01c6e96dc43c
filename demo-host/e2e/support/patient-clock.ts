import { expect, type Page, type Request } from '@playwright/test'

/**
 * Length of a step: shorter than every limit of the product, so that a request that begins within a step is still
 * awaited.
 */
const STEP_MS = 2_000

/**
 * Controls the page's clock, which by itself is as fast as reality. It skips time only while no request is pending, so
 * that requests of a slow machine don't reach their limit; requests for which `isHeld` returns true are not awaited.
 */
export const patientClock = async (page: Page, isHeld: (url: URL) => boolean = () => false) => {
  const pending = new Set<Request>()
  let held = 0
  page.on('request', (request) => {
    if (isHeld(new URL(request.url()))) held += 1
    else pending.add(request)
  })
  const forget = (request: Request) => void pending.delete(request)
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)
  await page.clock.install()
  return {
    /** Skips a step and returns true, or returns false at once while a request is pending. */
    async skipStep(): Promise<boolean> {
      if (pending.size > 0) return false
      await page.clock.runFor(STEP_MS)
      return true
    },
    /** Skips `ms`, in steps. */
    async skip(ms: number): Promise<void> {
      for (let skipped = 0; skipped < ms; skipped += STEP_MS) {
        const urls = () => [...pending].map((request) => request.url())
        await expect.poll(urls, { message: 'every request has its response', intervals: [20] }).toEqual([])
        await page.clock.runFor(STEP_MS)
      }
    },
    /** Returns the number of requests that were held so far. */
    held: () => held,
  }
}

export type PatientClock = Awaited<ReturnType<typeof patientClock>>
