import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { MailHealth } from '../backend/adapters/mail-sending.ts'
import type { Ports } from '../backend/ports.ts'
import type { Listener } from './listen.ts'
import type { ServedCall } from './watch-calls.ts'

/** Bucket limits in seconds, from a memory read to a password hash that waits in a queue. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Sign-in method of an operation that ends a sign-in, or is a step of it. */
const WAYS: Readonly<Record<string, string>> = {
  'login.login': 'password',
  'login.samlPostLogin': 'saml',
  'login.oidcPostLogin': 'oidc',
  'login.oidcPostLoginV1': 'oidc',
  'login.passwordlessPostLogin': 'code',
  'login.webauthnPostLogin': 'passkey',
  'social.loginWithSocialProvider': 'social',
  'mfaLogin.recover': 'recovery_code',
  'mfaLogin.verifyAuthenticator': 'authenticator',
  'mfaLogin.verifyCode': 'authenticator',
  'mfaLogin.verifyEmailCode': 'email_code',
  'mfaLogin.verifySms': 'sms',
  'mfaLogin.verifyWebauthn': 'security_key',
}

const REFRESHES = ['session.refreshSession', 'session.refreshSessionServer', 'session.exchangeRefreshToken']

const REASONS: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method',
  409: 'conflict',
  413: 'too_large',
  415: 'media_type',
  429: 'limited',
  503: 'unavailable',
}

const outcomeOf = (status: number): string => {
  if (status < 400) return 'ok'
  return status < 500 ? (REASONS[status] ?? 'refused') : 'error'
}

type Watched = Pick<Ports, 'store' | 'clock' | 'hasher'>

interface Queue {
  depth: number
  oldestAt: number | undefined
}

const deliveriesOf = async ({ store }: Watched): Promise<Queue> => {
  const where = { state: 'pending' } as const
  const sort = { field: 'createdAt', order: 'ASC' } as const
  const { items, total } = await store.deliveries.page({ where, sort, offset: 0, limit: 1 })
  return { depth: total, oldestAt: items[0]?.createdAt }
}

const emailsOf = async ({ store }: Watched): Promise<Queue> => {
  const sort = { field: 'createdAt', order: 'ASC' } as const
  const { items, total } = await store.outgoingMails.page({ sort, offset: 0, limit: 1 })
  return { depth: total, oldestAt: items[0]?.createdAt }
}

const QUEUES = { deliveries: deliveriesOf, emails: emailsOf }

export interface Metrics {
  count(call: ServedCall): void
  /** Adds gauges of the open backend. */
  watch(ports: Watched, mailHealth?: MailHealth): void
  contentType: string
  /** Returns the metrics as Prometheus text. */
  text(): Promise<string>
}

/** Creates the metrics. Every label has few values: operations of the contract, and constants of this file. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'front_entry_' })
  const duration = new Histogram({
    name: 'front_entry_request_duration_seconds',
    help: 'Time until the response begins, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `front_entry_${name}`, help, labelNames, registers })
  const signIns = counter('sign_ins_total', 'Sign-ins and their second factors', ['way', 'outcome'])
  const refreshes = counter('refreshes_total', 'Refreshes of sessions', ['outcome'])
  const refusals = counter('refusals_total', 'Refused calls', ['reason'])

  const gauge = (name: string, help: string, read: () => number) => {
    new Gauge({
      name: `front_entry_${name}`,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }

  const watchQueues = (ports: Watched) => {
    let reading: Promise<[queue: string, found: Queue | undefined][]> | undefined
    // Both gauges are read at the same time, so that they show the same moment.
    const readAll = () => {
      reading ??= Promise.all(
        Object.entries(QUEUES).map(async ([queue, read]): Promise<[string, Queue | undefined]> => {
          // While the database is down, the last values would be wrong.
          return [queue, await read(ports).catch(() => undefined)]
        }),
      ).finally(() => {
        reading = undefined
      })
      return reading
    }
    const queueGauge = (name: string, help: string, figureOf: (found: Queue) => number) =>
      new Gauge({
        name: `front_entry_${name}`,
        help,
        labelNames: ['queue'],
        registers,
        async collect() {
          for (const [queue, found] of await readAll()) this.set({ queue }, found ? figureOf(found) : Number.NaN)
        },
      })
    queueGauge('queue_depth', 'Webhook deliveries and emails that wait', ({ depth }) => depth)
    queueGauge('queue_age_seconds', 'Age of the oldest that waits', ({ oldestAt }) =>
      oldestAt === undefined ? 0 : Math.max(0, ports.clock.now() - oldestAt) / 1_000,
    )
  }

  const watchEmails = ({ clock }: Watched, health: MailHealth) => {
    gauge('emails_failing_seconds', 'Time since no email could be sent; 0 while they can', () =>
      health.failingSince === undefined ? 0 : Math.max(0, clock.now() - health.failingSince) / 1_000,
    )
    new Counter({
      name: 'front_entry_emails_total',
      help: 'Emails that were sent, refused, expired or stopped, and attempts that are repeated',
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset()
        for (const [outcome, count] of Object.entries(health.outcomes)) this.inc({ outcome }, count)
      },
    })
  }

  return {
    count({ operation = '', method, route = 'unmatched', status, durationMs }) {
      duration.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, durationMs / 1_000)
      const outcome = outcomeOf(status)
      const way = WAYS[operation]
      if (way) signIns.inc({ way, outcome })
      if (REFRESHES.includes(operation)) refreshes.inc({ outcome })
      if (status >= 400) refusals.inc({ reason: REASONS[status] ?? outcome })
    },
    watch(ports, mailHealth) {
      watchQueues(ports)
      if (mailHealth) watchEmails(ports, mailHealth)
      const { store, hasher } = ports
      const { connections } = store
      if (connections) {
        gauge('database_connections_open', 'Open connections to the database', () => connections().open)
        gauge('database_connections_idle', 'Connections that no call uses', () => connections().idle)
        gauge('database_connections_waiting', 'Calls that wait for a connection', () => connections().waiting)
      }
      gauge('password_hashes_waiting', 'Password hashes that wait for their turn', () => hasher.waiting?.() ?? 0)
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

/** Responds to Prometheus at `/metrics`. */
export const metricsListener =
  (metrics: Pick<Metrics, 'text' | 'contentType'>): Listener =>
  async (request, response) => {
    const isFound = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    const text = isFound ? await metrics.text() : 'Not found\n'
    response.writeHead(isFound ? 200 : 404, { 'Content-Type': isFound ? metrics.contentType : 'text/plain' })
    response.end(text)
  }
