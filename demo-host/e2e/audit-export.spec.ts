import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { auditLog } from '../../src/contract/audits.ts'
import { expect, test } from './fixtures.ts'
import { reach, scaled } from './support/figures.ts'
import { heapOf } from './support/scrolling.ts'

/** A million rows in the backend's parts of about 2.5 MB each. */
const PARTS = scaled(250, 6)
const ROWS_OF_PART = 4_000
/** Maximum growth of the heap: less than the size of all parts, regardless of their number. */
const MAX_GROWTH_MB = scaled(50, 10)
/** Number of readings of the heap while the page waits for a part. */
const READINGS = 6

/** Returns a row with characters outside of Latin-1, so that the browser stores two bytes for each character. */
const rowOf = (part: number, at: number): string =>
  `{"id":"${part}-${at}","email":"zoë@acme.test","description":"${'Changed settings – '.repeat(28)}"}\n`

const textOf = (part: number): string => Array.from({ length: ROWS_OF_PART }, (_, at) => rowOf(part, at)).join('')

const createSum = () => {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add: (line: string) => {
      rows += 1
      hash.update(line)
    },
    result: () => ({ rows, sum: hash.digest('hex') }),
  }
}

const sumOfFile = async (path: string) => {
  const sum = createSum()
  for await (const line of createInterface({ input: createReadStream(path) })) sum.add(line)
  return sum.result()
}

/** Responds to the page like a backend with a million rows. */
const serveParts = async (page: Page, onPart: (part: number) => Promise<void>) => {
  const sum = createSum()
  await page.route(`**${auditLog.exportAuditPart.path}*`, async (route) => {
    const { cursor = '0' } = route.request().postDataJSON() as { cursor?: string }
    const part = Number(cursor)
    const text = textOf(part)
    for (const line of text.trimEnd().split('\n')) sum.add(line)
    await onPart(part)
    const next = part + 1 < PARTS ? String(part + 1) : null
    await route.fulfill({ json: { text, rows: ROWS_OF_PART, cursor: next } })
  })
  return sum
}

test('An export of a million events is saved complete, and the page needs little memory for it', {
  tag: '@measured',
}, async ({ page, portal, signedIn }) => {
  test.setTimeout(600_000)
  await signedIn('ada@acme.test')
  await page.goto('/script-tag#/admin-box/audits')
  await expect(portal.rows.first()).toBeVisible()
  const heaps: number[] = []
  const sum = await serveParts(page, async (part) => {
    if (part % Math.ceil(PARTS / READINGS) === 0) heaps.push(await heapOf(page))
  })
  await portal.button('More actions').click()
  const download = page.waitForEvent('download', { timeout: 0 })
  await portal.element.getByRole('menuitem', { name: 'Export as JSON Lines' }).click()
  const path = await (await download).path()
  heaps.push(await heapOf(page))
  const [first = 0, ...later] = heaps
  const growth = Math.max(...later) - first
  const wanted = sum.result()
  const saved = await sumOfFile(path)
  reach(
    'export of the audit log in the browser',
    `${PARTS * ROWS_OF_PART} rows in ${PARTS} parts: row count and checksum exact, memory of the page grows under ${MAX_GROWTH_MB} MB`,
    `${saved.rows} rows, ${saved.sum === wanted.sum ? 'the same checksum' : 'another checksum'}, memory ${growth.toFixed(1)} MB`,
  )
  expect(saved).toEqual(wanted)
  expect(saved.rows).toBe(PARTS * ROWS_OF_PART)
  expect(growth, 'megabytes more').toBeLessThan(MAX_GROWTH_MB)
})
