import type { SsoConnectionRecord } from '../../../store/records.ts'

export const isOidc = ({ type }: Pick<SsoConnectionRecord, 'type'>): boolean => type === 'oidc'

/** Whether sign-ins can start: what is not set up completely counts as turned off. */
export const isReady = (connection: SsoConnectionRecord): boolean =>
  connection.enabled &&
  connection.ssoEndpoint !== '' &&
  (isOidc(connection) ? connection.oidcClientId !== '' : connection.publicCertificate !== '')
