import { readSmsUses, smsMissing } from '../backend/adapters/sms-uses.ts'
import type { WireSchemas } from '../backend/adapters/validate.ts'
import { Refusal } from '../backend/call/refusal.ts'
import { DEMO_ACCOUNT_ID } from '../backend/demo-account.ts'
import { type BackendSettings, type HostParts, type NodeBackend, openBackend } from '../backend/open-backend.ts'
import type { Logger } from '../kernel/logger.ts'
import { createApi } from './api.ts'
import { createCdn } from './cdn.ts'
import { clientUrls } from './client-urls.ts'
import { createDrainable } from './drain.ts'
import { closeServer, type Listener, listen } from './listen.ts'
import { createMetrics, metricsListener } from './metrics.ts'
import { createProductionLog } from './production-log.ts'
import { SettingError } from './setting-values.ts'
import type { ServeSettings } from './settings.ts'
import { watchCalls } from './watch-calls.ts'

/** Files that the process needs in addition to its settings. */
export interface ServedFiles {
  /** Folder of the built release. */
  release: string
  version: string
  schemas: WireSchemas
}

export interface RunningServer {
  port: number
  /** Stops being ready, refuses connections after the grace, lets calls and jobs end, and closes the database. */
  close(): Promise<void>
}

const notSetUp = (what: string) => async (): Promise<never> => {
  throw new Refusal(503, [`${what} can’t be sent: this server is not set up for it`])
}

/** Warns about text messages. Vendor settings may change while the server runs, so this doesn't prevent the start. */
const warnOfSms = async ({ ports }: NodeBackend, { sms }: ServeSettings, log: Logger): Promise<void> => {
  const missing = sms ? undefined : smsMissing(await readSmsUses(ports.store))
  if (missing) log.warn(missing)
}

/**
 * Parts without the demo: messages leave the server, and the sample accounts, whose password is public, are refused.
 */
export const PRODUCTION_PARTS: HostParts = {
  createMailTransport: () => ({ send: notSetUp('Emails') }),
  createTexter: () => ({ send: notSetUp('Text messages') }),
  prepare: async ({ store }) => {
    if (!(await store.tenants.get(DEMO_ACCOUNT_ID))) return
    throw new SettingError(
      'DATABASE_URL, DATA_DIR: this database holds the sample users of the demo, whose password is public. Use an empty database.',
    )
  },
}

const openFrom = (
  settings: ServeSettings,
  { schemas, version }: ServedFiles,
  seams: Pick<BackendSettings, 'log' | 'observe'>,
): Promise<NodeBackend> => {
  const {
    client,
    cdnUrl,
    host: _host,
    port: _port,
    shutdown: _shutdown,
    dataDir,
    databaseUrl,
    logLevel: _level,
    metrics: _metrics,
    ...more
  } = settings
  const { apiUrl, allowedOrigins } = settings
  const origins = [client.appUrl, ...allowedOrigins]
  return openBackend(
    {
      ...more,
      ...(databaseUrl ? { databaseUrl } : { dataDir }),
      clientId: client.clientId,
      appUrl: client.appUrl,
      ...(client.app && { app: client.app }),
      ...clientUrls(origins, more),
      allowedOrigins: origins,
      loginScript: `${cdnUrl ?? apiUrl}/${version}/fe.umd.js`,
      allowLocalProviders: false,
      allowLocalPages: false,
      testMode: false,
      ...seams,
      schemas,
    },
    PRODUCTION_PARTS,
  )
}

/** Matches paths of the release: its full version, and the shorter ones that redirect to it. */
const releasePaths = (version: string): RegExp => {
  const [major, minor] = version.split('.')
  return new RegExp(
    `^/(${[version, `${major}.${minor}`, major].map((each) => each?.replaceAll('.', '\\.')).join('|')})/`,
  )
}

const listenerOf = (api: Listener, settings: ServeSettings, { release, version }: ServedFiles): Listener => {
  if (settings.cdnUrl) return api
  const cdn = createCdn(release, version)
  const paths = releasePaths(version)
  return (request, response) => (paths.test(request.url ?? '') ? cdn : api)(request, response)
}

/**
 * Starts the production server: the backend, and the release too unless a CDN serves it.
 *
 * @throws SettingError, and errors of `openNodeBackend`; each names the setting to change
 */
export const serve = async (settings: ServeSettings, files: ServedFiles): Promise<RunningServer> => {
  const log = createProductionLog(settings.logLevel)
  const metrics = createMetrics()
  const { observe, watch } = watchCalls(log, metrics.count)
  const backend = await openFrom(settings, files, { log, observe })
  await warnOfSms(backend, settings, log)
  metrics.watch(backend.ports, backend.mailHealth)
  const onError = (error: unknown) => log.error('A response failed', error)
  const api = createApi(watch(backend.fetch), settings.apiUrl)
  const server = await serveBackend(backend, listenerOf(api, settings, files), { ...settings, onError })
  if (!settings.metrics) return server
  const { port, host } = settings.metrics
  try {
    const open = await listen(metricsListener(metrics), port, host, onError)
    return { port: server.port, close: () => server.close().finally(() => closeServer(open)) }
  } catch (error) {
    await server.close()
    // The port and the host of the metrics have settings of their own.
    throw error instanceof SettingError ? new SettingError(`METRICS_${error.message}`) : error
  }
}

/** Listens for an open backend, and closes it with the server or when the server can't listen. */
export const serveBackend = async (
  backend: Pick<NodeBackend, 'drain' | 'close'>,
  served: Listener,
  settings: Pick<ServeSettings, 'host' | 'port' | 'shutdown'> & { onError?: (error: unknown) => void },
): Promise<RunningServer> => {
  try {
    const { listener, watch, drain } = createDrainable(served)
    const server = await listen(listener, settings.port, settings.host, settings.onError)
    watch(server)
    const address = server.address()
    return {
      port: typeof address === 'object' && address ? address.port : settings.port,
      async close() {
        const start = performance.now()
        void backend.drain()
        await drain(server, settings.shutdown)
        await backend.close(Math.max(0, settings.shutdown.limitMs - (performance.now() - start)))
      },
    }
  } catch (error) {
    await backend.close()
    throw error
  }
}
