import { readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from '../../src/testing/ports.ts'
import { prepareTools } from '../scripts/framework-apps.mjs'
import { atPath } from '../scripts/quickstarts/at-path.mjs'
import type { Tools } from '../scripts/quickstarts/project.mjs'
import { test as base, expect } from './fixtures.ts'
import { openHost } from './support/host.ts'
import { openDevServer } from './support/quickstart-app.ts'
import { serverOf } from './support/start-postgres.ts'

/** Time for install, type check and start of the app. */
const PATIENCE_MS = 420_000

const PROVIDER = /<FrontEntryProvider [^>]*>\s*(<App \/>)\s*<\/FrontEntryProvider>/
/** Matches the lines of `main.tsx` that only the provider needs. */
const FOR_PROVIDER = /^(import \{ FrontEntryProvider|const contextOptions = ).*\n/gm
const PROVIDED_APP = `
const contextOptions = { baseUrl: 'http://localhost:3002', clientId: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58' }

export default function App() {
  return <FrontEntryProvider options={{ contextOptions }}><Page /></FrontEntryProvider>
}
`

/**
 * Moves the provider into the component, whose file is updated in place; a change of another file of the app reloads
 * the page.
 */
const withProviderInApp = (text: string) =>
  PROVIDER.test(text)
    ? text.replace(FOR_PROVIDER, '').replace(PROVIDER, '$1')
    : text
        .replace('import { Gate,', 'import { FrontEntryProvider, Gate,')
        .replace('function App()', 'function Page()')
        .replace('\nexport default App\n', PROVIDED_APP)

const APPS = [
  { name: 'vue', file: 'src/App.vue', prepare: (text: string) => text },
  { name: 'react', file: 'src/App.tsx', prepare: withProviderInApp },
] as const

const test = base.extend<object, { port: number; tools: Tools }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
  port: [async ({}, use) => use(await freePorts(1)), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
  tools: [async ({}, use) => use(await prepareTools()), { scope: 'worker', timeout: PATIENCE_MS }],
  demo: [
    async ({ watch, port, database }, use) => {
      const settings = { observe: watch.observe, allowedOrigins: [`http://localhost:${port}`] }
      const { demo, end } = await openHost(settings, serverOf(database))
      await use(demo)
      await end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

for (const { name, file, prepare } of APPS) {
  test(`In ${name} a hot edit of baseUrl takes effect, and one of another option logs a warning`, async ({
    page,
    box,
    demo,
    port,
    tools,
  }) => {
    test.setTimeout(PATIENCE_MS)
    // The port after the app's is free, so no API runs there.
    const wrong = `http://localhost:${port + 1}`
    const server = await openDevServer(name, tools, {
      port,
      replace: (text) => atPath('/')(prepare(text)).replaceAll('http://localhost:3002', wrong),
    })
    const path = join(server.folder, file)
    const edit = async (...changes: [from: string, to: string][]) => {
      let text = await readFile(path, 'utf8')
      for (const [from, to] of changes) {
        expect(text).toContain(from)
        text = text.replaceAll(from, to)
      }
      // The file is replaced in one step, because the development server must not read a partly written file.
      const whole = join(server.folder, 'edited.tmp')
      await writeFile(whole, text)
      await rename(whole, path)
    }
    /**
     * Waits for an edit. On a busy machine the development server may miss a change, so the file is saved again until
     * it is noticed.
     */
    const arrives = (holds: () => Promise<unknown> | unknown) =>
      expect(async () => {
        await utimes(path, new Date(), new Date())
        await holds()
      }).toPass({ intervals: [2_000], timeout: 30_000 })
    try {
      const lines: string[] = []
      page.on('console', (message) => lines.push(message.text()))
      page.on('pageerror', (error) => lines.push(`Uncaught: ${error.message}`))
      await page.goto(server.origin)
      await expect(page.getByText(`The API at ${wrong} can't be reached`)).toBeVisible()
      await page.evaluate(() => document.documentElement.setAttribute('data-first-load', ''))

      await edit([wrong, demo.origins.api])
      await arrives(() => expect(page.getByText(`The API at ${wrong}`)).toHaveCount(0))
      await box.signIn('ada@acme.test')
      await expect(page.getByText('Signed in as ada@acme.test')).toBeVisible()

      await edit(["authenticatedUrl: '/'", "authenticatedUrl: '/?welcome'"])
      const named = () => lines.filter((line) => /no effect: authOptions\.routes\.authenticatedUrl/.test(line))
      await arrives(() => expect(named()).toHaveLength(1))
      await expect(page.getByText('Signed in as ada@acme.test')).toBeVisible()

      // The option is invalid, like one that is being typed.
      await edit(["'5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58'", '5'])
      await arrives(() => expect(lines.join('\n')).toContain('contextOptions.clientId must be a string'))
      // Both changes are in one write, because the development server may notice only the first of two in a row.
      await edit(['clientId: 5', "clientId: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58'"], ['Signed in as', 'You are'])
      await arrives(() => expect(page.getByText('You are ada@acme.test')).toBeVisible())

      await expect(page.locator('html')).toHaveAttribute('data-first-load', '')
      expect(lines.filter((line) => line.startsWith('Uncaught'))).toEqual([])
      expect(named()).toHaveLength(1)
    } finally {
      await server.end()
    }
  })
}
