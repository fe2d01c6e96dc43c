import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defaultReporter } from '@web/test-runner'
import { chromeLauncher, puppeteerCore } from '@web/test-runner-chrome'
import { bundleTests, listBrowserTests } from './demo-host/scripts/bundle-tests.mjs'
import { browserArgs, ensureBrowser } from './demo-host/scripts/find-browser.mjs'
import { root } from './demo-host/scripts/project.mjs'
import { browserRun, RESULTS } from './demo-host/scripts/test-results.mjs'

const filters = (process.env.FE_TESTS ?? '').split(',').filter(Boolean)
const name = ['tests', ...filters].join('-').replace(/\W+/g, '-')
/** A folder's name has at most 255 bytes; runs of other files get other folders. */
const folder =
  name.length > 80 ? `${name.slice(0, 80)}-${createHash('sha256').update(name).digest('hex').slice(0, 12)}` : name
const outdir = join(root, '.work', folder)
const sources = listBrowserTests(filters)
if (sources.length === 0) {
  console.log(`No browser tests match ${filters.join(', ') || 'src'}.`)
  process.exit(0)
}
const files = await bundleTests(sources, outdir)

const resultsReporter = () => ({
  onTestRunFinished({ sessions }) {
    const results = process.env.FE_RESULTS ?? RESULTS.browser
    mkdirSync(dirname(results), { recursive: true })
    writeFileSync(results, JSON.stringify(browserRun(sessions)))
  },
})

/** A page cannot write files: what a promise row reached arrives here, and goes where `npm run prove` collects it. */
const noteFigure = async (context, next) => {
  if (context.method !== 'POST' || context.path !== '/figures') return next()
  let line = ''
  for await (const part of context.req) line += part
  if (process.env.FIGURES) appendFileSync(process.env.FIGURES, `${line}\n`)
  context.status = 204
}

/**
 * While anything moves, 60 frames are drawn in a second, and tests wait until the motion has ended. A setting of the
 * browser lasts; a test that emulates a medium ends the emulation of others.
 */
const STILL = '--force-prefers-reduced-motion'

/** A browser ends with its pipe, however this process ends; the library kills only two of three when it is interrupted. */
const launchOptions = {
  executablePath: await ensureBrowser(),
  args: [...browserArgs(), '--lang=en-US', STILL],
  pipe: true,
  handleSIGTERM: false,
  handleSIGHUP: false,
}

/** Browsers of the other pages; the launcher closes only its own. */
const others = []
const taken = new WeakSet()

/** The first page of a context is in the launcher's browser, and each further one in a browser of its own. */
const openPage = async (context) => {
  if (!taken.has(context)) {
    taken.add(context)
    return context.newPage()
  }
  const browser = await puppeteerCore.launch({ headless: true, ...launchOptions })
  others.push(browser)
  return browser.newPage()
}

/**
 * Each file starts with a history of its own. A tab keeps 50 entries, and once it is full, it drops first what the
 * current page pushed without a user's gesture: a step back then leaves the page.
 */
const forgetHistory = (page, devTools) => {
  const goto = page.goto.bind(page)
  page.goto = async (...args) => {
    await devTools.send('Page.resetNavigationHistory')
    return goto(...args)
  }
}

/** A page that crashed would be waited for until the end; loaded again, it ends the tests of its file at once. */
const createPage = async ({ context }) => {
  const page = await openPage(context)
  // Several browsers run side by side, and a window without the focus sends its page no focus events.
  const devTools = await page.createCDPSession()
  await devTools.send('Emulation.setFocusEmulationEnabled', { enabled: true })
  forgetHistory(page, devTools)
  page.on('error', (error) => {
    console.error(`The page of ${page.url()} crashed: ${error.message}`)
    page.reload().catch(() => {})
  })
  return page
}

/** The slowest file takes a sixth of this on a busy machine; in full some take minutes. */
const FINISH_TIMEOUT_MS = process.env.ROW_SCALE === '1' ? 600_000 : 180_000

const launcher = chromeLauncher({ createPage, launchOptions })
const stop = launcher.stop.bind(launcher)
launcher.stop = () =>
  Promise.all([stop(), ...others.filter(({ connected }) => connected).map((browser) => browser.close())])

export default {
  rootDir: root,
  files,
  middleware: [noteFigure],
  port: 20000 + (process.pid % 20000),
  // A tab in the background draws no frames and may lose keys, so each page has its own browser.
  concurrency: Number(process.env.FE_BROWSERS ?? 1),
  testsFinishTimeout: FINISH_TIMEOUT_MS,
  browsers: [launcher],
  reporters: [defaultReporter({ reportTestProgress: process.stdout.isTTY === true }), resultsReporter()],
  testRunnerHtml: (testFramework) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Front Entry tests</title></head><body><script type="module" src="${testFramework}"></script></body></html>`,
  testFramework: { config: { timeout: '30000' } },
}
