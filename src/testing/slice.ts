import { createClient } from '../contract/client.ts'
import type { PageDefinition } from '../feature/define-page.ts'
import type { FeatureDeps, Slice } from '../feature/slice.ts'
import { aTenant, aUser } from './builders.ts'
import { createTestClock } from './clock.ts'
import { createFakeSend } from './fake-send.ts'
import { aNavigator } from './navigator.ts'
import { anAppSettings } from './settings.ts'

const SILENT = { error() {}, warn() {}, info() {}, debug() {} }

const RECORD_EVENT = /^(create|update|delete)-/

/** Asserts that a page emits only the record events that it declares. */
const assertDeclared = (page: PageDefinition | undefined, name: string) => {
  const declared: readonly string[] = page?.events ?? []
  if (page && RECORD_EVENT.test(name) && !declared.includes(name))
    throw new Error(`${page.id} raises ${name}, which its index.ts does not declare`)
}

/** Mounts one slice with its own state and a fake API; `page` is the declaration in the page's `index.ts`. */
export const mountSlice = <Own, Actions>(
  slice: Slice<Own, Actions>,
  initial: Own,
  { page, ...overrides }: Partial<FeatureDeps> & { page?: PageDefinition } = {},
) => {
  const fake = createFakeSend()
  const clock = createTestClock()
  const events: [string, unknown][] = []
  const refused = new Set<string>()
  let refreshes = 0
  let state = initial
  const activeTenant = aTenant()
  const snapshot = {
    status: 'signed-in' as const,
    user: { ...aUser(), accessToken: 't' },
    tenants: [activeTenant],
    activeTenant,
  }
  const deps: FeatureDeps = {
    client: (tables) => createClient(fake.send, tables),
    session: {
      accept: async () => undefined,
      refresh: async () => {
        refreshes += 1
        return undefined
      },
      logout: async () => {},
      switchTenant: async () => {},
      replace: async (call) => {
        await call()
        return undefined
      },
      current: () => snapshot,
    },
    clock,
    log: SILENT,
    events: {
      before: (name) => {
        assertDeclared(page, name)
        return !refused.has(name)
      },
      after: (name, detail) => {
        assertDeclared(page, name)
        events.push([name, detail])
      },
    },
    navigator: aNavigator('/'),
    local: { get: () => undefined, set() {}, remove() {} },
    settings: () => anAppSettings(),
    ...overrides,
  }
  const actions = slice({
    get: () => state,
    set: (recipe) => {
      const next = recipe(state as never) as unknown as Own | undefined
      if (next) state = next
    },
    deps,
    ...(page && { page }),
  })
  return { fake, clock, deps, events, refused, actions, state: () => state, refreshes: () => refreshes }
}
