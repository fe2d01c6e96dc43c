import assert from 'node:assert/strict'
import { login as loginTable } from '../../contract/login.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { withShownDomains } from '../../rules/shown-domains.ts'
import { createBrandedMailer } from '../adapters/branded-mailer.ts'
import { createBreachedPasswords } from '../adapters/breached-passwords.ts'
import { configOf } from '../adapters/config.ts'
import { nextRun } from '../adapters/cron.ts'
import type { RenderedMail } from '../adapters/mail-transport.ts'
import { createOidcClient } from '../adapters/oidc.ts'
import { readPhone } from '../adapters/phone-reader.ts'
import { createPublicEmailDomains } from '../adapters/public-email-domains.ts'
import { nodeRandom } from '../adapters/random.ts'
import { createRememberingStore } from '../adapters/remembering-store.ts'
import { printReport } from '../adapters/report-pdf.ts'
import { drawReport } from '../adapters/report-svg.ts'
import { createSaml } from '../adapters/saml.ts'
import { createSamlKey } from '../adapters/saml-key.ts'
import { createKeyedHash, createSecretBox } from '../adapters/secret-box.ts'
import { createSigner } from '../adapters/signer.ts'
import { createSsoSetup } from '../adapters/sso-setup.ts'
import { createTotp, qrDataUrl } from '../adapters/totp.ts'
import type { ResponseChecker } from '../adapters/validate.ts'
import { createWebAuthn } from '../adapters/webauthn.ts'
import { createWebhookSender } from '../adapters/webhook-sender.ts'
import { type Backend, createBackend } from '../backend.ts'
import { createAuditQueue } from '../domain/audit/audit.ts'
import { withAuditsLast } from '../domain/audit/audits-last.ts'
import { serveReportingScim } from '../domain/reports/watch-stopped.ts'
import { allRoutes } from '../handlers/index.ts'
import { createRouter } from '../http/router.ts'
import type { PrintedInvoice } from '../ports/payments.ts'
import { UnreadableError } from '../ports/sso-setup.ts'
import type { Mail, Mailer, PasswordHasher, Ports } from '../ports.ts'
import { isWhole } from '../prove/report.test-kit.ts'
import { SAMPLE_PRICES } from '../sample/billing.ts'
import { createLedgerPayments } from '../sample/ledger-payments.ts'
import { createPaymentLedger } from '../sample/payment-ledger.ts'
import type { Store } from '../store/store.ts'
import { createAuditObserver } from './audit-observer.test-kit.ts'
import { logCommits } from './commits.test-kit.ts'
import { assertDocumented } from './error-codes.test-kit.ts'
import { createFakeSlack } from './slack.test-kit.ts'
import { METADATA_URL, PROOF, SAML_METADATA } from './sso-metadata.test-kit.ts'
import { trackWrites } from './tracked-store.test-kit.ts'
import { PASSWORD, settle } from './users.test-kit.ts'

/** A price that the provider doesn't sell to a customer whose subscription has another currency. */
export const FOREIGN_PRICE = { id: 'price_huf', name: 'Growth', currency: 'huf', amount: 1_990_000 }

export const API = 'http://localhost:3002'
export const APP = 'http://localhost:3000'

const NEW_YEAR_2026 = 1_767_225_600_000

interface Options {
  token?: string
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
  address?: string
}

export interface CallResponse {
  status: number
  headers: Headers
  cookies: string[]
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
  body: any
}

/** Creates a hasher that records verifications instead of computing slow hashes. */
const countingHasher = () => {
  const verified: string[] = []
  const hasher: PasswordHasher = {
    hash: async (password) => `fake:${password}`,
    verify: async (hash, password) => {
      verified.push(hash)
      return hash === `fake:${password}`
    },
  }
  return { hasher, verified }
}

export interface KitOptions {
  ports?: Partial<Ports>
  /** Checks that every response has the shape that the contract describes. */
  check?: ResponseChecker
  /** Whether to run only a part of the cases whose outcome doesn't depend on the store, outside of `npm run prove`. */
  isSampled?: boolean
  /**
   * Whether to look for the audit row of every change, for the suite that reads the findings. It reads the log and all
   * events twice for each call.
   *
   * @default false
   */
  findsAuditRows?: boolean
  /**
   * Whether responses wait for the emails of their requests, so that tests can read them; off if responses are timed.
   */
  waitsForMails?: boolean
}

/** Tracks emails that are sent in the background, so that tests can wait for them. */
const createSendings = (mailer: Mailer) => {
  const onTheWay = new Set<Promise<void>>()
  const send = (mail: Mail): Promise<void> => {
    const sending = mailer.send(mail).finally(() => onTheWay.delete(sending))
    onTheWay.add(sending)
    return sending
  }
  return { mailer: { send }, ended: () => Promise.allSettled(onTheWay) }
}

/** Replaces the network requests for setting up a connection. */
const fakeInternetOf = ({ pages, txt }: { pages: Map<string, string>; txt: Map<string, string[]> }) => ({
  fetchText: async (url: string) => {
    const text = pages.get(url)
    if (text === undefined) throw new UnreadableError('We couldn’t reach this URL. Check it, and try again.')
    return text
  },
  resolveTxt: async (domain: string) => txt.get(domain) ?? [],
})

/** Every failure with texts has a code that is documented for its status. */
const assertErrorCode = async (response: Response): Promise<void> => {
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') ?? false
  if (response.status < 400 || !isJson) return
  const body = parseJson(await response.clone().text())
  if (isRecord(body) && Array.isArray(body.errors)) assertDocumented(response.status, body.code)
}

/** Returns the operation that a request reaches, to look up its response in the contract. */
const createFinder = () => {
  const route = createRouter(allRoutes())
  return (method: string, path: string): string | undefined => {
    const url = new URL(path, API)
    try {
      return route(method, url).operation
    } catch {
      return undefined
    }
  }
}

export const openKit = async (openStore: () => Promise<Store>, settings: KitOptions = {}) => {
  const operationOf = createFinder()
  const opened = await openStore()
  const { store: tracked, takeWritten, keepWritten, releaseKept } = trackWrites(opened)
  const { findsAuditRows = false } = settings
  const { store: committing, takeCommits } = findsAuditRows
    ? logCommits(tracked)
    : { store: tracked, takeCommits: () => [] }
  const config = configOf({
    apiUrl: API,
    appUrl: APP,
    testMode: true,
    chosenAccountIds: true,
    loginScript: 'http://localhost:3001/fe.umd.js',
  })
  const time = { now: NEW_YEAR_2026 }
  const { store, perRequest, forget } = createRememberingStore(withAuditsLast(committing), () => time.now)
  const peer: { address: string | undefined } = { address: undefined }
  const mails: RenderedMail[] = []
  const texts: { to: string; text: string }[] = []
  const logged: unknown[] = []
  const internet = { pages: new Map<string, string>(), txt: new Map<string, string[]>() }
  const fakeInternet = fakeInternetOf(internet)
  const log = (message: string, cause?: unknown) => void logged.push([message, cause])
  const printed: PrintedInvoice[] = []
  const ledger = createPaymentLedger({
    clock: { now: () => time.now },
    newId: (prefix) => `${prefix}_${nodeRandom.uuid().replaceAll('-', '')}`,
    price: (id) => [...SAMPLE_PRICES, FOREIGN_PRICE].find((price) => price.id === id),
  })
  const slack = createFakeSlack()
  const { hasher, verified } = countingHasher()
  const passwordHash = await hasher.hash(PASSWORD)
  const clock = { now: () => time.now }
  const sendings = createSendings(
    createBrandedMailer({ store, random: nodeRandom, clock }, { send: async (mail) => void mails.push(mail) }),
  )
  const ports: Ports = {
    store,
    perRequest,
    auditQueue: createAuditQueue(),
    clock,
    random: nodeRandom,
    hasher,
    mailer: sendings.mailer,
    texter: { send: async (to, text) => void texts.push({ to, text }) },
    signer: createSigner(store, config),
    keyedHash: createKeyedHash(store),
    secretBox: createSecretBox(store),
    totp: createTotp(),
    webauthn: createWebAuthn(config),
    oidc: createOidcClient({ now: () => time.now }),
    saml: createSaml(createSamlKey(store, createSecretBox(store))),
    ssoSetup: { ...createSsoSetup(), ...fakeInternet },
    webhooks: createWebhookSender({ clock: { now: () => time.now }, allowLocal: true }),
    isBreachedPassword: createBreachedPasswords({ clock, log: { warn: log, error: log } }),
    isPublicEmailDomain: createPublicEmailDomains(),
    readPhone,
    qr: qrDataUrl,
    shownDomains: withShownDomains,
    scim: serveReportingScim,
    slack: slack.port,
    printReport,
    drawReport,
    printInvoice: async (given) => {
      printed.push(given)
      return new Uint8Array()
    },
    nextRun,
    payments: createLedgerPayments(ledger, 'pk_test_kit'),
    log: { warn: log, error: log },
    config,
    ...settings.ports,
  }
  const observed = createAuditObserver(store, takeCommits)
  const isSampled = Boolean(settings.isSampled) && !isWhole
  const inner = createBackend(ports)
  const respond: Backend = (request, peer) =>
    !findsAuditRows
      ? inner(request, peer)
      : observed.during(operationOf(request.method, request.url), { request, peer }, () => inner(request, peer))
  const backend: Backend = async (request, peer) => {
    const response = await respond(request, peer)
    await assertErrorCode(response)
    if (settings.waitsForMails ?? true) await sendings.ended()
    return response
  }

  const call = async (method: string, path: string, options: Options = {}): Promise<CallResponse> => {
    const { token, cookie, body, headers = {}, address = peer.address } = options
    const all = new Headers({ 'Content-Type': 'application/json', Origin: APP, ...headers })
    if (token) all.set('Authorization', `Bearer ${token}`)
    if (cookie) all.set('Cookie', cookie)
    const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)
    const response = await backend(new Request(`${API}${path}`, { method, headers: all, body: text }), { address })
    const read = await response.text()
    const operation = operationOf(method, path)
    if (operation && read) assert.deepEqual(settings.check?.(operation, response.status, JSON.parse(read)) ?? [], [])
    return {
      status: response.status,
      headers: response.headers,
      cookies: response.headers.getSetCookie(),
      body: read ? JSON.parse(read) : undefined,
    }
  }

  /** Makes a call whose response is a page, a URL or a redirect. */
  const page = async (
    method: string,
    path: string,
    { cookie, body, headers = {} }: Options = {},
  ): Promise<CallResponse> => {
    const all = new Headers({ ...headers, ...(cookie && { Cookie: cookie }) })
    if (!all.has('Origin') && !all.get('Sec-Fetch-Mode')?.startsWith('nav')) all.set('Origin', APP)
    if (all.get('Origin') === '') all.delete('Origin')
    const response = await backend(
      new Request(`${API}${path}`, { method, headers: all, body: body as string | undefined }),
      { address: peer.address },
    )
    const { status } = response
    return { status, headers: response.headers, cookies: response.headers.getSetCookie(), body: await response.text() }
  }

  const login = (email: string, password = PASSWORD, options: Options = {}) =>
    call('POST', loginTable.login.path, { ...options, body: { email, password } })

  const signIn = async (email: string) => {
    const response = await login(email)
    if (response.status !== 200) throw new Error(`Sign-in of ${email}: ${JSON.stringify(response.body)}`)
    return { token: String(response.body.accessToken), cookie: response.cookies[0]?.split(';')[0] ?? '' }
  }

  const refresh = (cookie: string, body: unknown = { tenantId: null }, options: Options = {}) =>
    call('POST', API_PREFIX + session.refreshSession.path, { ...options, cookie, body })

  /** Returns the only link of the latest email, and its parameters. */
  const lastLink = () => {
    const href = mails.at(-1)?.text.match(/https?:\S+/)?.[0]
    if (!href) throw new Error('No mail with a link')
    const url = new URL(href)
    return { url, ...Object.fromEntries(url.searchParams) } as { url: URL; userId: string; token: string }
  }

  /** Returns the code of the latest email or text message. */
  const lastCode = (channel: 'mail' | 'sms'): string => {
    const text = channel === 'mail' ? mails.at(-1)?.text : texts.at(-1)?.text
    const code = text?.match(/\b\d{6}\b/)?.[0]
    if (!code) throw new Error('No message with a code')
    return code
  }

  const reset = async () => {
    time.now = NEW_YEAR_2026
    peer.address = undefined
    mails.length = 0
    texts.length = 0
    logged.length = 0
    ledger.customers.clear()
    printed.length = 0
    slack.reset()
    internet.pages.clear()
    internet.txt.clear()
    internet.pages.set(METADATA_URL, SAML_METADATA)
    internet.txt.set('proof.test', [PROOF])
    verified.length = 0
    // Written to the opened store directly, so that the next reset restores only what tests wrote.
    forget()
    await settle(opened, { names: takeWritten(), passwordHash, now: time.now })
  }

  /** Returns all cases, or every nth if they are sampled. */
  const sample = <Case>(cases: readonly Case[], nth: number): readonly Case[] =>
    isSampled ? cases.filter((_, at) => at % nth === 0) : cases

  const backendClose = () => store.close()
  return {
    store,
    ports,
    config,
    time,
    /** The origin of the next requests. */
    peer,
    mails,
    texts,
    logged,
    /** Pages by URL, and TXT records by domain. */
    internet,
    /** Data of the payment provider. */
    ledger,
    /** Invoices that were printed. */
    printed,
    verified,
    /** Messages that arrived in Slack, and its failures. */
    slack,
    backend,
    /** Operations that left rows in the audit log. */
    audited: observed.operations,
    call,
    page,
    login,
    signIn,
    refresh,
    lastLink,
    lastCode,
    reset,
    keepWritten,
    releaseKept,
    sample,
    close: backendClose,
  }
}

export type Kit = Awaited<ReturnType<typeof openKit>>
