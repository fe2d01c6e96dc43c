import type { quickPhone } from '../../contract/login.ts'
import { text } from '../call/read.ts'
import { assertMayEnroll } from '../domain/identity/access/recent-proof.ts'
import { issueCode, redeemCode } from '../domain/identity/credentials/codes.ts'
import { setLoginPhone } from '../domain/identity/credentials/login-phone.ts'
import { phoneNumber, takeTextToTypedNumber, textCode } from '../domain/identity/credentials/phones.ts'
import { type Handlers, signedIn } from '../http/handler.ts'

/** Keeps these codes separate from those for the profile's phone numbers. */
const USE = 'quick-login'

/** The number that receives codes instead of a password, set by its owner. */
export const quickPhoneHandlers = {
  setPhoneNumber: signedIn(async (call) => {
    const { ports, auth, body } = call
    await assertMayEnroll(call)
    const phone = phoneNumber(body.phoneNumber)
    await takeTextToTypedNumber(ports, auth.user.id, phone)
    const facts = { phone, use: USE }
    const { token, code } = await issueCode(ports, { purpose: 'phone-code', userId: auth.user.id, facts })
    await textCode(ports, phone, code)
    return { changePhoneId: token }
  }),
  verifyPhoneNumberChange: signedIn(async (call) => {
    const { ports, auth, audit, body } = call
    await assertMayEnroll(call)
    const { facts } = await redeemCode(call, {
      purpose: 'phone-code',
      userId: auth.user.id,
      token: text(body.changePhoneId, 'changePhoneId'),
      code: text(body.code, 'code', 20),
      facts: { use: USE },
    })
    await setLoginPhone(ports, auth.user.id, String(facts.phone), (inside) =>
      audit({
        inside,
        action: 'Phone number changed',
        resource: 'Users',
        severity: 'Medium',
        description: 'Set the phone number that signs in by text message',
      }),
    )
    return {}
  }),
} satisfies Handlers<typeof quickPhone>
