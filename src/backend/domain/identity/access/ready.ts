import type { SsoConnectionRecord } from '../../../store/records.ts'

export const isOidc = ({ type }: Pick<SsoConnectionRecord, 'type'>): boolean => type === 'oidc'

/** Returns whether sign-ins can start. A connection that isn't fully set up counts as turned off. */
export const isReady = (connection: SsoConnectionRecord): boolean =>
  connection.enabled &&
  connection.ssoEndpoint !== '' &&
  (isOidc(connection) ? connection.oidcClientId !== '' : connection.publicCertificate !== '')
