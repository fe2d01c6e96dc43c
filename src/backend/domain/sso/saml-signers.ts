import type { SamlClaims } from '../../ports/saml.ts'
import type { ReadCertificate } from '../../ports/sso-setup.ts'
import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'

/**
 * The maximum number of certificates that are tried, because anyone can post a response that names an issuer of many
 * connections.
 */
const MAX_TRIED = 2
/** The maximum number of certificates that are compared with a signature, which is fast. */
const MAX_COMPARED = 100

/** A certificate that may have signed a response, and the connections that trust it. */
export interface Signer {
  certificate: ReadCertificate
  connections: readonly SsoConnectionRecord[]
}

const bare = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '')

const readAll = ({ ssoSetup }: Pick<Ports, 'ssoSetup'>, { publicCertificate }: SsoConnectionRecord) => {
  try {
    return ssoSetup.readCertificates(publicCertificate)
  } catch {
    // The certificate was stored before certificates were checked.
    return []
  }
}

const trustedBy = (ports: Pick<Ports, 'ssoSetup'>, connections: readonly SsoConnectionRecord[]): Signer[] => {
  const signers = new Map<string, Signer>()
  for (const connection of connections) {
    for (const certificate of readAll(ports, connection)) {
      const trusting = signers.get(certificate.pem)?.connections ?? []
      signers.set(certificate.pem, { certificate, connections: [...trusting, connection] })
    }
  }
  return [...signers.values()]
}

/** Sorts the newest certificate first, because it signs during a rollover, and expired ones last. */
const byAge =
  (now: number) =>
  ({ certificate: { facts: left } }: Signer, { certificate: { facts: right } }: Signer): number => {
    const isOver = (time: unknown) => Number(Date.parse(String(time)) < now)
    const expiry = isOver(left.expiresAt) - isOver(right.expiresAt)
    return expiry || Date.parse(String(right.validFrom)) - Date.parse(String(left.validFrom))
  }

const likelyFirst = (ports: Pick<Ports, 'clock'>, trusted: readonly Signer[], { certificates }: SamlClaims) => {
  const named = trusted.filter(({ certificate }) => certificates.includes(bare(certificate.pem)))
  return named.length > 0 ? named : [...trusted].sort(byAge(ports.clock.now()))
}

/**
 * Returns the certificates to fully verify a response of a connection with: those whose key made its signature, else the
 * most likely one. KeyInfo only chooses among the trusted ones. An encrypted assertion hides its signature, so all
 * certificates are returned, likely ones first; once it is open, its verifier chooses among them the same way.
 */
export const signersFor = (
  ports: Pick<Ports, 'ssoSetup' | 'clock' | 'saml'>,
  connection: SsoConnectionRecord,
  { response, claims }: { response: string; claims: SamlClaims },
): readonly Signer[] => {
  const trusted = trustedBy(ports, [connection]).slice(0, MAX_COMPARED)
  const pems = trusted.map(({ certificate }) => certificate.pem)
  const makers = ports.saml.signersOf(response, pems)
  const made = trusted.filter(({ certificate }) => makers.includes(certificate.pem))
  if (claims.isEncrypted) return [...new Set([...made, ...likelyFirst(ports, trusted, claims), ...trusted])]
  return made.length > 0 ? made.slice(0, MAX_TRIED) : likelyFirst(ports, trusted, claims).slice(0, 1)
}

/**
 * Returns the certificate to verify a response with, and the connections that trust its key in this or another
 * certificate.
 */
export const signerFor = (
  ports: Pick<Ports, 'ssoSetup' | 'clock' | 'saml'>,
  connections: readonly SsoConnectionRecord[],
  { response, claims }: { response: string; claims: SamlClaims },
): Signer | undefined => {
  const trusted = trustedBy(ports, connections.slice(0, MAX_COMPARED))
  const pems = trusted.map(({ certificate }) => certificate.pem)
  const makers = ports.saml.signersOf(response, pems)
  const made = trusted.filter(({ certificate }) => makers.includes(certificate.pem))
  const [first] = made
  if (!first) return likelyFirst(ports, trusted, claims)[0]
  return { ...first, connections: [...new Set(made.flatMap((signer) => signer.connections))] }
}
