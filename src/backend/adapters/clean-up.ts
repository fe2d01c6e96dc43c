import { addCheckpoints } from '../domain/audit/checkpoints.ts'
import { applyRetention } from '../domain/audit/retention.ts'
import { reportExpired } from '../domain/identity/lockout-guard/left-alone-report.ts'
import { reportStopped } from '../domain/reports/report-stopped.ts'
import { finishDeletions } from '../domain/self-service/finish-deletions.ts'
import type { Ports } from '../ports.ts'
import { inRounds } from '../store/queue.ts'
import type { Store } from '../store/store.ts'
import { endSigningKeys, longestTokenMs } from './key-rotation.ts'
import type { ChangeableKeyStore } from './sealing-key.ts'

/**
 * Interval of the clean-up: as long as most rate limit windows, so that expired rows never outnumber live ones by much.
 */
const ROUND_MS = 900_000

const DAY_MS = 86_400_000
/** Expired sessions are kept for support: they show why a user was signed out. */
const KEEP_SESSIONS_MS = DAY_MS
/** Audit rows and events that belong to no tenant are written for equal timing only; no tenant can read them. */
const KEEP_STRAY_ROWS_MS = DAY_MS
/** The local inbox is for development; a mail server keeps its own. */
const KEEP_MESSAGES_MS = 7 * DAY_MS
/** Connections show the failures of the past week. */
const KEEP_SSO_FAILURES_MS = 7 * DAY_MS
/** Period in which events can be sent again and their deliveries stay in the log. */
const KEEP_EVENTS_MS = 30 * DAY_MS
/** The chart shows 30 days, and a limit counts for a calendar month. */
const KEEP_USAGE_DAYS = 400
/** Requests that were lost are sent again within days. */
const KEEP_USAGE_KEYS_MS = 7 * DAY_MS

type Swept = Pick<
  Store,
  | 'sessions'
  | 'oauthGrants'
  | 'samlSessions'
  | 'tickets'
  | 'attempts'
  | 'audits'
  | 'messages'
  | 'ssoFailures'
  | 'events'
  | 'deliveries'
  | 'webhookLogs'
  | 'notificationStates'
  | 'usage'
  | 'usageKeys'
>

/** Removes expired sessions, one-time secrets and counters, stray audit rows and old inbox messages; returns how many. */
export const removeExpired = async (store: Swept, now: number): Promise<number> => {
  const ended = { lt: now - KEEP_SESSIONS_MS }
  const removed = [
    await store.sessions.delete({ expiresAt: ended }),
    await store.oauthGrants.delete({ expiresAt: ended }),
    await store.samlSessions.delete({ expiresAt: ended }),
    await store.tickets.delete({ expiresAt: { lt: now } }),
    await store.attempts.delete({ windowEndsAt: { lt: now } }),
    await store.audits.delete({ tenantId: '', createdAt: { lt: now - KEEP_STRAY_ROWS_MS } }),
    await store.messages.delete({ createdAt: { lt: now - KEEP_MESSAGES_MS } }),
    await store.ssoFailures.delete({ createdAt: { lt: now - KEEP_SSO_FAILURES_MS } }),
    await store.events.delete({ tenantId: '', createdAt: { lt: now - KEEP_STRAY_ROWS_MS } }),
    await store.events.delete({ createdAt: { lt: now - KEEP_EVENTS_MS } }),
    await store.deliveries.delete({ createdAt: { lt: now - KEEP_EVENTS_MS } }),
    await store.webhookLogs.delete({ createdAt: { lt: now - KEEP_EVENTS_MS } }),
    await store.notificationStates.delete({ createdAt: { lt: now - KEEP_EVENTS_MS } }),
    await store.usage.delete({ day: { lt: Math.floor(now / DAY_MS) - KEEP_USAGE_DAYS } }),
    await store.usageKeys.delete({ createdAt: { lt: now - KEEP_USAGE_KEYS_MS } }),
  ]
  return removed.reduce((sum, count) => sum + count, 0)
}

/** Signs the end of each log, and removes rows that are older than the vendor's retention. */
const keepAudits = async (ports: Ports): Promise<void> => {
  const { auditRetentionDays } = ports.config
  await addCheckpoints(ports)
  if (auditRetentionDays) await applyRetention(ports, ports.clock.now() - auditRetentionDays * DAY_MS)
}

const round = async (ports: Ports, keys: ChangeableKeyStore): Promise<void> => {
  await removeExpired(ports.store, ports.clock.now())
  await keepAudits(ports)
  await finishDeletions(ports)
  await reportExpired(ports)
  await endSigningKeys(keys, longestTokenMs(ports.config))
  await reportStopped(ports)
}

/** Cleans up every quarter of an hour; any number of processes may do so at once. */
export const keepClean = (ports: Ports, keys: ChangeableKeyStore): (() => Promise<void>) =>
  inRounds(
    () => round(ports, keys).catch((error: unknown) => ports.log.warn('Removing expired rows failed', error)),
    ROUND_MS,
  )
