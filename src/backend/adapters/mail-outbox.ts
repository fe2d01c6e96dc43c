import type { Ports, PreparedMails } from '../ports.ts'
import type { OutgoingMailRecord } from '../store/records.ts'
import { createMailSending, type MailHealth, type MailSending } from './mail-sending.ts'
import { MailPostponedError, MailServiceError, type MailTransport, type RenderedMail } from './mail-transport.ts'

type Needs = Pick<Ports, 'store' | 'clock' | 'random' | 'secretBox' | 'log'>

interface OutboxNeeds extends Needs {
  givenUp?: ((mail: GivenUpMail) => Promise<void>) | undefined
  /** Returns whether an email may still be sent, because it may have waited for days. @default all may */
  isWanted?: ((mail: RenderedMail) => Promise<boolean>) | undefined
}

/** An email that is not tried any more, or several that are too old. */
export interface GivenUpMail {
  /** The ID that the mail server or the gateway got; absent for emails that are too old, which have one report. */
  id?: string
  /** It contains nothing of the email. */
  reason: string
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Delays after each failure; the last one repeats. A mail server may accept an email and not confirm it each time, so
 * that these also limit how often it arrives.
 */
const RETRY_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  60 * MINUTE_MS,
  120 * MINUTE_MS,
] as const
/** A longer wait at the service's request would lose more emails than an attempt that it refuses. */
const MAX_POSTPONED_MS = 60 * MINUTE_MS
/**
 * Duration of a claim: longer than a mail server takes for one email, for a process whose clock is five minutes ahead
 * too. Afterwards another process resends the emails of a process that was killed.
 */
const CLAIM_MS = 8 * MINUTE_MS
/** A password that expires before a long weekend is replaced after it. */
const KEEP_DAYS = 7
const KEEP_MS = KEEP_DAYS * DAY_MS
/** The connections that one process opens to the mail server. */
const MAX_SENDING = 5
/** One connection is reserved for emails that users wait for, such as codes. */
const MAX_OTHERS = MAX_SENDING - 1
const ROUND_MS = 5 * SECOND_MS
/** Codes that expire in an outage are one line of the log, not thousands. */
const LOG_EXPIRED_EVERY_MS = MINUTE_MS
/** The newest emails, of which one is tried while none can be sent. */
const NEWEST = 20
/**
 * If the mail server takes longer, the next process may send the email again. Less than the 10 s before containers are
 * killed.
 */
const MAX_END_MS = 8 * SECOND_MS

interface MailOutbox extends MailTransport {
  health: MailHealth
  prepare(mails: readonly RenderedMail[]): Promise<PreparedMails>
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

interface Attempt {
  /** The ID that the transport got. */
  mailId: string
  /** When the email's code or link expires. */
  expiresAt: number
  sentBefore: number
  error: unknown
}

/**
 * Returns how long to wait after a failure. An email whose code or link expires is tried again while that is valid: a
 * wait that it doesn't survive loses it for certain.
 */
const delayAfter = (error: unknown, { usualMs, leftMs }: { usualMs: number; leftMs: number }): number => {
  const isAsked = error instanceof MailPostponedError || error instanceof MailServiceError
  const wanted = isAsked ? Math.min(error.retryAfterMs, MAX_POSTPONED_MS) : 0
  return Math.min(Math.max(usualMs, wanted), Math.max(ROUND_MS, Math.floor(leftMs / 2)))
}

interface Sending extends OutboxNeeds {
  transport: MailTransport
  health: MailSending
  logExpired(error: MailExpiredError): void
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'an unknown error'
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

const report = async ({ log, givenUp }: Sending, mail: GivenUpMail): Promise<void> => {
  await givenUp?.(mail).catch((cause: unknown) =>
    log.warn('An email that could not be sent is missing in the audit log', cause),
  )
}

const giveUp = async (sending: Sending, { id }: OutgoingMailRecord, { mailId, error }: Attempt): Promise<void> => {
  const { store, log, health } = sending
  health.forget(id)
  if ((await store.outgoingMails.delete({ id })) === 0) return
  health.outcomes.refused += 1
  log.error('An email could not be sent', error)
  await report(sending, { id: mailId, reason: reasonOf(error) })
}

const isTooOld = ({ clock }: Needs, { createdAt }: OutgoingMailRecord): boolean => clock.now() - createdAt >= KEEP_MS

/** Gives all emails up that are too old, in one step: there may be thousands. */
const giveUpOld = async (sending: Sending): Promise<void> => {
  const { store, clock, log, health } = sending
  const now = clock.now()
  const count = await store.outgoingMails.delete({ createdAt: { lt: now - KEEP_MS + 1 }, nextTryAt: { lt: now + 1 } })
  if (count === 0) return
  health.outcomes.refused += count
  const reason = `${count} ${count === 1 ? 'email' : 'emails'} could not be sent for ${KEEP_DAYS} days`
  log.error(reason)
  await report(sending, { reason })
}

const fail = async (sending: Sending, mail: OutgoingMailRecord, attempt: Attempt): Promise<void> => {
  const { store, clock, log, health, logExpired } = sending
  const { id, tries } = mail
  const { error, expiresAt, sentBefore } = attempt
  if (error instanceof MailExpiredError) {
    await store.outgoingMails.delete({ id })
    health.forget(id)
    health.outcomes.expired += 1
    return logExpired(error)
  }
  const { isFinal, pauseMs } = health.failed({ id, error, sentBefore })
  if (isFinal) return giveUp(sending, mail, attempt)
  health.outcomes.retried += 1
  if (tries === 0 && !health.isStopped()) log.warn('An email could not be sent yet, and is tried again', error)
  const now = clock.now()
  const usualMs = pauseMs ?? RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? ROUND_MS
  const nextTryAt = now + delayAfter(error, { usualMs, leftMs: expiresAt - now })
  health.waits(nextTryAt)
  // An attempt without a pause of its own counts: the email may have been sent.
  await store.outgoingMails.update({ id }, { nextTryAt, ...(pauseMs !== undefined && { tries }) })
}

/** Removes an email that its recipient or an administrator stopped while it waited. */
const drop = async ({ store, health }: Sending, { id }: OutgoingMailRecord): Promise<void> => {
  await store.outgoingMails.delete({ id })
  health.forget(id)
  health.outcomes.stopped += 1
}

/**
 * Returns whether an email may still be sent, and drops one that may not. If that can't be read, the email waits, and
 * the mail server isn't to blame.
 */
const isToBeSent = async (sending: Sending, mail: OutgoingMailRecord, opened: RenderedMail): Promise<boolean> => {
  const { store, clock, log, isWanted } = sending
  const { id, tries } = mail
  try {
    if (!isWanted || (await isWanted(opened))) return true
    await drop(sending, mail)
  } catch (error) {
    log.warn('An email waits, because its recipient’s wish can’t be read', error)
    // If this fails too, the email is tried again when its claim ends.
    await store.outgoingMails.update({ id }, { nextTryAt: clock.now() + MINUTE_MS, tries }).catch(() => undefined)
  }
  return false
}

const attempt = async (sending: Sending, mail: OutgoingMailRecord): Promise<void> => {
  const { store, secretBox, clock, transport, health } = sending
  const { id } = mail
  const sentBefore = health.outcomes.sent
  let mailId = id
  let expiresAt = Number.POSITIVE_INFINITY
  try {
    const opened = toMail((await secretBox.open(mail.sealed, sealedFor(id))).text, id)
    mailId = opened.id
    expiresAt = opened.expiresAt ?? expiresAt
    if (expiresAt <= clock.now()) throw new MailExpiredError('It expired before it could be sent')
    if (!(await isToBeSent(sending, mail, opened))) return
    await transport.send(opened)
  } catch (error) {
    return fail(sending, mail, { error, mailId, expiresAt, sentBefore })
  }
  health.accepted(id)
  await store.outgoingMails.delete({ id })
}

interface Wanted {
  isAwaited: boolean
  limit: number
  isNewestFirst?: boolean
}

const findDue = async (
  { store, clock }: Needs,
  { isAwaited, limit, isNewestFirst = false }: Wanted,
): Promise<OutgoingMailRecord[]> => {
  if (limit <= 0) return []
  const { items } = await store.outgoingMails.page({
    where: { isAwaited, nextTryAt: { lt: clock.now() + 1 } },
    sort: isNewestFirst ? { field: 'createdAt', order: 'DESC' } : { field: 'nextTryAt', order: 'ASC' },
    offset: 0,
    limit,
    // Counting a long backlog for every email would take longer than sending it.
    total: limit,
  })
  return items
}

/**
 * Finds the email to try while none can be sent: the newest that a user waits for, because its code is valid for the
 * longest time, then each in turn. An email that has failed comes after those that haven't, so that a few broken ones
 * stop no others. While another one is being sent, which may hang, only an email that a user waits for is tried.
 */
const findProbe = async (sending: Sending, isAlone: boolean): Promise<OutgoingMailRecord | undefined> => {
  const newest = await findDue(sending, { isAwaited: true, limit: NEWEST, isNewestFirst: true })
  const fresh = newest.find(({ id }) => !sending.health.hasFailed(id))
  if (fresh || !isAlone) return fresh
  const [awaited] = await findDue(sending, { isAwaited: true, limit: 1 })
  const [other] = await findDue(sending, { isAwaited: false, limit: 1 })
  return awaited && other ? (other.nextTryAt < awaited.nextTryAt ? other : awaited) : (awaited ?? other)
}

/**
 * Creates an outbox that keeps emails in the store until the mail server accepts them: a request neither waits for it
 * nor fails with it, and no email is lost when it is down or the process ends.
 */
export const createOutbox = (needs: OutboxNeeds, transport: MailTransport): MailOutbox => {
  const sending = new Set<Promise<void>>()
  const health = createMailSending(needs)
  let quietUntil = Number.NEGATIVE_INFINITY
  const work: Sending = {
    ...needs,
    transport,
    health,
    logExpired(error) {
      const now = needs.clock.now()
      // A clock that was set back must not extend the silence.
      if (now < quietUntil && quietUntil - now <= LOG_EXPIRED_EVERY_MS) return
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
    if (hasEnded) return
    if (isTooOld(needs, mail)) {
      isAgain = true
      return giveUpOld(work)
    }
    if (!(await claim(needs, mail))) return
    if (hasEnded) await release(needs, mail)
    else begin(mail)
  }
  const lookOnce = async () => {
    isAgain = false
    if (health.isPaused()) return
    if (health.isStopped()) {
      const probe = sending.size < MAX_SENDING ? await findProbe(work, sending.size === 0) : undefined
      return probe && take(probe)
    }
    for (const isAwaited of [true, false]) {
      const limit = (isAwaited ? MAX_SENDING : MAX_OTHERS) - sending.size
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

  const seal = async (mail: RenderedMail) => {
    const id = needs.random.uuid()
    const sealed = await needs.secretBox.seal(toText(mail), sealedFor(id))
    return { id, sealed, isAwaited: mail.isAwaited ?? false, tries: 0 }
  }
  const prepare = async (mails: readonly RenderedMail[]): Promise<PreparedMails> => {
    const sealed = await Promise.all(mails.map(seal))
    return {
      keep({ outgoingMails }) {
        const now = needs.clock.now()
        return outgoingMails.insertMany(sealed.map((mail) => ({ ...mail, nextTryAt: now, createdAt: now })))
      },
      sendSoon: () => void look(),
    }
  }

  return {
    health,
    prepare,
    async send(mail) {
      const { keep, sendSoon } = await prepare([mail])
      await keep(needs.store)
      sendSoon()
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
