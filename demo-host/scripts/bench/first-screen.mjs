/** Delay of each response of the API. */
export const API_LATENCY_MS = 400
/** Maximum delay of everything after the form and its last response, rounds of requests, and pixels of the card’s height. */
export const FIRST_SCREEN = { laterMs: 300, rounds: 1, grows: 8 }
const MAX_WAIT_MS = 30_000

/** Runs in the page before anything else: records the card's height and its usable parts, frame by frame. */
const watchCard = () => {
  const seen = { heights: [], field: undefined, complete: undefined }
  globalThis.benchScreen = seen
  const look = () => {
    requestAnimationFrame(look)
    const card = document.querySelector('fe-login-box')?.shadowRoot?.querySelector('.fe-auth-card')
    const field = document.querySelector('input[autocomplete~="username"]')
    if (!card || !field?.checkVisibility()) return
    seen.heights.push(Math.round(card.getBoundingClientRect().height))
    seen.field ??= performance.now()
    const isShown = (selector) => card.querySelector(selector)?.checkVisibility()
    const areAllShown = ['.fe-ways .fe-button', '.fe-social .fe-button', '.fe-auth-footer a'].every(isShown)
    if (areAllShown) seen.complete ??= performance.now()
  }
  requestAnimationFrame(look)
}

/** Counts rounds: a request that is sent after another has its response belongs to the next round. */
const roundsOf = (calls) => {
  const roundOf = new Map()
  for (const call of calls.toSorted((a, b) => a.start - b.start)) {
    const before = calls.filter((other) => other.end <= call.start).map((other) => roundOf.get(other) ?? 0)
    roundOf.set(call, 1 + Math.max(0, ...before))
  }
  return Math.max(0, ...roundOf.values())
}

/** Returns milliseconds since 1970, as precise as in a page. */
const now = () => performance.timeOrigin + performance.now()

const watchCalls = async (page, api) => {
  const calls = []
  await page.route(`${api}/**`, async (route) => {
    const call = { start: now(), end: Number.POSITIVE_INFINITY }
    calls.push(call)
    await new Promise((go) => setTimeout(go, API_LATENCY_MS))
    call.end = now()
    await route.continue()
  })
  return calls
}

const visit = async (page, url, calls) => {
  calls.length = 0
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => globalThis.benchScreen?.complete, undefined, { timeout: MAX_WAIT_MS })
  const { heights, field, complete, origin } = await page.evaluate(() => ({
    ...globalThis.benchScreen,
    origin: performance.timeOrigin,
  }))
  // Requests that still have no response, such as the refresh of the session, delayed nothing on the screen.
  const before = calls.filter(({ end }) => end <= origin + complete)
  const responded = Math.max(origin + field, ...before.map(({ end }) => end)) - origin
  const grows = Math.max(...heights) - Math.min(...heights)
  return { field, complete, responded, grows, rounds: roundsOf(before) }
}

/**
 * Measures the first visit of a profile and the next one: when the form is usable, when everything is, and what moved.
 */
export const measureFirstScreen = async (browser, origins) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchCard)
    const calls = await watchCalls(page, origins.api)
    const url = `${origins.host}/account/login`
    return { first: await visit(page, url, calls), again: await visit(page, url, calls) }
  } finally {
    await context.close()
  }
}
