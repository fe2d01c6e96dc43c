import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import { type NodeBackend, openNodeBackend } from '../../src/backend/node.ts'
import type { BackendConfig } from '../../src/backend/ports.ts'
import { createLogger } from '../../src/kernel/logger.ts'
import { createApi } from '../../src/serve/api.ts'
import { createCdn } from '../../src/serve/cdn.ts'
import { clientUrls } from '../../src/serve/client-urls.ts'
import { closeServer, listen } from '../../src/serve/listen.ts'
import { createHooks } from '../hooks/start.ts'
import { createDns, type Dns } from '../identity-provider/dns.ts'
import { connectDemo, startForDemo } from '../identity-provider/for-demo.ts'
import type { IdentityProvider } from '../identity-provider/start.ts'
import { createDemoPayments, STAND_IN } from '../payment-provider/for-demo.ts'
import type { PaymentProvider } from '../payment-provider/start.ts'
import { version } from '../scripts/project.mjs'
import { createSlackStandIn, SLACK_APP, type SlackStandIn } from '../slack/start.ts'
import { CAPTCHA_SECRET } from './captcha.ts'
import { createPages, type Origins, onOtherSite } from './pages.ts'
import type { Settings } from './settings.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface DemoHost {
  origins: Origins
  backend: NodeBackend
  identityProvider: IdentityProvider
  paymentProvider: PaymentProvider
  slack: SlackStandIn
  close(): Promise<void>
}

/** WebAuthn refuses 127.0.0.1, so every URL uses localhost. */
const originsFrom = (port: number): Origins => ({
  host: `http://localhost:${port}`,
  cdn: `http://localhost:${port + 1}`,
  api: `http://localhost:${port + 2}`,
  idp: `http://localhost:${port + 3}`,
})

/** Settings that tests and `npm run dev` add. */
export interface TestSettings {
  /** `elsewhere` if another process serves the CDN; pages then load its script that reloads them. @default 'here' */
  cdn?: 'here' | 'elsewhere'
  testMode?: boolean
  /** Lifetimes and other options of the backend. */
  backend?: Partial<BackendConfig>
  /** Sees every request to the API and a copy of its response. */
  observe?: (request: Request, response: Response) => void
  /** Runs between the API and its callers. A network error (`Response.error()`) ends the connection. */
  intercept?: (request: Request, respond: (request: Request) => Promise<Response>) => Promise<Response>
}

const intercepted = ({ fetch }: NodeBackend, intercept: TestSettings['intercept']): NodeBackend['fetch'] =>
  intercept ? (request, ...rest) => intercept(request, (passed) => fetch(passed, ...rest)) : fetch

const observed = (fetch: NodeBackend['fetch'], observe: TestSettings['observe']): NodeBackend['fetch'] =>
  observe
    ? async (request, ...rest) => {
        const copy = request.clone()
        const response = await fetch(request, ...rest)
        observe(copy, response.clone())
        return response
      }
    : fetch

const urlsOfClient = ({ appUrl, allowedOrigins = [], ...more }: Settings, { host }: Origins) => {
  const { redirectUris, postLogoutRedirectUris } = clientUrls([appUrl ?? host, host, ...allowedOrigins], more)
  return { redirectUris, postLogoutRedirectUris: [...postLogoutRedirectUris, `${host}/hosted`] }
}

const openBackend = async (settings: Settings & TestSettings, origins: Origins, dns: Dns) => {
  const { schemas } = await buildOpenApi()
  return openNodeBackend({
    apiUrl: origins.api,
    appUrl: settings.appUrl ?? origins.host,
    ...(settings.app && { app: settings.app }),
    ...(settings.clients && { clients: settings.clients }),
    loginScript: `${origins.cdn}/${version}/fe.umd.js`,
    ...urlsOfClient(settings, origins),
    ...(settings.databaseUrl ? { databaseUrl: settings.databaseUrl } : { dataDir: settings.dataDir }),
    ...(settings.smtpUrl && { smtpUrl: settings.smtpUrl }),
    ...(settings.sealingKey && { sealingKey: settings.sealingKey }),
    seed: settings.seed,
    allowedOrigins: [origins.host, onOtherSite(origins.host, 'app'), ...(settings.allowedOrigins ?? [])],
    trustedProxies: settings.trustedProxies,
    auditRetentionDays: settings.auditRetentionDays,
    tokenAlgorithm: settings.tokenAlgorithm,
    breachedPasswordsUrl: settings.breachedPasswordsUrl,
    allowLocalProviders: true,
    allowLocalPages: true,
    resolveTxt: dns.resolveTxt,
    testMode: settings.testMode ?? false,
    log: createLogger(settings.logLevel),
    schemas,
    stripe: settings.stripe ?? { ...STAND_IN, apiUrl: origins.idp },
    slack: settings.slack ?? { ...SLACK_APP, apiUrl: `${origins.idp}/slack/api` },
    captcha: { verifyUrl: `${origins.host}/captcha/siteverify`, secret: CAPTCHA_SECRET },
    ...settings.backend,
  })
}

/** Opens host pages, CDN, API and the foreign identity provider, each at its own origin. */
export const startDemoHost = async (settings: Settings & TestSettings): Promise<DemoHost> => {
  const origins = originsFrom(settings.port)
  const dns = createDns()
  const backend = await openBackend(settings, origins, dns)
  const payments = await createDemoPayments(backend, origins)
  const slack = createSlackStandIn()
  const hooks = createHooks()
  const opened: Awaited<ReturnType<typeof listen>>[] = []
  let identityProvider: IdentityProvider | undefined
  const close = async () => {
    await Promise.all([...opened.map(closeServer), identityProvider?.close()])
    await backend.close()
  }
  try {
    const api = intercepted(backend, settings.intercept)
    const isElsewhere = settings.cdn === 'elsewhere'
    const addToPages = isElsewhere ? `<script src="${origins.cdn}/dev/client.js"></script>` : ''
    const pages = createPages(join(ROOT, 'demo-host/pages'), origins, { store: backend.store, addToPages })
    opened.push(await listen(pages, settings.port))
    if (!isElsewhere) opened.push(await listen(createCdn(join(ROOT, 'cdn', version), version), settings.port + 1))
    opened.push(await listen(createApi(observed(api, settings.observe), origins.api), settings.port + 2))
    identityProvider = await startForDemo(origins, dns, [payments, slack, hooks])
    if (settings.seed) await connectDemo(backend.ports, identityProvider, origins)
    return { origins, backend, identityProvider, paymentProvider: payments.provider, slack, close }
  } catch (error) {
    await close()
    throw error
  }
}
