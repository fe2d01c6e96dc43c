import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import WebSocket from 'ws'
import { freePorts } from '../../../src/testing/ports.ts'
import { type BidiConnection, connectBidi } from './bidi.ts'
import { end, eventually, start } from './processes.ts'
import type { Engine, Json, Profile, Tab } from './tab.ts'

/** Preferences without first-run pages or requests of the browser itself, and with English texts and dates. */
const PREFERENCES: Readonly<Record<string, Json>> = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.page': 0,
  'browser.translations.enable': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.active-protocols': 1,
  'services.settings.server': 'data:,',
  'signon.rememberSignons': false,
  'toolkit.telemetry.enabled': false,
  'ui.systemUsesDarkTheme': 0,
}

const profileText = (): string =>
  Object.entries(PREFERENCES)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')

const openSocket = (url: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })

const resultOf = (result: Json | undefined): unknown => {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) throw new Error('Malformed response')
  const { type, exceptionDetails } = result
  if (type === 'exception') throw new Error(JSON.stringify(exceptionDetails).slice(0, 500))
  const { value } = result.result as { value?: string }
  return JSON.parse(value ?? 'null')
}

/** The tab in front, by browser; a background tab draws no frames, so nothing in it could be clicked. */
const inFront = new WeakMap<BidiConnection, string>()

const openTab = async (bidi: BidiConnection, userContext: string): Promise<Tab> => {
  const created = await bidi.send('browsingContext.create', { type: 'tab', userContext })
  const { context } = created as { context: string }
  inFront.set(bidi, context)
  const bringToFront = async () => {
    if (inFront.get(bidi) === context) return
    await bidi.send('browsingContext.activate', { context })
    inFront.set(bidi, context)
  }
  return {
    navigate: async (url) => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async call(functionText, args) {
      await bringToFront()
      // Values are passed as text, because both protocols have their own formats.
      const functionDeclaration = `async (text) => JSON.stringify(await (${functionText})(...JSON.parse(text)) ?? null)`
      const result = await bidi.send('script.callFunction', {
        functionDeclaration,
        awaitPromise: true,
        target: { context },
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        userActivation: false,
      })
      return resultOf(result)
    },
    perform: async (actions) => void (await bidi.send('input.performActions', { context, actions: [...actions] })),
    async picture() {
      const { data } = (await bidi.send('browsingContext.captureScreenshot', { context })) as { data: string }
      return Buffer.from(data, 'base64')
    },
    resize: async (width, height) =>
      void (await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } })),
    close: async () => void (await bidi.send('browsingContext.close', { context })),
  }
}

const openProfile = async (bidi: BidiConnection, errors: string[]): Promise<Profile> => {
  errors.length = 0
  const { userContext } = (await bidi.send('browser.createUserContext', {})) as { userContext: string }
  return {
    openTab: () => openTab(bidi, userContext),
    errors: () => errors,
    close: async () => void (await bidi.send('browser.removeUserContext', { userContext })),
  }
}

/** Opens Firefox by WebDriver BiDi, which it supports without a separate driver. */
export const openFirefox = async (path: string): Promise<Engine> => {
  const profile = await mkdtemp(join(tmpdir(), 'front-entry-firefox-'))
  await writeFile(join(profile, 'user.js'), profileText())
  const port = await freePorts(1)
  const env = { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1', HOME: profile, TZ: 'Europe/London' }
  const args = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`]
  const child = start(path, args, { env })
  const close = async () => {
    await end(child)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const socket = await eventually(() => openSocket(`ws://127.0.0.1:${port}/session`))
    const bidi = connectBidi(socket)
    const errors: string[] = []
    bidi.onEvent((method, { level, text }) => {
      if (method === 'log.entryAdded' && level === 'error') errors.push(String(text))
    })
    await bidi.send('session.new', { capabilities: {} })
    await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
    return { name: 'Firefox', openProfile: () => openProfile(bidi, errors), close }
  } catch (error) {
    await close()
    throw error
  }
}
