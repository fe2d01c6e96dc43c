import { expect } from 'chai'
import type { WebAuthnCreate, WebAuthnGet } from '../../../entities/mfa.ts'
import { fromBytes, toBytes } from '../../../kernel/base64url.ts'
import { createTestClock, settle } from '../../../testing/clock.ts'
import { CeremonyError, type CeremonyKind, codeOf } from '../../failure/ceremony-error.ts'
import { createCeremonies } from './ceremonies.ts'

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer
const assertion = {
  id: 'credential-1',
  type: 'public-key',
  response: {
    clientDataJSON: bytes('client'),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    userHandle: bytes('mel'),
  },
}
const attestation = {
  id: 'credential-2',
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: { clientDataJSON: bytes('client'), attestationObject: bytes('object') },
}

/** Creates a promise that the test settles. */
const deferred = <Value>() => {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((settled) => {
    resolve = settled
  })
  return { promise, resolve }
}

interface Asked {
  options: CredentialRequestOptions & CredentialCreationOptions
  respond(credential: object | null): void
  refuse(error: unknown): void
}

/** Creates a browser whose user is the test. Like a real one, it refuses a second concurrent request. */
const createBrowser = () => {
  const asked: Asked[] = []
  let open = 0
  let most = 0
  const ask = (options: Asked['options'] = {}) => {
    open += 1
    most = Math.max(most, open)
    const waiting = new Promise<Credential | null>((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
      // All fields that are read exist.
      asked.push({ options, respond: (credential) => resolve(credential as Credential | null), refuse: reject })
    })
    return waiting.finally(() => {
      open -= 1
    })
  }
  const container = { get: ask, create: ask } as unknown as CredentialsContainer
  return { asked, most: () => most, container }
}

const challengeOf = ({ options }: Asked) => fromBytes(options.publicKey?.challenge as ArrayBuffer)

const open = (given: { canAutofill?: () => Promise<boolean>; isMissing?: boolean } = {}) => {
  const clock = createTestClock(0)
  const browser = createBrowser()
  let count = 0
  const wire = (): WebAuthnGet => {
    count += 1
    return {
      challenge: fromBytes(bytes(`challenge ${count}`)),
      rpId: 'localhost',
      timeout: 300_000,
      allowCredentials: [],
    }
  }
  const create = (): WebAuthnCreate => ({
    rp: { id: 'localhost', name: 'Demo' },
    user: { id: fromBytes(bytes('mel')), name: 'mel@acme.test', displayName: 'Mel' },
    challenge: fromBytes(bytes('create')),
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: [{ type: 'public-key', id: fromBytes(bytes('old')) }],
  })
  const ceremonies = createCeremonies({
    clock,
    container: () => (given.isMissing ? undefined : browser.container),
    support: () => ({ isConditionalMediationAvailable: given.canAutofill ?? (async () => true) }),
  })
  return { clock, browser, ceremonies, ask: async () => wire(), askCreate: async () => create(), asks: () => count }
}

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

const codeFrom = async (work: Promise<unknown>) => {
  const error = await failureOf(work)
  return error instanceof CeremonyError ? error.code : error
}

describe('a WebAuthn ceremony', () => {
  it('converts the browser’s result to the API’s format', async () => {
    const { browser, ceremonies, ask } = open()
    const entering = ceremonies.authenticate(ask)
    await settle()
    browser.asked[0]?.respond(assertion)
    const read = await entering
    expect(new TextDecoder().decode(toBytes(read.response.signature))).to.equal('signature')
    expect(new TextDecoder().decode(toBytes(read.response.userHandle ?? ''))).to.equal('mel')
    expect(read.id).to.equal('credential-1')
  })

  it('registers with the excluded credentials and reports whether the passkey belongs to this device', async () => {
    const { browser, ceremonies, askCreate } = open()
    const adding = ceremonies.register(askCreate)
    await settle()
    const [excluded] = browser.asked[0]?.options.publicKey?.excludeCredentials ?? []
    expect(new TextDecoder().decode(excluded?.id)).to.equal('old')
    browser.asked[0]?.respond(attestation)
    expect((await adding).attachment).to.equal('platform')
  })

  it('requests a fresh challenge on each attempt', async () => {
    const { browser, ceremonies, ask } = open()
    for (const round of [0, 1, 2]) {
      const entering = codeFrom(ceremonies.authenticate(ask))
      await settle()
      browser.asked[round]?.refuse(new DOMException('no', 'NotAllowedError'))
      expect(await entering).to.equal('cancelled')
    }
    expect(new Set(browser.asked.map(challengeOf)).size).to.equal(3)
  })

  it('ends the autofill request before a pressed ceremony begins', async () => {
    const { browser, ceremonies, ask } = open()
    const filling = codeFrom(ceremonies.autofill(ask))
    await settle()
    expect(browser.asked[0]?.options.mediation).to.equal('conditional')
    const entering = ceremonies.authenticate(ask)
    expect(await filling).to.equal('stopped')
    await settle()
    browser.asked[1]?.respond(assertion)
    await entering
    expect(browser.most()).to.equal(1)
  })

  it('never begins an autofill request whose set-up had not ended when a button was pressed', async () => {
    const slow = deferred<boolean>()
    const { browser, ceremonies, ask } = open({ canAutofill: () => slow.promise })
    const filling = codeFrom(ceremonies.autofill(ask))
    const entering = ceremonies.authenticate(ask)
    await settle()
    slow.resolve(true)
    expect(await filling).to.equal('stopped')
    await settle()
    expect(browser.asked).to.have.length(1)
    expect(browser.asked[0]?.options.mediation).to.equal(undefined)
    browser.asked[0]?.respond(assertion)
    await entering
  })

  it('does not wait for options that arrive too late for autofill', async () => {
    const { browser, ceremonies, ask } = open()
    const late = deferred<WebAuthnGet>()
    const filling = codeFrom(ceremonies.autofill(() => late.promise))
    await settle()
    const entering = ceremonies.authenticate(ask)
    expect(await filling).to.equal('stopped')
    await settle()
    late.resolve(await ask())
    await settle()
    expect(browser.asked).to.have.length(1)
    browser.asked[0]?.respond(assertion)
    await entering
  })

  it('renews the challenge of autofill before it expires', async () => {
    const { clock, browser, ceremonies, ask, asks } = open()
    const filling = ceremonies.autofill(ask)
    await settle()
    await clock.advance(240_000)
    await settle()
    expect(asks()).to.equal(2)
    expect(browser.asked).to.have.length(2)
    browser.asked[1]?.respond(assertion)
    expect((await filling).id).to.equal('credential-1')
    expect(browser.most()).to.equal(1)
  })

  it('ends by itself when a browser forgets its own limit', async () => {
    const { clock, ceremonies, ask } = open()
    const entering = codeFrom(ceremonies.authenticate(ask))
    await settle()
    await clock.advance(302_000)
    expect(await entering).to.equal('timeout')
  })

  it('uses the newest of several presses and opens one request at a time', async () => {
    const { browser, ceremonies, ask } = open()
    const older = Array.from({ length: 9 }, () => codeFrom(ceremonies.authenticate(ask)))
    const newest = ceremonies.authenticate(ask)
    await settle(20)
    browser.asked.at(-1)?.respond(assertion)
    await newest
    expect(await Promise.all(older)).to.deep.equal(Array.from({ length: 9 }, () => 'stopped'))
    expect(browser.most()).to.equal(1)
  })

  it('reports that the page may not use WebAuthn, and sends no request', async () => {
    const { ceremonies, ask, asks } = open({ isMissing: true })
    expect(await codeFrom(ceremonies.authenticate(ask))).to.equal('unsupported')
    expect(asks()).to.equal(0)
  })

  it('stays out of the way where the browser has no autofill for passkeys', async () => {
    for (const canAutofill of [async () => false, () => Promise.reject(new Error('no'))]) {
      const { ceremonies, ask, asks } = open({ canAutofill })
      expect(await codeFrom(ceremonies.autofill(ask))).to.equal('unsupported')
      expect(asks()).to.equal(0)
    }
  })

  it('keeps the API’s error message unchanged', async () => {
    const { ceremonies } = open()
    const refusal = new Error('429')
    expect(await failureOf(ceremonies.authenticate(() => Promise.reject(refusal)))).to.equal(refusal)
  })

  it('reports an empty response, and one without a signature, with specific errors', async () => {
    const { browser, ceremonies, ask } = open()
    const empty = codeFrom(ceremonies.authenticate(ask))
    await settle()
    browser.asked[0]?.respond(null)
    expect(await empty).to.equal('cancelled')
    const foreign = codeFrom(ceremonies.authenticate(ask))
    await settle()
    browser.asked[1]?.respond({ id: 'x', response: {} })
    expect(await foreign).to.equal('badAnswer')
  })

  const names: readonly [string, string, string][] = [
    ['NotAllowedError', 'notCreated', 'cancelled'],
    ['AbortError', 'stopped', 'stopped'],
    ['TimeoutError', 'timeout', 'timeout'],
    ['InvalidStateError', 'alreadyRegistered', 'notRegistered'],
    ['SecurityError', 'wrongSite', 'wrongSite'],
    ['ConstraintError', 'noVerification', 'noVerification'],
    ['NotSupportedError', 'noAlgorithm', 'noAlgorithm'],
    ['OperationError', 'otherRequest', 'otherRequest'],
    ['NotReadableError', 'unknown', 'unknown'],
    ['UnknownError', 'unknown', 'unknown'],
    ['EncodingError', 'badAnswer', 'badAnswer'],
    ['DataError', 'badAnswer', 'badAnswer'],
    ['SomethingNewError', 'unknown', 'unknown'],
    ['constructor', 'unknown', 'unknown'],
  ]
  for (const [name, create, get] of names) {
    it(`has a specific error for ${name}`, () => {
      const of = (kind: CeremonyKind) => codeOf(new DOMException('x', name), kind)
      expect([of('create'), of('get')]).to.deep.equal([create, get])
    })
  }
})
