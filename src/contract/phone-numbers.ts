import type { OtcResponse } from '../entities/mfa.ts'
import type { PagedItems } from '../entities/paging.ts'
import type { Ignored, WireDate } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

export interface PhoneNumber {
  id: string
  phoneNumber: string
  verified: boolean
  createdAt: WireDate
  updatedAt: WireDate
}

const NUMBERS = '/identity/resources/users/phone-numbers/v1'

export const phoneNumbers = {
  listPhoneNumbers: endpoint<{ _limit?: number; _offset?: number }, void, PagedItems<PhoneNumber>>()('GET', NUMBERS),
  createPhoneNumber: endpoint<void, { phoneNumber: string; verify?: boolean }, Partial<OtcResponse>>()('POST', NUMBERS),
  preVerifyPhoneNumber: endpoint<void, { phoneNumber: string }, OtcResponse>()('POST', `${NUMBERS}/preverify`),
  verifyPhoneNumber: endpoint<void, OtcResponse & { code: string }, Ignored>()('POST', `${NUMBERS}/verify`),
  /** Starts a deletion that `verifyDeletePhoneNumber` completes. */
  deletePhoneNumber: endpoint<void, void, OtcResponse & { phoneId: string }>()('DELETE', `${NUMBERS}/{phoneId}`),
  verifyDeletePhoneNumber: endpoint<void, OtcResponse & { code: string }, Ignored>()(
    'POST',
    `${NUMBERS}/{phoneId}/delete/verify`,
  ),
}
