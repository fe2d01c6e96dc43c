import type { Ports } from '../ports.ts'
import type { OutgoingMailRecord } from '../store/records.ts'
import {
  MailPostponedError,
  MailRefusedError,
  type MailTransport,
  MailWayError,
  type RenderedMail,
} from './mail-transport.ts'
import { createMailWay, type MailHealth, type MailWay } from './mail-way.ts'

type Needs = Pick<Ports, 'store' | 'clock' | 'random' | 'secretBox' | 'log'>

/** An email that is not tried any more. */
export interface GivenUpMail {
  id: string
  /** It contains nothing of the email. */
  reason: string
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** Delays after each failure; the last one repeats. */
const RETRY_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS] as const
/** A longer wait at the service's request would lose more emails than an attempt that it refuses. */
const MAX_POSTPONED_MS = 60 * MINUTE_MS
/**
 * Duration of a claim: longer than a mail server takes for one email, for a process whose clock is five minutes ahead
 * too. Afterwards another process resends the emails of a process that was killed.
 */
const CLAIM_MS = 8 * MINUTE_MS
/** A mail server that fails for one email for longer needs its administrator. */
const KEEP_MS = 3 * DAY_MS
/** A password that expires before a long weekend is replaced after it. */
const KEEP_IN_OUTAGE_MS = 7 * DAY_MS
/** The connections that one process opens to the mail server. */
const MAX_SENDING = 5
/** One connection is reserved for emails that users wait for, such as codes. */
const MAX_OTHERS = MAX_SENDING - 1
const ROUND_MS = 5 * SECOND_MS
/** Codes that expire in an outage are one line of the log, not thousands. */
const LOG_EXPIRED_EVERY_MS = MINUTE_MS
/** The emails whose last failure is remembered; a forgotten one is tried once more. */
const MAX_REMEMBERED = 10_000
/**
 * If the mail server takes longer, the next process may send the email again. Less than the 10 s before containers are
 * killed.
 */
const MAX_END_MS = 8 * SECOND_MS

interface Outbox extends MailTransport {
  health: MailHealth
  /** Sends the emails that are due, and waits until they are sent. */
  sendDue(): Promise<void>
  /**
   * Sends due emails every few seconds, like every other process of the store, until the returned function is called.
   * That function starts no more emails and waits for those being sent.
   */
  start(): () => Promise<void>
}

/** Emails are sealed because their links and codes are secrets. */
const sealedFor = (id: string) => ({ purpose: 'outgoing-mail', owner: id })

const toText = ({ attachments, ...mail }: RenderedMail): string => {
  const files = attachments?.map((file) => ({ ...file, content: Buffer.from(file.content).toString('base64') }))
  return JSON.stringify({ ...mail, ...(files && { attachments: files }) })
}

/** Parses the output of `toText`; an earlier release gave emails no ID. */
const toMail = (text: string, id: string): RenderedMail => {
  const { attachments, ...mail } = JSON.parse(text)
  const files = attachments?.map((file: { content: string }) => ({
    ...file,
    content: new Uint8Array(Buffer.from(file.content, 'base64')),
  }))
  return { id, ...mail, ...(files && { attachments: files }) }
}

/** Claims an email, so that only one of several processes sends it. */
const claim = async ({ store, clock }: Needs, { id, nextTryAt, tries }: OutgoingMailRecord): Promise<boolean> => {
  const next = { nextTryAt: clock.now() + CLAIM_MS, tries: tries + 1 }
  return (await store.outgoingMails.update({ id, nextTryAt }, next)) > 0
}

/** Releases an email, so that another process may send it at once. */
const release = async ({ store }: Needs, { id, nextTryAt, tries }: OutgoingMailRecord): Promise<void> => {
  await store.outgoingMails.update({ id, tries: tries + 1 }, { nextTryAt, tries })
}

class MailExpiredError extends Error {
  override readonly name = 'MailExpiredError'
}

/**
 * Returns how long to wait after a failure. An email whose code or link expires is tried again while that is valid: a
 * wait that it doesn't survive loses it for certain.
 */
const delayAfter = (error: unknown, { tries, leftMs }: { tries: number; leftMs: number }): number => {
  const usual = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? ROUND_MS
  const wanted = error instanceof MailPostponedError ? Math.min(error.retryAfterMs, MAX_POSTPONED_MS) : 0
  return Math.min(Math.max(usual, wanted), Math.max(ROUND_MS, Math.floor(leftMs / 2)))
}

interface Sending extends Needs {
  transport: MailTransport
  way: MailWay
  /** The last failures of emails. */
  failures: Map<string, { at: number; isRefusal: boolean }>
  logExpired(error: MailExpiredError): void
  givenUp?: ((mail: GivenUpMail) => Promise<void>) | undefined
}

/** Returns the failure before this one, if this process saw it, and remembers this one. */
const remember = ({ failures, clock }: Sending, { id }: OutgoingMailRecord, error: unknown) => {
  const before = failures.get(id)
  failures.delete(id)
  failures.set(id, { at: clock.now(), isRefusal: error instanceof MailRefusedError })
  const [oldest] = failures.keys()
  if (failures.size > MAX_REMEMBERED && oldest !== undefined) failures.delete(oldest)
  return before
}

type Before = ReturnType<typeof remember>

/**
 * Returns whether no later attempt can succeed. A refusal has to be repeated. One that may concern every email counts
 * only if the mail server accepts others, because an administrator can fix the rest.
 */
const isOver = ({ clock, way }: Sending, mail: OutgoingMailRecord, error: unknown, before: Before): boolean => {
  const ageMs = clock.now() - mail.createdAt
  if (ageMs >= (error instanceof MailWayError ? KEEP_IN_OUTAGE_MS : KEEP_MS)) return true
  if (!(error instanceof MailRefusedError) || !before?.isRefusal) return false
  return !error.isVague || way.hasAcceptedSince(mail.createdAt) || ageMs >= DAY_MS
}

/** Returns whether it is this email that breaks connections: others were accepted since its last failure. */
const isItsOwn = ({ way }: Sending, before: Before): boolean => before !== undefined && way.hasAcceptedSince(before.at)

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'an unknown error'
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

const giveUp = async (sending: Sending, { id }: OutgoingMailRecord, error: unknown): Promise<void> => {
  const { store, log, way, failures, givenUp } = sending
  await givenUp?.({ id, reason: reasonOf(error) }).catch((cause: unknown) =>
    log.warn('An email that could not be sent is missing in the audit log', cause),
  )
  await store.outgoingMails.delete({ id })
  failures.delete(id)
  way.outcomes.refused += 1
  log.error('An email could not be sent', error)
}

interface Failure {
  error: unknown
  /** When the email's code or link expires. */
  expiresAt: number
}

const fail = async (sending: Sending, mail: OutgoingMailRecord, { error, expiresAt }: Failure): Promise<void> => {
  const { store, clock, log, way, logExpired } = sending
  const { id, tries } = mail
  if (error instanceof MailExpiredError) {
    await store.outgoingMails.delete({ id })
    way.outcomes.expired += 1
    return logExpired(error)
  }
  const before = remember(sending, mail, error)
  if (isOver(sending, mail, error, before)) return giveUp(sending, mail, error)
  way.outcomes.retried += 1
  // The attempt doesn't count, so that the email is sent as soon as any can be.
  if (error instanceof MailWayError && !isItsOwn(sending, before))
    return void (await store.outgoingMails.update({ id }, { nextTryAt: way.failed(error), tries }))
  if (tries === 0) log.warn('An email could not be sent yet, and is tried again', error)
  const now = clock.now()
  await store.outgoingMails.update({ id }, { nextTryAt: now + delayAfter(error, { tries, leftMs: expiresAt - now }) })
}

const attempt = async (sending: Sending, mail: OutgoingMailRecord): Promise<void> => {
  const { store, secretBox, clock, transport, way, failures } = sending
  let expiresAt = Number.POSITIVE_INFINITY
  try {
    const opened = toMail((await secretBox.open(mail.sealed, sealedFor(mail.id))).text, mail.id)
    expiresAt = opened.expiresAt ?? expiresAt
    if (expiresAt <= clock.now()) throw new MailExpiredError('Its code or link expired before it could be sent')
    await transport.send(opened)
  } catch (error) {
    return fail(sending, mail, { error, expiresAt })
  }
  way.accepted()
  failures.delete(mail.id)
  await store.outgoingMails.delete({ id: mail.id })
}

const findDue = async (
  { store, clock }: Needs,
  { isAwaited, limit }: { isAwaited: boolean; limit: number },
): Promise<OutgoingMailRecord[]> => {
  if (limit <= 0) return []
  const { items } = await store.outgoingMails.page({
    where: { isAwaited, nextTryAt: { lt: clock.now() + 1 } },
    sort: { field: 'nextTryAt', order: 'ASC' },
    offset: 0,
    limit,
    // Counting a long backlog for every email would take longer than sending it.
    total: limit,
  })
  return items
}

/**
 * Creates an outbox that keeps emails in the store until the mail server accepts them: a request neither waits for it
 * nor fails with it, and no email is lost when it is down or the process ends.
 */
export const createOutbox = (needs: Needs & Pick<Sending, 'givenUp'>, transport: MailTransport): Outbox => {
  const sending = new Set<Promise<void>>()
  const way = createMailWay(needs)
  let quietUntil = Number.NEGATIVE_INFINITY
  const work: Sending = {
    ...needs,
    transport,
    way,
    failures: new Map(),
    logExpired(error) {
      const now = needs.clock.now()
      if (now < quietUntil) return
      quietUntil = now + LOG_EXPIRED_EVERY_MS
      needs.log.error('An email could not be sent', error)
    },
  }
  let looking: Promise<void> | undefined
  let isAgain = false
  let hasEnded = false

  const begin = (mail: OutgoingMailRecord) => {
    const ending: Promise<void> = attempt(work, mail)
      .catch((error: unknown) => needs.log.warn('Sending emails failed', error))
      .finally(() => {
        sending.delete(ending)
        void look()
      })
    sending.add(ending)
  }
  const take = async (mail: OutgoingMailRecord) => {
    if (hasEnded || !(await claim(needs, mail))) return
    if (hasEnded) await release(needs, mail)
    else begin(mail)
  }
  const lookOnce = async () => {
    isAgain = false
    for (const isAwaited of [true, false]) {
      const limit = way.limit(isAwaited ? MAX_SENDING : MAX_OTHERS) - sending.size
      for (const mail of await findDue(needs, { isAwaited, limit })) await take(mail)
    }
  }
  /** Looks for due emails; a call in the meantime makes it look once more. */
  const look = (): Promise<void> => {
    isAgain = true
    looking ??= (async () => {
      try {
        while (isAgain && !hasEnded) await lookOnce()
      } catch (error) {
        needs.log.warn('Looking for emails to send failed', error)
      } finally {
        looking = undefined
      }
    })()
    return looking
  }

  return {
    health: way,
    async send(mail) {
      const { store, clock, random, secretBox } = needs
      const id = random.uuid()
      const now = clock.now()
      const sealed = await secretBox.seal(toText(mail), sealedFor(id))
      await store.outgoingMails.insert({
        id,
        sealed,
        isAwaited: mail.isAwaited ?? false,
        tries: 0,
        nextTryAt: now,
        createdAt: now,
      })
      void look()
    },
    async sendDue() {
      await look()
      while (sending.size > 0) {
        await Promise.all(sending)
        await look()
      }
    },
    start() {
      void look()
      const timer = setInterval(look, ROUND_MS)
      timer.unref()
      return async () => {
        hasEnded = true
        clearInterval(timer)
        await looking
        await Promise.race([Promise.all(sending), new Promise((resolve) => setTimeout(resolve, MAX_END_MS).unref())])
      }
    },
  }
}
