import type { Ports, Texter } from '../ports.ts'
import type { MessageEndpoint } from './message-post.ts'
import { createSmsEndpoint } from './sms-endpoint.ts'
import { createTwilioTexter, type TwilioSettings } from './twilio.ts'

/** Settings of the service that sends text messages. */
export type SmsSettings = { endpoint: MessageEndpoint } | { twilio: TwilioSettings }

export const createTexter = (settings: SmsSettings, needs: Pick<Ports, 'clock' | 'random'>): Texter =>
  'twilio' in settings ? createTwilioTexter(settings.twilio) : createSmsEndpoint(settings.endpoint, needs)
