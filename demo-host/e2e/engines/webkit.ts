import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '../../../src/testing/ports.ts'
import { repeated } from './attempts.ts'
import { end, eventually, start } from './processes.ts'
import type { Engine, Json, Profile, Tab } from './tab.ts'

const COMMAND_MS = 60_000
const START_MS = 30_000
const SESSION_MS = 15_000
const MAX_SESSION_ATTEMPTS = 3

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: { [key: string]: Json }) => Promise<Json>

const sender =
  (base: string, limitMs = COMMAND_MS): Send =>
  async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      signal: AbortSignal.timeout(limitMs),
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const { value } = (await response.json()) as { value: Json }
    if (response.ok) return value
    const { error, message } = isObject(value) ? value : {}
    throw new Error(`${method} ${path}: ${error} ${message}`)
  }

type InWindow = (handle: string) => Send

/** Commands go to the window that was chosen last, so commands for two tabs must wait for each other. */
const windowsOf = (send: Send): InWindow => {
  let last: Promise<unknown> = Promise.resolve()
  return (handle) =>
    (...command) => {
      const chosen = async () => {
        await send('POST', '/window', { handle })
        return send(...command)
      }
      const result = last.then(chosen)
      last = result.catch(() => undefined)
      return result
    }
}

/** The last argument of an asynchronous script is the callback. */
const scriptOf = (functionText: string): string => `
  const [text, done] = arguments
  Promise.resolve().then(() => (${functionText})(...JSON.parse(text))).then(
    (value) => done(JSON.stringify({ value: value ?? null })),
    (error) => done(JSON.stringify({ error: String(error) })),
  )`

const tabOf = (send: Send, close: () => Promise<void>): Tab => ({
  navigate: async (url) => void (await send('POST', '/url', { url })),
  async call(functionText, args) {
    const result = await send('POST', '/execute/async', {
      script: scriptOf(functionText),
      args: [JSON.stringify(args)],
    })
    const { value, error } = JSON.parse(String(result)) as { value?: unknown; error?: string }
    if (error !== undefined) throw new Error(error)
    return value
  },
  perform: async (actions) => void (await send('POST', '/actions', { actions: [...actions] })),
  picture: async () => Buffer.from(String(await send('GET', '/screenshot')), 'base64'),
  async resize(width, height) {
    await send('POST', '/window/rect', { width, height })
    // The window has a frame around the page.
    const script = 'return [outerWidth - innerWidth, outerHeight - innerHeight]'
    const [across, down] = (await send('POST', '/execute/sync', { script, args: [] })) as [number, number]
    await send('POST', '/window/rect', { width: width + across, height: height + down })
  },
  close,
})

const openTab = async (send: Send, inWindow: InWindow): Promise<Tab> => {
  const opened = await send('POST', '/window/new', { type: 'window' })
  const own = inWindow(String(isObject(opened) ? opened.handle : ''))
  return tabOf(own, async () => void (await own('DELETE', '/window')))
}

/** Opens a display in memory, because WebKitGTK has no headless mode. Resolves with its number. */
const openDisplay = async (): Promise<{ display: string; child: ChildProcess }> => {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const child = start('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Xvfb did not start')), START_MS)
    child.once('error', reject)
    child.stdio[3]?.once('data', (data: Buffer) => {
      clearTimeout(timer)
      resolve(data.toString().trim())
    })
  })
  return { display: `:${number}`, child }
}

/**
 * Returns the capabilities. The browser prints its console only on request, and such a request must name the browser.
 */
const capabilitiesFor = (browser: string): { [key: string]: Json } => ({
  alwaysMatch: {
    timeouts: { script: COMMAND_MS, pageLoad: COMMAND_MS, implicit: 0 },
    'webkitgtk:browserOptions': {
      binary: browser,
      args: ['--automation', '--enable-write-console-messages-to-stdout=TRUE'],
    },
  },
})

const IS_ERROR = /^.*\bCONSOLE (\w+ )?ERROR.*$/gm

/**
 * Starts another browser with empty storage. Resolves with the session's id. The driver chooses the port on which the
 * browser listens for it, and waits forever if a connection of another process takes that port first.
 */
const startSession = async (base: string, browser: string): Promise<string> => {
  let id = ''
  await repeated(MAX_SESSION_ATTEMPTS, async () => {
    const send = sender(base, SESSION_MS)
    const session = await send('POST', '/session', { capabilities: capabilitiesFor(browser) })
    id = isObject(session) ? String(session.sessionId) : ''
  })
  return id
}

const openProfile = async (base: string, browser: string, output: { text: string }): Promise<Profile> => {
  output.text = ''
  const send = sender(`${base}/session/${await startSession(base, browser)}`)
  const inWindow = windowsOf(send)
  return {
    openTab: () => openTab(send, inWindow),
    errors: () => output.text.match(IS_ERROR) ?? [],
    close: async () => void (await send('DELETE', '')),
  }
}

const environment = (home: string, display: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DISPLAY: display,
  HOME: home,
  XDG_RUNTIME_DIR: home,
  LANG: 'en_US.UTF-8',
  LANGUAGE: 'en_US',
  TZ: 'Europe/London',
  NO_AT_BRIDGE: '1',
  GDK_BACKEND: 'x11',
  LIBGL_ALWAYS_SOFTWARE: '1',
})

/** Opens WebKitGTK by the W3C WebDriver that Debian packages with it. */
export const openWebKit = async (driverPath: string, browser: string): Promise<Engine> => {
  const home = await mkdtemp(join(tmpdir(), 'front-entry-webkit-'))
  const { display, child: screen } = await openDisplay()
  const port = await freePorts(1)
  const env = environment(home, display)
  const driver = start(driverPath, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const output = { text: '' }
  driver.stdout?.setEncoding('utf8').on('data', (part: string) => {
    output.text += part
  })
  const close = async () => {
    await end(driver)
    await end(screen)
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const base = `http://localhost:${port}`
    await eventually(() => fetch(`${base}/status`))
    return { name: 'WebKit', openProfile: () => openProfile(base, browser, output), close }
  } catch (error) {
    await close()
    throw error
  }
}
