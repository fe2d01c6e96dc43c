// Measures the development mode: the time from an edit until a signed-in user's page shows it, and the time of the
// first start.
import { EDITS, openDevCopy } from '../../e2e/support/dev-copy.ts'
import { median } from './measure.mjs'

const ROUNDS = 10
const MAX_START_MS = 20_000
const PASSWORD = 'Correct-Horse-9'

const openUsers = async (browser, { host, api }) => {
  const page = await browser.newPage()
  await page.request.post(`${api}/frontegg/identity/resources/auth/v1/user`, {
    headers: { origin: host },
    data: { email: 'ada@acme.test', password: PASSWORD },
  })
  await page.goto(`${host}/script-tag#/admin-box/users`)
  await page.getByRole('button', { name: 'Invite users' }).waitFor()
  return page
}

/** Every edit of a kind makes the page show something else. */
const KINDS = [
  { name: 'style sheet', edit: EDITS.style, maxMs: 1_000, value: (round) => 15 + round },
  { name: 'view', edit: EDITS.view, maxMs: 2_000, value: (round) => `round ${round}` },
  { name: 'handler', edit: EDITS.handler, maxMs: 5_000, value: (round) => `Round ${round} Inc` },
]

const isSeen = {
  'style sheet': (page, pixels) =>
    page.waitForFunction((padding) => {
      const button = document.querySelector('fe-admin-portal')?.shadowRoot?.querySelector('.fe-button')
      return button && getComputedStyle(button).paddingLeft === padding
    }, `${pixels}px`),
  view: (page, word) => page.getByRole('heading', { name: `Users ${word}`, exact: true }).waitFor(),
  handler: (page, word) => page.getByText(`sign in to ${word}`).waitFor(),
}

/** The edit replaces the text of the previous round. */
const measureEdit = async (page, dev, { name, edit, value }, round) => {
  const from = round === 1 ? edit.from : edit.to(value(round - 1))
  const start = performance.now()
  await dev.edit(edit.file, from, edit.to(value(round)))
  await isSeen[name](page, value(round))
  return performance.now() - start
}

const measureKind = async (page, dev, kind) => {
  const times = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    times.push(await measureEdit(page, dev, kind, round))
    await page.waitForLoadState('networkidle')
  }
  return times
}

const print = (name, times, maxMs) => {
  const own = median(times)
  const range = `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`
  const verdict = `at most ${maxMs} ms${own > maxMs ? '  OVER' : ''}`
  console.log(`${name.padEnd(12)} ${own.toFixed(0).padStart(5)} ms  (${range})  ${verdict}`)
  return own <= maxMs
}

/** Returns whether the limits hold. */
export const benchDev = async (browser) => {
  console.log(`Development mode: edit to seen while signed in, median of ${ROUNDS}`)
  const dev = await openDevCopy()
  try {
    const holds = [print('first start', [dev.startedAfter], MAX_START_MS)]
    const page = await openUsers(browser, dev)
    for (const kind of KINDS) holds.push(print(kind.name, await measureKind(page, dev, kind), kind.maxMs))
    return holds.every(Boolean)
  } finally {
    await dev.remove()
  }
}
