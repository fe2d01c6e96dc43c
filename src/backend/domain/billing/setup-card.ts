import { isRecord, parseJson } from '../../../kernel/safe-json.ts'
import type { AuditEntry, AuthRequest, SignedRequest } from '../../call/auth.ts'
import type { PaidAccount } from '../../ports/payments.ts'
import type { Ports } from '../../ports.ts'
import type { BillingAccountRecord } from '../../store/records.ts'
import { beforeAndAfter } from '../audit/before-and-after.ts'
import { type BillingCatalog, planOfPrice } from '../settings/billing.ts'
import { findAccount, paymentsOf, snapshotOf } from './billing-account.ts'
import { changedElsewhere, isChangedElsewhere, syncAccount } from './sync-account.ts'

/** The provider's records before and after a change. */
export interface PaidChange {
  before: PaidAccount
  after: PaidAccount
}

type Entry = Pick<AuditEntry, 'action' | 'resource' | 'severity' | 'description' | 'detail'>

const planOf = (catalog: BillingCatalog, { subscription }: PaidAccount) =>
  subscription && {
    plan: planOfPrice(catalog, subscription.priceId)?.name ?? subscription.priceId,
    status: subscription.status,
  }

const subscriptionOf = (catalog: BillingCatalog, paid: PaidAccount) => {
  const { subscription } = paid
  return subscription && { ...planOf(catalog, paid), cancelsAtPeriodEnd: subscription.cancelsAtPeriodEnd }
}

const cardOf = ({ cards }: PaidAccount) => {
  const card = cards.find(({ isDefault }) => isDefault)
  return card ? { brand: card.brand, last4: card.last4 } : null
}

const isSame = (one: object | null, other: object | null): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns the audit entry of a plan change, or `undefined` if the plan and its state are the same as before. */
export const planEntry = (catalog: BillingCatalog, { before, after }: PaidChange): Entry | undefined => {
  const [was, plan] = [planOf(catalog, before), planOf(catalog, after)]
  if (isSame(was, plan)) return undefined
  return {
    action: 'Plan changed',
    resource: 'Subscription',
    severity: 'Medium',
    description: `Bought ${plan?.plan ?? 'a plan'}`,
    detail: beforeAndAfter(was, plan),
  }
}

/** Returns the audit entry of a new payment method, or `undefined` if the same card pays as before. */
export const cardEntry = ({ before, after }: PaidChange): Entry | undefined => {
  const idOf = ({ cards }: PaidAccount) => cards.find(({ isDefault }) => isDefault)?.id
  if (idOf(before) === idOf(after)) return undefined
  const card = cardOf(after)
  return {
    action: 'Payment method changed',
    resource: 'Subscription',
    severity: 'Medium',
    description: card ? `Pays with the ${card.brand} card ending in ${card.last4}` : 'Pays with no card',
    detail: beforeAndAfter(cardOf(before), card),
  }
}

/**
 * Returns the audit entry of a change by the payment provider, or `undefined` if the subscription is the same as
 * before.
 */
export const providerEntry = (catalog: BillingCatalog, { before, after }: PaidChange): Entry | undefined => {
  const [was, is] = [subscriptionOf(catalog, before), subscriptionOf(catalog, after)]
  if (isSame(was, is)) return undefined
  return {
    action: 'Subscription changed by the payment provider',
    resource: 'Subscription',
    description: is ? `${is.plan}: ${is.status}` : 'No subscription',
    detail: beforeAndAfter(was, is),
  }
}

/** A card form that was opened and whose outcome isn't known yet. */
interface OpenSetup {
  id: string
  openedAt: number
  /** The user who opened the form; earlier versions didn't store it. */
  userId?: string
}

/** Milliseconds after which an open form counts as abandoned and its card is ignored. */
const LIFETIME_MS = 24 * 3_600_000
const MAX_OPEN = 5
const MAX_TRIES = 5

const isOpenSetup = (value: unknown): value is OpenSetup =>
  isRecord(value) && typeof value.id === 'string' && typeof value.openedAt === 'number'

/** Matches the format of earlier versions: the id of a single form, without a time. */
const PLAIN_ID = /^seti_\w+$/

const keepsPlainId = ({ setupIntents }: BillingAccountRecord): boolean => PLAIN_ID.test(setupIntents ?? '')

/** Returns the open forms, oldest first. */
const openSetupsOf = (account: BillingAccountRecord, now: number): OpenSetup[] => {
  const { setupIntents } = account
  if (setupIntents === null) return []
  if (keepsPlainId(account)) return [{ id: setupIntents, openedAt: now }]
  const kept = parseJson(setupIntents)
  return Array.isArray(kept) ? kept.filter(isOpenSetup).filter(({ openedAt }) => openedAt > now - LIFETIME_MS) : []
}

/** Changes the list of open forms. Two tabs may do so at once without losing each other's forms. */
const changeOpenSetups = async (ports: Ports, tenantId: string, change: (open: OpenSetup[]) => OpenSetup[]) => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const account = await findAccount(ports, tenantId)
    if (!account) return
    const { id, setupIntents } = account
    const open = change(openSetupsOf(account, ports.clock.now()))
    const patch = { setupIntents: open.length > 0 ? JSON.stringify(open) : null }
    if (await ports.store.billingAccounts.update({ id, setupIntents }, patch)) return
  }
  throw changedElsewhere()
}

/** Notes that a card form was opened, in addition to those of other tabs. */
export const noteSetup = ({ ports, auth }: AuthRequest, id: string): Promise<void> => {
  const opened = { id, openedAt: ports.clock.now(), userId: auth.user.id }
  return changeOpenSetups(ports, auth.tenantId, (open) => [...open, opened].slice(-MAX_OPEN))
}

/** A call that discovers a new card. The user who added it may be another one, or may have closed the page. */
type Finder = Pick<SignedRequest, 'ports' | 'audit'> & Partial<Pick<SignedRequest, 'auth'>>

/**
 * Writes the audit entry of a card. It names the user together with the call's IP address only if that user added the
 * card.
 */
const auditCard = async ({ ports, audit, auth }: Finder, tenantId: string, { change, userId }: TakenCard) => {
  const entry = cardEntry(change)
  if (!entry) return
  const adder = userId === undefined ? undefined : await ports.store.users.get(userId)
  const isOwn = adder !== undefined && adder.id === auth?.user.id
  const detail = { ...entry.detail, ...(adder && !isOwn && { addedBy: adder.email }) }
  await audit({ ...entry, detail, tenantId, user: isOwn ? adder : undefined })
}

interface TakenCard {
  change: PaidChange
  userId: string | undefined
}

/**
 * Sets a card that was added in the browser as the default, because the notification of the provider may be late.
 *
 * @throws when a form can't be read; the cards of the others are taken over before
 */
const finishSetup = async (finder: Finder, account: BillingAccountRecord): Promise<void> => {
  const { ports } = finder
  const { customerId, tenantId } = account
  const open = openSetupsOf(account, ports.clock.now())
  if (open.length === 0 || !customerId) return
  const payments = paymentsOf(ports)
  const read = await Promise.allSettled(
    open.map(async (form) => ({ ...form, card: await payments.readSetupIntent(form.id) })),
  )
  const done = read.flatMap((each) => (each.status === 'fulfilled' && each.value.card ? [each.value] : []))
  const newest = done.at(-1)
  if (newest?.card) {
    const subscriptionId = snapshotOf(account).subscription?.id ?? null
    await payments.setDefaultCard({ customerId, subscriptionId, ...newest.card })
    const change = await syncAccount(ports, tenantId)
    // If several calls run at the same moment, only the first one whose copy includes the card gets a change to report.
    if (change) await auditCard(finder, tenantId, { change, userId: newest.userId })
  }
  if (newest || keepsPlainId(account)) {
    await changeOpenSetups(ports, tenantId, (left) => left.filter(({ id }) => !done.some((each) => each.id === id)))
  }
  const failed = read.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Sets an added card as the default after a notification, because the form's tab may be closed.
 *
 * @throws when the provider can't be reached, so that it repeats the notification
 */
export const takeOverCard = async (finder: Finder, tenantId: string): Promise<void> => {
  const account = await findAccount(finder.ports, tenantId)
  if (account) await finishSetup(finder, account)
}

/** Returns the account with a card that was just set up, or without it if the payment provider can't be reached. */
export const accountWithCard = async (call: SignedRequest): Promise<BillingAccountRecord | undefined> => {
  const { ports, auth } = call
  const account = await findAccount(ports, auth.tenantId)
  if (!account?.setupIntents || !ports.payments) return account
  try {
    await finishSetup(call, account)
  } catch (error) {
    if (!isChangedElsewhere(error)) ports.log.error('Could not check whether a card that was set up is ready', error)
  }
  return findAccount(ports, auth.tenantId)
}
