import type { App } from '../../app/app.ts'
import { openApp } from '../../app/apps.ts'
import type { InitOptions } from '../../app/options.ts'
import { loginFlow } from '../../flows/index.ts'
import { signInSteps } from '../../flows/login/login.actions.ts'
import { signInOptions } from '../../flows/login/login.view.tsx'
import type { Clock } from '../../kernel/clock.ts'
import { secondFactor } from '../../parts/mfa/second-factor.tsx'
import { socialMethods } from '../../parts/social/use-social-methods.tsx'
import { createPreviewFetch } from '../../preview/preview.ts'
import { createTestClock, settle, type TestClock } from '../../testing/clock.ts'
import { defineElements } from '../define.ts'

/** Resolves as soon as all pending tasks have run. */
const instantClock: Clock = {
  now: () => Date.now(),
  schedule(task) {
    queueMicrotask(task)
    return () => {}
  },
}

type Reply = Response | Promise<Response | undefined> | undefined
export type Responder = (request: Request) => Reply
/** Responds to requests of the test; `backend` is the default. */
export type BackendResponder = (request: Request, backend: typeof fetch) => Reply

export interface Harness {
  app: App
  clock: TestClock
  box: HTMLElement
  /** Method and path of every request so far, without the prefix. */
  requests: string[]
  /** URLs that the page was sent to. */
  went: string[]
  field(selector: string): HTMLInputElement
  shadowText(): string
  wait(ms?: number): Promise<void>
  /** Waits until the condition holds. @throws Error when it doesn't hold after a while. */
  until(holds: () => boolean): Promise<void>
  type(selector: string, text: string): Promise<void>
  press(selector?: string): Promise<void>
  close(): Promise<void>
}

export interface HarnessOptions {
  name: string
  baseUrl?: string
  route?: string
  signedInAs?: string | null
  /** Responds instead of the backend unless it returns `undefined`. */
  respond?: BackendResponder
  options?: InitOptions
}

const pathOf = (request: Request) => new URL(request.url).pathname.replace(/^\/frontegg/, '')

interface Traffic {
  requests: string[]
  open: number
  /** Number of these that a test responds to itself, or never. */
  held: number
}

const watchedFetch = (traffic: Traffic, backend: typeof fetch, respond?: BackendResponder): typeof fetch => {
  return async (input, init) => {
    const request = new Request(input, init)
    traffic.requests.push(`${request.method} ${pathOf(request)}`)
    traffic.open += 1
    const held = async () => {
      traffic.held += 1
      try {
        return await respond?.(request, backend)
      } finally {
        traffic.held -= 1
      }
    }
    try {
      return (await held()) ?? (await backend(request))
    } finally {
      traffic.open -= 1
    }
  }
}

/** Maximum wait on a busy machine; the wait ends as soon as the condition holds. */
const MAX_MS = 20_000
/** Rounds without an open request after which traffic counts as settled. */
const QUIET_ROUNDS = 12
/** Maximum number of rounds to wait for a response that a test withholds. */
const MAX_HANGING = 150

/** Waits until no request is open; responses that never arrive are ignored. */
const settleTraffic = async (traffic: Traffic): Promise<void> => {
  const end = performance.now() + MAX_MS
  let quiet = 0
  let hanging = 0
  while (quiet < QUIET_ROUNDS && hanging < MAX_HANGING && performance.now() < end) {
    await settle(6)
    quiet = traffic.open === 0 ? quiet + 1 : 0
    hanging = traffic.open === traffic.held ? hanging + 1 : 0
  }
}

/** Opens a login box over the in-memory reference backend; the test controls time and navigation. */
export const openHarness = async (given: HarnessOptions): Promise<Harness> => {
  const clock = createTestClock(Date.now())
  const traffic: Traffic = { requests: [], open: 0, held: 0 }
  const went: string[] = []
  const backend = createPreviewFetch({ clock: instantClock, signedInAs: given.signedInAs ?? null })
  const app = openApp(
    {
      contextOptions: { baseUrl: given.baseUrl ?? 'https://api.test', clientId: 'preview', logLevel: 'error' },
      onRedirectTo: (path) => void went.push(path),
      ...given.options,
    },
    given.name,
    { clock, fetch: watchedFetch(traffic, backend, given.respond), staticRoute: given.route ?? '/account/login' },
  )
  defineElements()
  // These chunks load over the network; the test covers what happens after that.
  await Promise.all([
    loginFlow.load(),
    signInSteps.load(),
    secondFactor.load(),
    signInOptions.load(),
    socialMethods.load(),
    import('../../app/connect.ts'),
    import('../../app/entitlements/service.ts'),
    import('../../entitlements/engine.ts'),
    import('../../preview/preview.ts'),
  ])
  const box = document.createElement('fe-login-box')
  box.setAttribute('app', given.name)
  const wait = async (ms = 0) => {
    await clock.advance(ms)
    await settleTraffic(traffic)
  }
  const until = async (holds: () => boolean) => {
    const end = performance.now() + MAX_MS
    while (!holds() && performance.now() < end) await settle(2)
    if (!holds())
      throw new Error(`This did not hold: ${holds}. The box shows: ${box.shadowRoot?.textContent} ${box.textContent}`)
  }
  document.body.append(box)
  await wait()
  // On a busy machine, a pause in requests does not mean that loading is complete.
  const isLoaded = () => app.session.current().status !== 'loading'
  await until(() => isLoaded() || traffic.open > 0)
  const isIdle = () => !box.querySelector('[data-busy]')
  const field = (selector: string) => {
    const found = box.querySelector<HTMLInputElement>(selector)
    if (!found) throw new Error(`No ${selector} in ${box.innerHTML} / ${box.shadowRoot?.textContent}`)
    return found
  }
  return {
    app,
    clock,
    box,
    requests: traffic.requests,
    went,
    field,
    wait,
    until,
    shadowText: () => box.shadowRoot?.textContent ?? '',
    async type(selector, text) {
      await until(() => box.querySelector(selector) !== null)
      field(selector).value = text
      field(selector).dispatchEvent(new InputEvent('input', { bubbles: true }))
      await settle()
    },
    async press(selector = 'button[type=submit]') {
      await until(() => box.querySelector(selector) !== null)
      field(selector).click()
      await settleTraffic(traffic)
      // A response may not be rendered yet, or may never arrive.
      await until(() => isIdle() || traffic.open > 0)
      await wait()
    },
    async close() {
      box.remove()
      await settle()
      app.dispose()
      await settle()
      localStorage.removeItem('userId')
      sessionStorage.clear()
    },
  }
}
