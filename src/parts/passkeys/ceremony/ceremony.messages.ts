import { defineMessages } from '../../../feature/messages.ts'
import type { CeremonyCode } from './ceremony-error.ts'

export const ceremonyMessages = defineMessages('custom.webauthn', {
  unsupported: 'This browser or page cannot use passkeys and security keys. Choose another way.',
  cancelled: 'Nothing was confirmed. It was cancelled, took too long, or no fitting passkey was found. Try again.',
  stopped: 'This was stopped. Try again.',
  timeout: 'It took too long. Try again when your passkey or key is at hand.',
  alreadyRegistered: 'This device or key is set up here already. Use another one.',
  notRegistered: 'This device or key is not known here. Use another one.',
  wrongSite: 'Passkeys of this account do not work on this address. Open the usual address and try again.',
  noVerification: 'This device cannot check that it is you. Set up its screen lock or PIN, or use another one.',
  noAlgorithm: 'This device or key is of a kind that cannot be used here. Use another one.',
  otherRequest: 'Another request of this kind is open. Finish or close it, then try again.',
  badAnswer: 'The passkey or key answered in a way we don’t understand. Try again.',
  unknown: 'The passkey or key could not be read. Try again.',
} satisfies Record<CeremonyCode, string>)

export type CeremonyTexts = (typeof ceremonyMessages)['texts']
