export const BY_PASSKEY = 'Sign in with a passkey'
export const MAKE = 'Create a passkey'

/** Replaces a value of the browser; the returned function restores it. */
const replaced = (owner: object, name: string, value: unknown) => {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { value, configurable: true, writable: true })
  return () => {
    if (before) Object.defineProperty(owner, name, before)
    else Reflect.deleteProperty(owner, name)
  }
}

/** Simulates a browser whose device supports passkeys and responds as a case determines. Call it in a `describe`. */
export const pretendDevice = () => {
  const restore: (() => void)[] = []
  const says = (call: 'get' | 'create', value: unknown) =>
    void restore.push(replaced(navigator.credentials, call, value))
  const canHold = (holds: boolean) =>
    void restore.push(replaced(PublicKeyCredential, 'isUserVerifyingPlatformAuthenticatorAvailable', async () => holds))
  beforeEach(() => {
    // A waiting field would be completed at once.
    restore.push(replaced(PublicKeyCredential, 'isConditionalMediationAvailable', async () => false))
    canHold(true)
  })
  afterEach(() => {
    for (const back of restore.splice(0).reverse()) back()
  })
  return { says, canHold }
}
