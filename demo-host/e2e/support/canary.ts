import type { BrowserContext, Page, Request, Response } from '@playwright/test'

/**
 * Members of bodies that contain secrets. The one-time token of a mailed link is not among them: its page must keep it
 * over a reload until it is used. Codes of six digits are too common to search for everywhere.
 */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ...['password', 'newPassword', 'oldPassword', 'currentPassword', 'secret', 'code', 'mfaToken'],
  ...['accessToken', 'refreshToken', 'access_token', 'refresh_token', 'id_token', 'code_verifier'],
])
const LEAST = 8

/**
 * The contract puts these secrets into a query; the token of the last one belongs to a sign-in that is not complete.
 */
const EXEMPT_QUERY = /\/(postlogin|activate\/strategy|mfa-policy\/allow-remember-device)$/

interface Place {
  place: string
  text: string
}

/**
 * Returns everything in the page that others can read: rendered, stored, logged by tag managers, attached to the
 * window.
 */
const readPage = (page: Page): Promise<Place[]> =>
  page.evaluate(() => {
    const roots: ParentNode[] = [document]
    for (const root of roots) {
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot)
    }
    const dom = roots.map((root) => [...root.children].map((child) => child.outerHTML).join('')).join('\n')
    const seen = new Set<unknown>()
    const texts: string[] = []
    const walk = (value: unknown, depth: number): void => {
      if (typeof value === 'string') texts.push(value)
      const isOpen = (typeof value === 'object' && value !== null) || typeof value === 'function'
      if (!isOpen || depth === 0 || seen.has(value) || value instanceof Node || value instanceof Storage) return
      seen.add(value)
      for (const key of Reflect.ownKeys(value)) {
        const slot = Reflect.getOwnPropertyDescriptor(value, key)
        if (slot && 'value' in slot) walk(slot.value, depth - 1)
      }
    }
    const blank = document.createElement('iframe')
    document.body.append(blank)
    const usual = new Set<PropertyKey>(Reflect.ownKeys(blank.contentWindow ?? {}))
    blank.remove()
    const own = Reflect.ownKeys(window).filter((key) => !usual.has(key) && !/^\d+$/.test(String(key)))
    for (const key of own) walk(Reflect.get(window, key), 5)
    return [
      { place: 'DOM', text: dom },
      { place: 'storage', text: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]) },
      { place: 'cookies of scripts', text: document.cookie },
      { place: 'window and dataLayer', text: texts.join('\n') },
      { place: 'address', text: location.href },
    ]
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}

/** Watches one browser: collects its secrets, and everything that leaves a trace. */
export const watchCanaries = async (context: BrowserContext) => {
  const secrets = new Set<string>()
  const places: Place[] = []
  const reading: Promise<unknown>[] = []
  const note = (place: string, text: string) => void places.push({ place, text })

  const learn = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' && SECRET_NAMES.has(name) && member.length >= LEAST) secrets.add(member)
      learn(member)
    }
  }
  const onRequest = (request: Request) => {
    const url = new URL(request.url())
    learn(parsed(request.postData() ?? ''))
    const code = url.searchParams.get('code')
    if (code && code.length >= LEAST) secrets.add(code)
    // A callback's code arrives in the URL; the test checks only what the page keeps of it.
    if (!request.isNavigationRequest() && !EXEMPT_QUERY.test(url.pathname)) note('URL of a call', request.url())
    note('Referer', request.headers().referer ?? '')
  }
  const onResponse = async (response: Response) => {
    for (const { name, value } of await response.headersArray()) {
      const cookie = /^set-cookie$/i.test(name) ? /^fe_refresh_\w+=([^;]+)/.exec(value)?.[1] : undefined
      if (cookie) secrets.add(cookie)
    }
    if (/json/.test(response.headers()['content-type'] ?? '')) learn(parsed(await response.text()))
  }
  context.on('request', onRequest)
  context.on('response', (response) => void reading.push(onResponse(response).catch(() => undefined)))
  context.on('console', (message) => note('console', message.text()))
  context.on('weberror', (error) => note('error', `${error.error().message} ${error.error().stack}`))
  await context.exposeBinding('noteCanary', (_source, place: string, text: string) => note(place, text))
  await context.addInitScript(() => {
    const textOf = (value: unknown): string => {
      if (value instanceof Error) return `${value.message} ${value.stack} ${textOf({ ...value })}`
      try {
        return JSON.stringify(value) ?? ''
      } catch {
        return String(value)
      }
    }
    const report = (place: string, value: unknown) => void Reflect.get(window, 'noteCanary')?.(place, textOf(value))
    const post = window.postMessage.bind(window)
    window.postMessage = (...given: unknown[]) => {
      report('postMessage', given[0])
      return Reflect.apply(post, window, given)
    }
    for (const level of ['error', 'warn', 'info', 'debug'] as const) {
      const write = console[level].bind(console)
      console[level] = (...parts: unknown[]) => {
        for (const part of parts) report('error object', part)
        write(...parts)
      }
    }
    window.addEventListener('unhandledrejection', ({ reason }) => report('error object', reason))
    Reflect.set(window, 'dataLayer', [])
  })
  return {
    note,
    /** Adds a secret that only the test knows, such as the one in a picture. */
    add: (secret: string) => void secrets.add(secret),
    /** Checks what the page shows and stores at the end of a flow. */
    async look(page: Page, flow: string) {
      for (const { place, text } of await readPage(page)) note(`${place} after ${flow}`, text)
    },
    async result() {
      await Promise.all(reading)
      const all = [...secrets]
      const hits = places.flatMap(({ place, text }) => {
        const found = all.find((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)))
        return found ? [`${place}: ${found.slice(0, 6)}…`] : []
      })
      return { secrets: all.length, places: places.length, hits: [...new Set(hits)] }
    },
  }
}
