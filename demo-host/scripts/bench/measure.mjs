/** Slowdown that simulates a slow phone. */
const CPU_SLOWDOWN = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const MAX_WAIT_MS = 30_000
/** Text that is typed in the very frame in which the field becomes usable. */
const FIRST = 'ada'
/** Text that is typed while startup is still in progress. */
const THEN = '.lovelace@example.com'

/** Runs in the page before anything else: records when the field becomes usable and types at that moment. */
const watchField = (first) => {
  const isUsable = (input) => {
    if (
      !input?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      input.disabled ||
      input.readOnly
    )
      return false
    const { x, y, width, height } = input.getBoundingClientRect()
    if (width < 20 || height < 10 || document.elementFromPoint(x + width / 2, y + height / 2) !== input) return false
    input.focus()
    return document.activeElement === input
  }
  const look = () => {
    const input = document.querySelector('input[autocomplete~="username"]')
    if (!isUsable(input)) return requestAnimationFrame(look)
    const at = performance.now()
    document.execCommand('insertText', false, first)
    globalThis.benchField = { at, took: input.value === first }
  }
  requestAnimationFrame(look)
}

const slowDown = async (page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

const readField = () => {
  const input = document.querySelector('input[autocomplete~="username"]')
  return { value: input?.value, focused: document.activeElement === input }
}

/** Startup is complete when its mark is removed from the body and no requests are pending. */
const waitForStartUp = async (page) => {
  await page.waitForLoadState('networkidle', { timeout: MAX_WAIT_MS })
  await page.waitForFunction(() => !document.body.classList.contains('frontegg-loading'), undefined, {
    timeout: MAX_WAIT_MS,
  })
}

/**
 * Measures the time from navigation to a usable email field, in ms, in a fresh profile.
 *
 * @throws Error when text that was typed from that moment on is missing after startup
 */
export const measure = async (browser, url) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchField, FIRST)
    await slowDown(page)
    await page.goto(url, { waitUntil: 'commit' })
    const field = await page.waitForFunction(() => globalThis.benchField, undefined, { timeout: MAX_WAIT_MS })
    await page.keyboard.type(THEN)
    await waitForStartUp(page)
    const { at, took } = await field.jsonValue()
    const { value, focused } = await page.evaluate(readField)
    if (!took || !focused || value !== FIRST + THEN) {
      throw new Error(`${url}: typed '${FIRST}${THEN}', after start-up the field says '${value}' (focused: ${focused})`)
    }
    return at
  } finally {
    await context.close()
  }
}

export const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2
}
