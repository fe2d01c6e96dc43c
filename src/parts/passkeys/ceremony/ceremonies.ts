import type {
  WebAuthnAssertion,
  WebAuthnAttestation,
  WebAuthnCreate,
  WebAuthnCredentialId,
  WebAuthnGet,
} from '../../../entities/mfa.ts'
import { fromBytes, toBytes } from '../../../kernel/base64url.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CeremonyError, type CeremonyKind, toCeremonyError } from '../../failure/ceremony-error.ts'

type Descriptor = PublicKeyCredentialDescriptor

const descriptors = (ids: readonly WebAuthnCredentialId[] | undefined): Descriptor[] =>
  (ids ?? []).map(({ id, transports }) => ({
    type: 'public-key',
    id: toBytes(id),
    // The API sends strings; the browser ignores unknown ones.
    ...(transports && { transports: transports as AuthenticatorTransport[] }),
  }))

/**
 * WebAuthn Level 3 §5.1.8. Converted by hand, because the fields are ours and browsers without the JSON methods are
 * still in use.
 */
const creationOptions = (wire: WebAuthnCreate): PublicKeyCredentialCreationOptions => ({
  ...wire,
  challenge: toBytes(wire.challenge),
  user: { ...wire.user, id: toBytes(wire.user.id) },
  excludeCredentials: descriptors(wire.excludeCredentials),
})

/** WebAuthn Level 3 §5.1.9. */
const requestOptions = (wire: WebAuthnGet): PublicKeyCredentialRequestOptions => ({
  ...wire,
  challenge: toBytes(wire.challenge),
  allowCredentials: descriptors(wire.allowCredentials),
})

/**
 * Returns the response if it has the field. It isn't checked with `instanceof`, because password managers return their
 * own objects.
 */
const responseOf = <Response extends object>(credential: Credential, field: keyof Response): Response => {
  const { response } = credential as unknown as { response?: Response }
  if (!response || !(field in response)) throw new TypeError('The authenticator returned an unexpected response')
  return response
}

const attestationOf = (credential: Credential): WebAuthnAttestation => {
  const response = responseOf<AuthenticatorAttestationResponse>(credential, 'attestationObject')
  return {
    id: credential.id,
    response: {
      clientDataJSON: fromBytes(response.clientDataJSON),
      attestationObject: fromBytes(response.attestationObject),
    },
  }
}

const assertionOf = (credential: Credential): WebAuthnAssertion => {
  const response = responseOf<AuthenticatorAssertionResponse>(credential, 'signature')
  return {
    id: credential.id,
    response: {
      clientDataJSON: fromBytes(response.clientDataJSON),
      authenticatorData: fromBytes(response.authenticatorData),
      signature: fromBytes(response.signature),
      ...(response.userHandle && { userHandle: fromBytes(response.userHandle) }),
    },
  }
}

/** Returns the `authenticatorAttachment` of a new credential (WebAuthn Level 3 §5.1). */
const attachmentOf = (credential: Credential): string | null =>
  (credential as { authenticatorAttachment?: string | null }).authenticatorAttachment ?? null

/** Requests options from the API; each call returns a new challenge. */
export type Ask<Options> = (signal: AbortSignal) => Promise<Options>

interface Registration {
  attestation: WebAuthnAttestation
  /** Attachment that the authenticator reports; some report none. */
  attachment: string | null
}

/** WebAuthn of one element: at most one ceremony runs at a time, and the latest one wins. */
export interface Ceremonies {
  isSupported(): boolean
  register(ask: Ask<WebAuthnCreate>): Promise<Registration>
  authenticate(ask: Ask<WebAuthnGet>): Promise<WebAuthnAssertion>
  /**
   * Offers passkeys among the suggestions of a field until one is chosen, and renews the challenge before it expires.
   * Rejects with `unsupported` if the browser lacks this.
   */
  autofill(ask: Ask<WebAuthnGet>): Promise<WebAuthnAssertion>
  /** Ends the running ceremony, including autofill. */
  stop(): void
}

/** WebAuthn Level 3 §5.1.3, step 4: the recommended default. */
const DEFAULT_TIMEOUT_MS = 300_000
/** Extra time after which we end the ceremony of a browser that ignores its own timeout. */
const GRACE_MS = 2_000
/** The challenge is renewed after this share of its lifetime, which leaves time for a user who is just choosing. */
const RENEW_AFTER = 0.8

interface CeremonyParts {
  clock: Clock
  /** Returns `undefined` where the page can't use WebAuthn: in an old browser or an insecure page. */
  container: () => Pick<CredentialsContainer, 'create' | 'get'> | undefined
  /** Returns the static methods of `PublicKeyCredential`. */
  support: () => PasskeySupport | undefined
}

export interface PasskeySupport {
  isConditionalMediationAvailable?(): Promise<boolean>
}

const ended = (name: 'AbortError' | 'TimeoutError'): DOMException => new DOMException('The ceremony was ended', name)

/** Rejects when the signal aborts, even if the work ignores it. */
const until = <Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> => {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

const isOn = async (call: (() => Promise<boolean>) | undefined): Promise<boolean> => {
  try {
    return (await call?.()) === true
  } catch {
    return false
  }
}

/** Creates a signal that also aborts after a timeout of its own. */
const limited = (clock: Clock, outer: AbortSignal, afterMs: number) => {
  const own = new AbortController()
  const follow = () => own.abort(outer.reason)
  if (outer.aborted) follow()
  outer.addEventListener('abort', follow, { once: true })
  const cancel = clock.schedule(() => own.abort(ended('TimeoutError')), afterMs)
  const release = () => {
    cancel()
    outer.removeEventListener('abort', follow)
  }
  return { signal: own.signal, release, isOver: () => own.signal.aborted && !outer.aborted }
}

interface Running {
  controller: AbortController
  over: Promise<unknown>
}

/**
 * Runs one ceremony at a time. A new one waits until the previous one has ended, because browsers refuse concurrent
 * requests.
 */
const createTurns = () => {
  let running: Running | undefined
  return {
    stop: () => running?.controller.abort(ended('AbortError')),
    async take<Result>(kind: CeremonyKind, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
      const before = running
      const controller = new AbortController()
      before?.controller.abort(ended('AbortError'))
      const result = (async () => {
        await before?.over
        controller.signal.throwIfAborted()
        return work(controller.signal)
      })()
      const mine = { controller, over: result.catch(() => undefined) }
      running = mine
      try {
        return await result
      } catch (error) {
        // The API's errors stay unchanged; the browser's errors get a code.
        throw error instanceof DOMException || error instanceof TypeError ? toCeremonyError(error, kind) : error
      } finally {
        if (running === mine) running = undefined
      }
    },
  }
}

const orNothing = (credential: Credential | null, kind: CeremonyKind): Credential => {
  if (!credential) throw new CeremonyError(kind === 'create' ? 'notCreated' : 'cancelled')
  return credential
}

export const createCeremonies = ({ clock, container, support }: CeremonyParts): Ceremonies => {
  const turns = createTurns()
  const here = (): Pick<CredentialsContainer, 'create' | 'get'> => {
    const found = support() && container()
    if (!found) throw new CeremonyError('unsupported')
    return found
  }

  const canAutofill = () => isOn(() => support()?.isConditionalMediationAvailable?.() ?? Promise.resolve(false))

  const get = async (wire: WebAuthnGet, signal: AbortSignal, mediation?: 'conditional') => {
    const publicKey = requestOptions(wire)
    const credential = await until(signal, here().get({ publicKey, signal, ...(mediation && { mediation }) }))
    return assertionOf(orNothing(credential, 'get'))
  }

  /** Runs one round of autofill; returns `undefined` if its challenge expired first. */
  const round = async (ask: Ask<WebAuthnGet>, outer: AbortSignal) => {
    const wire = await until(outer, ask(outer))
    const limit = limited(clock, outer, (wire.timeout ?? DEFAULT_TIMEOUT_MS) * RENEW_AFTER)
    try {
      // WebAuthn Level 3 §5.1.4: the field offers every passkey it knows, so none are listed.
      return await get({ ...wire, allowCredentials: [] }, limit.signal, 'conditional')
    } catch (error) {
      if (limit.isOver()) return undefined
      throw error
    } finally {
      limit.release()
    }
  }

  const timed = async <Result>(
    timeout: number | undefined,
    outer: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ) => {
    const limit = limited(clock, outer, (timeout ?? DEFAULT_TIMEOUT_MS) + GRACE_MS)
    try {
      return await work(limit.signal)
    } finally {
      limit.release()
    }
  }

  return {
    isSupported: () => Boolean(support() && container()),
    stop: turns.stop,
    register: (ask) =>
      turns.take('create', async (outer) => {
        const credentials = here()
        const wire = await until(outer, ask(outer))
        return timed(wire.timeout, outer, async (signal) => {
          const created = await until(signal, credentials.create({ publicKey: creationOptions(wire), signal }))
          const credential = orNothing(created, 'create')
          return { attestation: attestationOf(credential), attachment: attachmentOf(credential) }
        })
      }),
    authenticate: (ask) =>
      turns.take('get', async (outer) => {
        here()
        const wire = await until(outer, ask(outer))
        return timed(wire.timeout, outer, (signal) => get(wire, signal))
      }),
    autofill: (ask) =>
      turns.take('get', async (outer) => {
        here()
        // Checked inside the turn, because a click during the check must take precedence.
        if (!(await until(outer, canAutofill()))) throw new CeremonyError('unsupported')
        for (;;) {
          const assertion = await round(ask, outer)
          if (assertion) return assertion
        }
      }),
  }
}
