import { createClient } from '../contract/client.ts'
import type { FeatureDeps, Slice } from '../feature/slice.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { aTenant, aUser } from './builders.ts'
import { createTestClock } from './clock.ts'
import { createFakeSend } from './fake-send.ts'

const SILENT = { error() {}, warn() {}, info() {}, debug() {} }

/** One slice over a state of its own and a pretended API. */
export const mountSlice = <Own, Actions>(
  slice: Slice<Own, Actions>,
  initial: Own,
  overrides: Partial<FeatureDeps> = {},
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
      current: () => snapshot,
    },
    clock,
    log: SILENT,
    events: {
      before: (name) => !refused.has(name),
      after: (name, detail) => void events.push([name, detail]),
    },
    navigator: { go() {}, location: () => new URL('https://host.test/') },
    local: { get: () => undefined, set() {}, remove() {} },
    settings: () => ({
      baseUrl: 'https://api.test',
      flags: {},
      routes: DEFAULT_ROUTES,
      basename: '',
      urlStrategy: 'path',
      preview: false,
    }),
    ...overrides,
  }
  const actions = slice({
    get: () => state,
    set: (recipe) => {
      const next = recipe(state as never) as unknown as Own | undefined
      if (next) state = next
    },
    deps,
  })
  return { fake, clock, deps, events, refused, actions, state: () => state, refreshes: () => refreshes }
}
