import type { Page, Request } from '@playwright/test'

const MAX_LINES = 200

/** Records a page's loads, logs and failures, so that the log of an occasional failure shows what happened before. */
export const logPage = (page: Page): (() => string) => {
  const begun = performance.now()
  const lines: string[] = []
  const pending = new Set<Request>()
  const note = (text: string) => {
    lines.push(`${((performance.now() - begun) / 1_000).toFixed(2)} s  ${text.slice(0, 300)}`)
    if (lines.length > MAX_LINES) lines.shift()
  }
  const ends = (request: Request) => pending.delete(request)
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) note(`navigated to ${frame.url()}`)
  })
  page.on('domcontentloaded', () => note('the document is parsed'))
  page.on('console', (message) => note(`console.${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`))
  page.on('crash', () => note('the page crashed'))
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', ends)
  page.on('requestfailed', (request) => {
    ends(request)
    note(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`)
  })
  return () =>
    [...lines, ...[...pending].map((request) => `without a response: ${request.method()} ${request.url()}`)].join('\n')
}
