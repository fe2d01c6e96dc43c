import { createClient, type Send } from '../contract/client.ts'
import { portal } from '../contract/portal.ts'
import type { PortalConfiguration } from '../entities/portal.ts'
import type { AppStore } from '../feature/app-state.ts'
import type { AppSettings } from '../feature/settings.ts'
import { type Clock, wait } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { isRecord } from '../kernel/safe-json.ts'
import { safeMerge } from '../kernel/safe-merge.ts'
import type { InitOptions } from './options.ts'
import { PREVIEW_FLAGS } from './preview-flags.ts'

export interface StartUpParts {
  send: Send
  store: AppStore
  clock: Clock
  log: Logger
  options: InitOptions
  signal: AbortSignal
  /** The refresh that finds out who is signed in. */
  startSession(): Promise<unknown>
}

/** Slow flags do not keep a person waiting for her session. */
const FLAGS_PATIENCE_MS = 2000

const isPreviewing = (options: InitOptions) => options.previewMode === true || options.builderMode === true

const flagsOf = (answer: unknown): Record<string, string> =>
  isRecord(answer)
    ? Object.fromEntries(
        Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

const configurationOf = (answer: unknown): PortalConfiguration => {
  const rows = isRecord(answer) && Array.isArray(answer.rows) ? answer.rows : []
  const configuration = isRecord(rows[0]) ? rows[0].configuration : undefined
  return isRecord(configuration) ? safeMerge({}, configuration) : {}
}

const recordOf = <Shape>(answer: unknown): Shape | undefined => (isRecord(answer) ? (answer as Shape) : undefined) // the wire seam: shapes of start-up answers are read defensively

type Load = (
  name: string,
  call: () => Promise<unknown>,
  store: (settings: AppSettings, answer: unknown) => void,
) => Promise<void>

/** A failed part is logged and keeps its default: the app goes on (seed 000 §8). */
const loader =
  ({ store, log, signal }: StartUpParts): Load =>
  async (name, call, keep) => {
    try {
      const answer = await call()
      if (!signal.aborted) store.setState((state) => keep(state.settings, answer))
    } catch (error) {
      if (!signal.aborted) log.warn(`Loading the ${name} failed; defaults are used`, error)
    }
  }

/**
 * What happens once per app: flags first, then metadata, public configuration and the refresh together (contract
 * notes b.2). Resolves when everything has settled, however it ended.
 */
export const startUp = async (parts: StartUpParts): Promise<void> => {
  const { options, clock, signal } = parts
  const api = createClient(parts.send, { portal }).portal
  const load = loader(parts)
  const call = { signal }
  const flags = load(
    'feature flags',
    () => api.getFeatureFlags({}, call),
    (settings, answer) => {
      const forced = isPreviewing(options) ? PREVIEW_FLAGS : options.overrideFeatureFlags
      settings.flags = { ...flagsOf(answer), ...forced }
    },
  )
  await Promise.race([flags, wait(clock, FLAGS_PATIENCE_MS, signal).catch(() => undefined)])
  const metadata = () =>
    load(
      'admin-box metadata',
      () => api.getPortalMetadata({ query: { entityName: 'adminBox' } }, call),
      (settings, answer) => {
        settings.configuration = configurationOf(answer)
      },
    )
  await Promise.allSettled([
    flags,
    options.metadata ? undefined : metadata(),
    options.builderMode || options.framework === 'nextjs' ? undefined : parts.startSession(),
    load(
      'public policy',
      () => api.getVendorPublicPolicy({}, call),
      (settings, answer) => {
        settings.policy = recordOf(answer)
      },
    ),
    load(
      'sign-in strategies',
      () => api.getAuthStrategiesPublic({}, call),
      (settings, answer) => {
        settings.strategies = recordOf(answer)
      },
    ),
    load(
      'vendor',
      () => api.getVendorPublicInfo({}, call),
      (settings, answer) => {
        settings.vendor = recordOf(answer)
      },
    ),
  ])
}
