import { expect } from 'chai'
import { signUpOptions } from './sign-up.options.ts'

const required = { settings: { validation: { required: true } } }

const CASES: readonly [field: Record<string, unknown> | undefined, phone: string][] = [
  [undefined, 'hidden'],
  [{ enabled: true }, 'optional'],
  [{ enabled: true, ...required }, 'required'],
  [{ enabled: false, ...required }, 'hidden'],
  [{ enabled: true, appearance: 'hidden', ...required }, 'hidden'],
  [{ enabled: true, appearance: 'edit' }, 'optional'],
  [{ enabled: true, appearance: 'viewOnly', ...required }, 'viewOnly'],
  [{ enabled: false, appearance: 'edit' }, 'hidden'],
  [{ appearance: 'edit' }, 'optional'],
  [{ appearance: 'edit', ...required }, 'required'],
  [{ appearance: 'viewOnly' }, 'viewOnly'],
  [{ appearance: 'hidden' }, 'hidden'],
  [{ appearance: 'somehow' }, 'hidden'],
]

describe('the phone number of the sign-up form', () => {
  for (const [phoneNumber, phone] of CASES) {
    it(`with ${JSON.stringify(phoneNumber)} is ${phone}`, () => {
      const theme = { loginBox: { signup: { fieldsProperties: { phoneNumber } } } }
      expect(signUpOptions({ theme }).phone).to.equal(phone)
    })
  }
})
