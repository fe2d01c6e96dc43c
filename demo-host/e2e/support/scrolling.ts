import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds of wall-clock time, and of processor time. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/**
 * Returns the milliseconds of processor time that the page's longest task took during the work. Wall-clock time may be
 * longer on a busy machine, which isn't caused by the page.
 */
export const longestTaskOf = async (page: Page, work: () => Promise<unknown>): Promise<number> => {
  const browser = page.context().browser()
  if (!browser) throw new Error('No browser to watch')
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isMain = (event: TraceEvent) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain'
  const main = new Set(traceEvents.filter(isMain).map(threadOf))
  const tasks = traceEvents.filter(
    (event) => event.ph === 'X' && main.has(threadOf(event)) && /RunTask/.test(event.name),
  )
  if (tasks.length === 0) throw new Error('No task was seen')
  return Math.round(tasks.reduce((most, { tdur, dur = 0 }) => Math.max(most, tdur ?? dur), 0) / 1_000)
}

/** Scrolls the portal's list by this many pixels per frame, down and, at its end, up again. */
export const scrollList = (page: Page, pixels: number, frames: number): Promise<void> =>
  page.evaluate(
    async ([step, count]) => {
      const root = document.querySelector('fe-admin-portal')?.shadowRoot
      const scroller = root?.querySelector('.fe-table-scroll')
      if (!scroller) throw new Error('The list is not there')
      let direction = 1
      for (let drawn = 0; drawn < count; drawn += 1) {
        const last = scroller.scrollHeight - scroller.clientHeight
        if (scroller.scrollTop >= last - 1) direction = -1
        if (scroller.scrollTop <= 0) direction = 1
        scroller.scrollTop += direction * step
        await new Promise(requestAnimationFrame)
      }
    },
    [pixels, frames] as const,
  )

/** Returns the megabytes of the page's heap after garbage collection. */
export const heapOf = async (page: Page): Promise<number> => {
  const devTools = await page.context().newCDPSession(page)
  for (let round = 0; round < 3; round += 1) await devTools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devTools.send('Runtime.getHeapUsage')
  await devTools.detach()
  return usedSize / 1_000_000
}
