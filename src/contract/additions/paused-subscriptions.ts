import type { PausedSubscription } from '../../entities/guarantors.ts'
import { endpoint } from '../endpoint.ts'

const PAUSED = '/identity/resources/fe/v1/paused-subscriptions'

interface Paused {
  subscriptions: PausedSubscription[]
}

/**
 * Subscriptions that send fewer events than they name, because the member who vouches for them lost the permission to
 * see the rest.
 */
export const pausedSubscriptions = {
  listPausedEmails: endpoint<void, void, Paused>()('GET', `${PAUSED}/emails`),
  listPausedSms: endpoint<void, void, Paused>()('GET', `${PAUSED}/sms`),
  listPausedSlack: endpoint<void, void, Paused>()('GET', `${PAUSED}/slack`),
  /** Lists paused scheduled reports: `id` is the template, and no events are named. */
  listPausedReports: endpoint<void, void, Paused>()('GET', `${PAUSED}/reports`),
}
