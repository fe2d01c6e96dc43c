/** Codes of Node with which no trusted authority signed the certificate of a server. */
const UNTRUSTED = /^(?:UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_|SELF_SIGNED_)/

/** Returns how to fix a certificate that was refused; `undefined` for other errors. */
export const tlsAdviceOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (UNTRUSTED.test(code))
    return 'Add sslmode=verify-full&sslrootcert=<file with the certificate of its authority> to the query of the URL.'
  if (code === 'CERT_HAS_EXPIRED') return 'Renew the certificate of the database.'
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? 'Connect to a host that the certificate names.' : undefined
}
