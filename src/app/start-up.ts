import { type Client, createClient } from '../contract/client.ts'
import { portal } from '../contract/portal.ts'
import type { PortalConfiguration } from '../entities/portal.ts'
import { withSettings } from '../feature/app-state.ts'
import type { AppSettings } from '../feature/settings.ts'
import { wait } from '../kernel/clock.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { isRecord } from '../kernel/safe-json.ts'
import { safeMerge } from '../kernel/safe-merge.ts'
import type { StartUpParts } from './app.ts'
import { isHosted } from './base-url.ts'
import { keepFirstScreen } from './initial-settings.ts'
import type { InitOptions } from './options.ts'

/** Maximum wait for the flags, which decide how a user is loaded; slow flags must not delay the session. */
const FLAGS_PATIENCE_MS = 2000

const isPreviewing = (options: InitOptions) => options.previewMode === true || options.builderMode === true

const flagsOf = (response: unknown): Record<string, string> =>
  isRecord(response)
    ? Object.fromEntries(
        Object.entries(response).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

const configurationOf = (response: unknown): PortalConfiguration => {
  const rows = isRecord(response) && Array.isArray(response.rows) ? response.rows : []
  const configuration = isRecord(rows[0]) ? rows[0].configuration : undefined
  return isRecord(configuration) ? safeMerge({}, configuration) : {}
}

// The wire seam: start-up responses are read defensively.
const recordOf = <Shape>(response: unknown): Shape | undefined => (isRecord(response) ? (response as Shape) : undefined)

type Load = (
  name: string,
  call: () => Promise<unknown>,
  read: (response: unknown) => Partial<AppSettings>,
) => Promise<void>

/** Logs a failed part and keeps its default; the app continues. */
const loader =
  ({ store, log, signal }: StartUpParts): Load =>
  async (name, call, read) => {
    try {
      const response = await call()
      if (!signal.aborted) store.setState(withSettings(read(response)))
    } catch (error) {
      if (!signal.aborted) log.warn(`Loading the ${name} failed; defaults are used`, error)
    }
  }

/** Returns the loads besides the flags, except those that the host's options replace. */
const configurationLoads = (parts: StartUpParts, load: Load) => {
  const { send, options, signal } = parts
  const api = createClient(send, { portal }).portal
  const call = { signal }
  return [
    options.metadata
      ? undefined
      : load(
          'admin-box metadata',
          () => api.getPortalMetadata({ query: { entityName: 'adminBox' } }, call),
          (response) => ({ configuration: configurationOf(response) }),
        ),
    options.contextOptions?.tenantResolver &&
      load(
        'account settings',
        async () => (await loadChunk(() => import('./custom-login.ts'))).loadCustomLogin(parts),
        () => ({}),
      ),
    // The provider's page renders what these describe, so the app doesn't load them.
    ...(isHosted(options) ? [] : boxLoads(api, load, call)),
  ]
}

const boxLoads = (api: Client<{ portal: typeof portal }>['portal'], load: Load, call: { signal: AbortSignal }) => [
  load(
    'public policy',
    () => api.getVendorPublicPolicy({}, call),
    (response) => ({ policy: recordOf(response) }),
  ),
  load(
    'sign-in strategies',
    () => api.getAuthStrategiesPublic({}, call),
    (response) => ({ strategies: recordOf(response) }),
  ),
  load(
    'vendor',
    () => api.getVendorPublicInfo({}, call),
    (response) => ({ vendor: recordOf(response) }),
  ),
]

const loadFlags = ({ send, options, signal }: StartUpParts, load: Load) =>
  load(
    'feature flags',
    async () => {
      const response = await createClient(send, { portal }).portal.getFeatureFlags({}, { signal })
      const over = isPreviewing(options)
        ? (await loadChunk(() => import('./preview-flags.ts'))).PREVIEW_FLAGS
        : options.overrideFeatureFlags
      return { ...flagsOf(response), ...over }
    },
    (flags) => ({ flags: flagsOf(flags) }),
  )

/** Adds the vendor's analytics containers, except in preview and with a host's own box. */
const tagManagers = async ({ options, store, log, signal, isLinkExposed }: StartUpParts) => {
  const containers = store.getState().settings.configuration?.integrations?.gtm
  if (
    !Array.isArray(containers) ||
    containers.length === 0 ||
    signal.aborted ||
    isPreviewing(options) ||
    options.customLoginBox ||
    isLinkExposed?.()
  )
    return
  const { addTagManagers } = await loadChunk(() => import('./tag-manager.ts'))
  addTagManagers(containers, { log, signal })
}

/**
 * Runs the tasks of start-up once per app: flags, metadata, public configuration and the refresh, in parallel. Resolves
 * when all of them have settled, whether they succeeded or failed.
 */
export const startUp = async (parts: StartUpParts): Promise<void> => {
  const { options, clock, signal } = parts
  const load = loader(parts)
  const flags = loadFlags(parts, load)
  const patience = Promise.race([flags, wait(clock, FLAGS_PATIENCE_MS, signal).catch(() => undefined)])
  const startsWithoutSession = options.builderMode || options.framework === 'nextjs'
  await Promise.allSettled([
    flags,
    startsWithoutSession ? undefined : parts.startSession(patience),
    ...configurationLoads(parts, load),
  ])
  if (!signal.aborted) {
    parts.store.setState(withSettings({ isStarted: true }))
    keepFirstScreen(parts.store.getState().settings)
  }
  await tagManagers(parts)
}
