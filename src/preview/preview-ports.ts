import type { PaymentPort } from '../backend/ports/payments.ts'
import type { SlackPort } from '../backend/ports/slack.ts'
import { UnreadableError } from '../backend/ports/sso-setup.ts'
import type { BackendConfig, Ports, Random, Signer } from '../backend/ports.ts'
import { createLedgerPayments } from '../backend/sample/ledger-payments.ts'
import type { PaymentLedger } from '../backend/sample/payment-ledger.ts'
import type { Store } from '../backend/store/store.ts'
import type { SsoCertificate } from '../entities/sso.ts'
import { fromBytes, toText } from '../kernel/base64url.ts'
import type { Clock } from '../kernel/clock.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { randomId } from '../kernel/random-id.ts'
import { isRecord, parseJson } from '../kernel/safe-json.ts'
import { readSlackState, slackReturnUrl } from '../rules/slack-return.ts'

/** A self-signed certificate that only names its key; the preview encrypts nothing. */
const PREVIEW_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIICqTCCAZGgAwIBAgIJAQHiJV6H3dFrMA0GCSqGSIb3DQEBCwUAMBIxEDAOBgNV
BAMTB1ByZXZpZXcwHhcNMjYxMTIxMjEwMDM2WhcNMzYxMTE5MjEwMDM2WjASMRAw
DgYDVQQDEwdQcmV2aWV3MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA
v02GsyUwBCBjllmUhmStiKLfEkLOurBIx/HM+OQpI0ctuaiu2uWQaIGgSZV1TFdX
1xFRSJqwM37FlUjjRWRKchNWXyyxSdoWz5yr7B5mvkF48WOD5YMdfnBgU4P4QT14
RozCu71FlwoKeaLasYgH76WHWDL3xXt4myB5dCH7jkrTbVUa9lx/U22oUfshRG1d
1ASv+6RounQZOgoCTfstUwWbILuwHYcnI9P6RXAN1FgPg3jpWlYBbjgET1eLkAHz
grogPKJ+IzQ0ksj3yogry5AzOik9g9A6/gTVVoDa0N2WFL2hmLssoRMY+tySkAEz
xXTCs1muTaIXskAcfKRErwIDAQABowIwADANBgkqhkiG9w0BAQsFAAOCAQEAFkNk
APSJpqNk19uIKOKPijs87oDLZncG0byaIMEy8UNUk2lyu/MzmizxCg1yaiHxaqlb
qFKJwpe0qMjLucDGjNsTxCZYsarNVhN1nNUzKX43cOvDAFp7NNAnLPLvpSc4AR8V
Uz6kxPRlPq4vHQHER4xDLKo9wlDTi4ZpiX1o5FDS4x/fh9n68iUu30F66Jv4neTZ
vgvgJdIiGNayPvkygMZSO2r0hpotHGyH/v4tYvMwHBUXAYWr+NjuTAQGrCU74w8F
pfbgGDJF9XOfVislDrZjI7KGTasVmwV9TwzXsK/xrrdrTbCR0gMqI1Fy4L/OEPfA
4Cgnj+qwHbMruSwoGQ==
-----END CERTIFICATE-----`

const PREVIEW_CERTIFICATE_FACTS: SsoCertificate = {
  subject: 'CN=Preview',
  validFrom: '2026-11-21T21:00:36.000Z',
  expiresAt: '2036-11-19T21:00:36.000Z',
  fingerprint: 'A3:F2:25:EF:E9:7F:B8:5E:AD:6D:C3:9B:1E:F7:18:11:E5:D1:DD:49:78:30:3C:A7:ED:13:54:CE:8C:92:5A:16',
}

export const PREVIEW_CONFIG: BackendConfig = {
  apiUrl: 'https://preview.invalid',
  appUrl: 'https://preview.invalid',
  allowedOrigins: typeof location === 'undefined' ? [] : [location.origin],
  clientId: 'preview',
  vendorId: 'preview',
  accessTokenSeconds: 300,
  refreshGraceSeconds: 15,
  sessionSeconds: 86_400,
  // Visitors of a preview are signed in without knowing a password.
  freshProofSeconds: 86_400,
  testMode: false,
}

const NO_NETWORK = 'The preview reads no metadata.'

const PREVIEW_SECRET = 'JBSWY3DPEHPK3PXP'

/** Only the best-known domains; the full list is for servers. */
const PREVIEW_PUBLIC_DOMAINS: readonly string[] = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'yahoo.com',
  'icloud.com',
  'aol.com',
  'proton.me',
  'gmx.com',
]

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const random: Random = {
  uuid: randomId,
  token: (bytes) => toHex(crypto.getRandomValues(new Uint8Array(bytes))),
  // Preview sends no message, so every code is the same.
  digits: (length) => '1234567890'.slice(0, length),
}

const encode = (value: unknown): string => {
  return fromBytes(new TextEncoder().encode(JSON.stringify(value)))
}

const decode = (part: string): unknown => {
  try {
    return parseJson(toText(part))
  } catch {
    return undefined
  }
}

/**
 * Returns tokens of the right shape without a valid signature: there is nothing to protect here, and plain http pages
 * have no `subtle`.
 */
const signer: Signer = {
  sign: async (claims) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.preview`,
  async verify(token, now) {
    const claims = decode(token.split('.')[1] ?? '')
    const isLive = isRecord(claims) && typeof claims.exp === 'number' && claims.exp * 1000 > now
    return isLive ? claims : undefined
  },
  jwks: async () => ({ keys: [] }),
}

/** A simulated workspace that accepts everything and stores no message. */
const slack: SlackPort = {
  clientId: 'preview',
  authorizationUrl({ state }) {
    const place = readSlackState(state)
    return place ? slackReturnUrl(place, 'preview') : PREVIEW_CONFIG.appUrl
  },
  register: async () => ({ token: 'preview', teamName: 'Preview workspace' }),
  channels: async () => [
    { id: 'C0GENERAL', name: 'general' },
    { id: 'C0SECURITY', name: 'security' },
  ],
  post: async () => {},
  uninstall: async () => {},
}

interface PreviewParts {
  store: Store
  clock: Clock
  ledger: PaymentLedger
  /** Aborts with the app. */
  signal: AbortSignal | undefined
}

/**
 * Simulates payments; cards are added in an imitation of the payment provider's form, which loads with the first one.
 */
const previewPayments = (parts: PreviewParts): PaymentPort => {
  const payments = createLedgerPayments(parts.ledger, 'preview')
  const openCard = lazy(async () => (await loadChunk(() => import('./preview-card.ts'))).openPreviewCard(parts))
  return {
    ...payments,
    async createSetupIntent(customerId) {
      const awaitCard = await openCard()
      const intent = await payments.createSetupIntent(customerId)
      // Customers have the same IDs in every preview app of the page.
      const secret = `${intent.secret}_${random.token(8)}`
      awaitCard(secret, customerId)
      return { ...intent, secret }
    },
  }
}

/** Creates stand-ins that have no side effects and take no time; messages are discarded. */
export const createPreviewPorts = (parts: PreviewParts): Ports => ({
  store: parts.store,
  clock: parts.clock,
  random,
  hasher: {
    hash: async (password) => `plain:${password}`,
    verify: async (hash, password) => hash === `plain:${password}`,
  },
  mailer: { send: async () => {} },
  texter: { send: async () => {} },
  signer,
  totp: {
    newSecret: () => PREVIEW_SECRET,
    uri: ({ secret, issuer, label }) => `otpauth://totp/${encodeURIComponent(`${issuer}:${label}`)}?secret=${secret}`,
    verify: async ({ code, now }) => (/^\d{6}$/.test(code) ? Math.floor(now / 30_000) : undefined),
  },
  webauthn: {
    verifyRegistration: async ({ attestation }) => ({ id: attestation.id, publicKey: '', counter: 0 }),
    verifyAssertion: async () => 0,
  },
  oidc: {
    authorizationUrl: async () => PREVIEW_CONFIG.appUrl,
    exchange: async () => undefined,
    explain: async () => ({ problem: { code: 'unknown', detail: '' } }),
    logoutUrl: () => PREVIEW_CONFIG.appUrl,
  },
  saml: {
    authorizationUrl: async () => PREVIEW_CONFIG.appUrl,
    peek: () => undefined,
    signersOf: () => [],
    keyFor: async () => undefined,
    verify: async () => undefined,
    readUnverifiedLogout: () => undefined,
    verifyLogout: () => undefined,
    deliverLogout: async () => ({ url: PREVIEW_CONFIG.appUrl }),
    newKeyPair: async () => ({ privateKey: '', certificate: PREVIEW_CERTIFICATE }),
    signingCertificate: async () => PREVIEW_CERTIFICATE,
  },
  ssoSetup: {
    readCertificates: (text) => (text === PREVIEW_CERTIFICATE ? [{ pem: text, facts: PREVIEW_CERTIFICATE_FACTS }] : []),
    readMetadata: () => {
      throw new UnreadableError(NO_NETWORK)
    },
    fetchText: async () => {
      throw new UnreadableError(NO_NETWORK)
    },
    resolveTxt: async () => [],
  },
  webhooks: {
    send: async () => ({
      requestHeaders: {},
      statusCode: 200,
      responseHeaders: {},
      responseBody: '{"preview":true}',
      error: null,
      durationMs: 0,
    }),
    problem: async (url) => (URL.canParse(url) ? undefined : 'Enter a valid URL, like https://example.com/webhooks'),
  },
  slack,
  nextRun: (_cron, _tz, after) => after + 86_400_000,
  payments: previewPayments(parts),
  printInvoice: async (printed) => (await loadChunk(() => import('./preview-invoice.ts'))).printSampleInvoice(printed),
  qr: async (text) => text,
  pictureUrl: ({ type, data }) => `data:${type};base64,${data}`,
  isBreachedPassword: async () => false,
  isPublicEmailDomain: async (domain) => PREVIEW_PUBLIC_DOMAINS.includes(domain),
  readPhone(typed) {
    const phone = typed.replace(/[^\d+]/g, '')
    return /^\+\d{7,15}$/.test(phone) ? { phone } : { fault: 'must be a phone number with its country' }
  },
  secretBox: { seal: async (text) => text, open: async (text) => ({ text, isSealed: true }) },
  keyedHash: async (purpose, text) => encode(`${purpose}:${text}`),
  log: { warn: () => {}, error: (message, cause) => console.error('[front-entry] preview:', message, cause) },
  config: PREVIEW_CONFIG,
})
